import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Outputs } from '@madruga/core/contract.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import { realNow } from '../../kit/testing.ts'
import { recordEntries } from '../../driver/log.ts'
import { createBrowser, startTestHttp } from '../../http/testing.ts'
import { enterOperator } from '../../people/accounts/testing.ts'

type Out = Outputs['admin']

const http = await startTestHttp()
const operator = await enterOperator(http)
const ana = await http.addDriver({ email: 'ana@example.com' })
const phone = createBrowser(http.url)
assert.equal((await phone.signIn(ana)).status, 200)
after(() => http.stop())

const run = (text: string, values: unknown[] = []) => http.database.database.pool.query(text, values)
const read = async <T>(section: string) =>
  (await operator.call<T>('GET', `/api/admin/drivers/${ana.id}/${section}`)).body

test('blocks come by their start, and pages neither miss nor double those of one start', async () => {
  await run(
    `insert into blocks (id, driver_id, platform, platform_block_id, offer_id, station_id, kind, start_at, end_at, pay_cents, state)
     select 'b' || n, $1, 'stub', 'p' || n, 'o' || n, 's1', 'block',
       timestamptz '2026-11-01 12:00Z' + (n / 4) * interval '1 hour', timestamptz '2026-11-01 15:00Z', 9000,
       case n % 2 when 0 then 'done' else 'forfeited' end from generate_series(1, 30) n`,
    [ana.id],
  )
  const seen: string[] = []
  let next: number | null = null
  do {
    const page: Out['driverBlocks'] = await read(`blocks?limit=7${next === null ? '' : `&before=${next}`}`)
    seen.push(...page.blocks.map(({ id }) => id))
    next = page.next
  } while (next !== null)
  assert.equal(seen.length, 30)
  assert.equal(new Set(seen).size, 30)
  assert.deepEqual(seen.slice(0, 3).toSorted(), ['b28', 'b29', 'b30'], 'the latest start first')
})

test('a page of blocks before a time that no calendar has is refused', async () => {
  const path = `/api/admin/drivers/${ana.id}/blocks?before=8640000000000001`
  const { status, body } = await operator.call('GET', path)
  assert.deepEqual([status, body.code], [400, 'request.invalid'])
})

test('news are kinds and times without their content', async () => {
  await run(
    `insert into notifications (driver_id, kind, params, event) values ($1, 'account_status', '{"reason": "secret"}', 'e')`,
    [ana.id],
  )
  const { news } = await read<Out['driverNews']>('news')
  assert.deepEqual(
    news.map(({ kind, readAt }) => [kind, readAt]),
    [['account_status', null]],
  )
  assert.ok(!JSON.stringify(news).includes('secret'))
})

test('filters, sessions and credits are read; a session has no token and no address', async () => {
  const body = JSON.stringify(proposeFilter('amazon', 'basic', 'America/New_York', ['s1', 's2']))
  await run(`insert into filters (driver_id, variant, version, body) values ($1, 'amazon', 1, $2)`, [
    ana.id,
    body,
  ])
  const { filters, sessions, credits } = await read<Out['driverAccess']>('access')
  assert.deepEqual(
    filters.map(({ app, version, stations, removed }) => [app, version, stations, removed]),
    [['amazon', 1, 2, false]],
  )
  assert.deepEqual(credits, { earned: 0, used: 0, available: 0 })
  assert.equal(sessions.length, 1)
  assert.deepEqual(Object.keys(sessions[0]!).toSorted(), ['createdAt', 'expiresAt', 'seenAt', 'userAgent'])
})

test("a driver's log comes newest first with the bot's states, and its pages neither miss nor double a line", async () => {
  assert.deepEqual(await read<Out['driverLog']>('log'), { entries: [], next: null })
  const lines = (['preparing', 'running', 'sleeping'] as const).map((phase) => ({
    type: 'bot.state_changed' as const,
    at: realNow(),
    data: { phase, gps: false, reason: null, dueAt: null, mode: 'regular' as const },
  }))
  await http.database.database.kysely.transaction().execute((tx) => recordEntries(tx, ana.id, lines))
  const phases: unknown[] = []
  let next: number | null = null
  do {
    const page: Out['driverLog'] = await read(`log?limit=2${next === null ? '' : `&before=${next}`}`)
    phases.push(...page.entries.map(({ data }) => (data as { phase: string }).phase))
    next = page.next
  } while (next !== null)
  assert.deepEqual(phases, ['sleeping', 'running', 'preparing'])
})

test('that an operator opened a page is written down once an hour, whatever they open of it', async () => {
  await run(`update drivers set name = 'Ana' where id = $1`, [ana.id])
  for (const section of ['log', 'blocks', 'news', 'access']) await read(section)
  const reads = async () =>
    (
      await run(
        `select actor_id, driver_email from admin_actions where action = 'drivers.read' and driver_id = $1`,
        [ana.id],
      )
    ).rows
  assert.deepEqual(await reads(), [{ actor_id: operator.id, driver_email: ana.email }])
})

test('a page of no one is not found', async () => {
  for (const section of ['log', 'blocks', 'news', 'access']) {
    const { status, body } = await operator.call('GET', `/api/admin/drivers/nobody/${section}`)
    assert.deepEqual([status, body.code], [404, 'admin.driver_not_found'])
  }
})

test('each section is found by an index among tens of thousands of rows', async () => {
  await run(
    `insert into drivers (id, name, email) select 'mass' || n, 'Mass', 'mass' || n || '@example.com' from generate_series(1, 300) n`,
  )
  await run(
    `insert into blocks (id, driver_id, platform, platform_block_id, offer_id, station_id, kind, start_at, end_at, pay_cents)
     select 'm' || n, 'mass' || (n % 300 + 1), 'stub', 'm' || n, 'm' || n, 's1', 'block',
       timestamptz '2026-01-01Z' + n * interval '1 minute', timestamptz '2027-01-01Z', 9000 from generate_series(1, 20000) n`,
  )
  await run(
    `insert into outbox (driver_id, channel, recipient, template, event, seal_row, state)
     select 'mass' || (n % 300 + 1), 'email', 'm@example.com', 'test', 'm' || n, 'r', 'sent' from generate_series(1, 20000) n`,
  )
  await run('analyze blocks, outbox, drivers')
  for (const statement of [
    `select * from blocks where driver_id = 'mass7' order by start_at desc fetch first 50 rows with ties`,
    `select id from outbox where driver_id = 'mass7' order by id desc limit 51`,
  ]) {
    const { rows } = await run(`explain ${statement}`)
    const plan = rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n')
    assert.doesNotMatch(plan, /Seq Scan/, statement)
  }
})
