import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Role } from '../config.ts'
import { startTestHttp } from '../http/testing.ts'
import type { TestHttp } from '../http/testing.ts'
import { createMetrics } from './metrics.ts'

const ROLES: Role[] = ['all', 'api', 'bot', 'jobs']
const metricsToken = 'a-token-of-the-monitor'
const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const started = new Map<Role, TestHttp>()
const health = { host: '127.0.0.1', port: 0, tls: null }
for (const role of ROLES) started.set(role, await startTestHttp({ config: { role, metricsToken, health } }))
after(() => Promise.all([...started.values()].map((http) => http.stop())))

async function scrape(role: Role): Promise<string> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  return await (await fetch(`${started.get(role)!.url}/metrics`, { headers })).text()
}

/** Names that a query may use: those of the page, and the three of each histogram. */
function namesOf(page: string): string[] {
  return [...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
}

/** Labels are no metrics: those of a grouping, a selector and a text. */
const LABELS = /by \([^)]*\)|\{[^}]*\}|\$labels\.\w+/g
const usedIn = (text: string): Set<string> =>
  new Set(
    [
      ...text.replaceAll(LABELS, '').matchAll(/\b(?:madruga|nodejs|process|v8js|http|db|target)_[a-z0-9_]+/g),
    ].map(([name]) => name),
  )
const expressions = (board: string): string =>
  [...board.matchAll(/"expr": (".*")/g)].map(([, text = '']) => JSON.parse(text) as string).join('\n')

test('every metric that the alerts and the board name is exported by some role', async () => {
  const exported = new Set((await Promise.all(ROLES.map(scrape))).flatMap(namesOf))
  const alerts = usedIn(read('ops/prometheus/alerts.yaml'))
  const board = usedIn(expressions(read('ops/grafana/madruga.json')))
  assert.ok(alerts.size > 10 && board.size > 15)
  assert.deepEqual(
    [...alerts, ...board].filter((name) => !exported.has(name)),
    [],
  )
})

test('every alert has its section in the runbook, and every section its alert', () => {
  const alerts = [...read('ops/prometheus/alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const [, page = ''] = /\n## Alerts\n(.*?)\n## /s.exec(read('docs/runbook.md')) ?? []
  const sections = [...page.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  assert.ok(alerts.length > 10)
  assert.deepEqual(sections, alerts)
})

test('no label takes a name that Prometheus gives to the process', async () => {
  for (const role of ROLES) assert.doesNotMatch(await scrape(role), /[{,](?:job|instance)="/)
})

test('a job is shown with its age and its failures in a row, one that never succeeded as infinitely old', async () => {
  const { world } = started.get('jobs')!
  const [done, failing] = world.recurring.map(({ name }) => name)
  await world.database.pool.query(
    `insert into job_runs (job, ran_at, done_at, failures)
     values ($1, now(), now() - interval '1 minute', 0), ($2, '-infinity', null, 4), ('of.former_release', now(), now(), 0)
     on conflict (job) do update set done_at = excluded.done_at, failures = excluded.failures`,
    [done, failing],
  )
  const page = await scrape('jobs')
  const valueOf = (metric: string, name = '') =>
    new RegExp(`^madruga_job_${metric}\\{name="${name}"\\} (\\S+)$`, 'm').exec(page)?.[1]
  const age = Number(valueOf('age_seconds', done))
  assert.ok(age >= 60 && age < 90, String(age))
  assert.deepEqual([valueOf('failures', done), valueOf('failures', failing)], ['0', '4'])
  assert.equal(valueOf('age_seconds', failing), '+Inf')
  assert.equal(valueOf('age_seconds', 'of.former_release'), undefined)
})

test('polls, accepts by outcome and reactions are counted around the hooks', async () => {
  const metrics = createMetrics({ role: 'bot', version: '1', token: metricsToken })
  type Hooks = Parameters<typeof metrics.countSearches>[0]
  const intents: Awaited<ReturnType<Hooks['intend']>>[] = [{ attemptId: '1' }, 'fenced']
  const passed: unknown[] = []
  const hooks = metrics.countSearches({
    polled: (search: unknown) => void passed.push(search),
    intend: async () => intents.shift()!,
    settle: async (...given: unknown[]) => (passed.push(given), 'go_on'),
  } as unknown as Hooks)
  type Search = Parameters<Hooks['polled']>[0]
  const search = { driverId: 'ana' } as unknown as Search
  const some = undefined as never
  hooks.polled(search)
  hooks.polled(search)
  assert.deepEqual(await hooks.intend(search, some, some), { attemptId: '1' })
  assert.equal(await hooks.intend(search, some, some), 'fenced')
  const won = { outcome: 'accepted', blockId: 'b' } as const
  const taken = { outcome: 'refused', cause: 'taken' } as const
  const late = { outcome: 'not_sent', cause: 'too_late' } as const
  for (const [result, ms] of [
    [won, 0.7],
    [taken, 3],
    [late, 1_200],
  ] as const)
    assert.equal(await hooks.settle(search, '1', result, ms), 'go_on')
  assert.deepEqual(passed, [
    search,
    search,
    ...[won, taken, late].map((result, at) => [search, '1', result, [0.7, 3, 1_200][at]]),
  ])

  let page = ''
  const response = { setHeader() {}, writeHead: () => ({ end: (text: string) => void (page = text) }) }
  await metrics.send(response as unknown as Parameters<typeof metrics.send>[0])
  assert.match(page, /^madruga_polls_total 2$/m)
  assert.match(page, /^madruga_accepts_total\{outcome="fenced",cause=""\} 1$/m)
  assert.match(page, /^madruga_accepts_total\{outcome="accepted",cause=""\} 1$/m)
  assert.match(page, /^madruga_accepts_total\{outcome="refused",cause="taken"\} 1$/m)
  assert.match(page, /^madruga_accepts_total\{outcome="not_sent",cause="too_late"\} 1$/m)
  assert.match(page, /^madruga_reaction_seconds_count 2$/m, 'what was not sent has no reaction')
  assert.match(page, /^madruga_reaction_seconds_bucket\{le="0.001"\} 1$/m)
})
