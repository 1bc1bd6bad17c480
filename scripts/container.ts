import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runRoles } from './container/run.ts'
import type { Image } from './container/run.ts'

/**
 * Builds the image with buildah, without a daemon, weighs it, and runs every role from it as its own user on
 * a root that cannot be written, until all of them are live and ready. Needs root, buildah and debootstrap on
 * Debian, and the registries of Debian and npm; the base images are made here, by the names that the
 * Dockerfile uses.
 */
const MOST_MB = 400
const REPOSITORY = path.join(import.meta.dirname, '..')
const DOCKERFILE = 'ops/docker/Dockerfile'
const ISOLATION = ['--isolation', 'chroot']
/** What Debian's published slim images leave out, too. */
const LEFT_OUT = ['doc', 'info', 'locale', 'man'].map((name) => `usr/share/${name}`)
/** As in Debian's published images: apt keeps no package that it has installed. */
const NO_CACHE =
  'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };\n'

const folder = mkdtempSync(path.join(os.tmpdir(), 'madruga-image-'))
// The roles run as a user who does not own it.
chmodSync(folder, 0o755)
try {
  const began = performance.now()
  const [node = '', debian = ''] = [
    ...readFileSync(path.join(REPOSITORY, DOCKERFILE), 'utf8').matchAll(/^FROM (\S+:\S+)/gm),
  ].map(([, name]) => name)
  makeDebian(debian)
  makeNode(node, debian)
  buildah(
    'bud',
    ...ISOLATION,
    '--format',
    'docker',
    '--pull-never',
    '-f',
    DOCKERFILE,
    '-t',
    'madruga',
    REPOSITORY,
  )
  const container = buildah('from', '--pull-never', 'localhost/madruga')
  const root = buildah('mount', container)
  const weight = Number(execFileSync('du', ['-sm', root], { encoding: 'utf8' }).split('\t')[0])
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  console.log(`image: ${weight} MB (at most ${MOST_MB}), built in ${minutes} minutes`)
  if (weight > MOST_MB) throw new Error('the image is too large')
  await runRoles(readImage(root), folder, (line) => console.log(line))
} catch (error) {
  console.error(`container: ${(error as Error).message}`)
  process.exitCode = 1
} finally {
  execFileSync('rm', ['-rf', folder])
}

/** Runs buildah on a store of this run alone; answers what it printed. Throws what it complained of. */
function buildah(...args: string[]): string {
  const places = ['--root', `${folder}/store`, '--runroot', `${folder}/run`, '--storage-driver', 'vfs']
  const options = { cwd: REPOSITORY, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: 'pipe' } as const
  return execFileSync('buildah', [...places, ...args], options).trim()
}

/** Debian's image, from its packages; `name` ends with its release: `debian:trixie-slim`. */
function makeDebian(name: string): void {
  const root = path.join(folder, 'debian')
  const [, release = ''] = /:(\w+)-slim$/.exec(name) ?? []
  execFileSync('debootstrap', ['--variant=minbase', release, root], { stdio: ['ignore', 'ignore', 'pipe'] })
  for (const place of ['var/cache/apt/archives', 'var/lib/apt/lists', ...LEFT_OUT]) {
    rmSync(path.join(root, place), { recursive: true })
    mkdirSync(path.join(root, place))
  }
  writeFileSync(path.join(root, 'etc/apt/apt.conf.d/docker-clean'), NO_CACHE)
  const container = buildah('from', 'scratch')
  buildah('add', '-q', container, root, '/')
  buildah('commit', '-q', '--rm', '--format', 'docker', container, name)
}

/** Node's image: that of Debian with the Node that runs this, and npm. */
function makeNode(name: string, debian: string): void {
  const container = buildah('from', '--pull-never', debian)
  const run = (...command: string[]) => buildah('run', ...ISOLATION, container, '--', ...command)
  run('sh', '-c', 'apt-get update && apt-get install --yes --no-install-recommends libatomic1 libstdc++6')
  buildah('copy', '-q', container, process.execPath, '/usr/local/bin/node')
  const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim()
  buildah('copy', '-q', container, path.join(npm, 'npm'), '/usr/local/lib/node_modules/npm')
  run('ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm')
  // A proxy of this machine may have its own authority. The final image takes the binary alone.
  const authorities = process.env['NODE_EXTRA_CA_CERTS']
  if (authorities !== undefined && existsSync(authorities)) {
    buildah('copy', '-q', container, authorities, '/authorities.pem')
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/authorities.pem', container)
  }
  buildah('commit', '-q', '--rm', '--format', 'docker', container, name)
}

function readImage(root: string): Image {
  const output = buildah('inspect', '--type', 'image', 'localhost/madruga')
  const { config } = (JSON.parse(output) as { Docker: { config: ImageConfig } }).Docker
  return {
    root,
    app: config.WorkingDir,
    user: config.User,
    env: config.Env,
    entrypoint: config.Entrypoint,
    healthcheck: config.Healthcheck.Test.slice(2),
  }
}

type ImageConfig = {
  WorkingDir: string
  User: string
  Env: string[]
  Entrypoint: string[]
  Healthcheck: { Test: string[] }
}
