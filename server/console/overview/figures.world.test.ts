import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Outputs } from '@madruga/core/contract.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { handClock } from '../../kit/testing.ts'
import { startTestHttp } from '../../http/testing.ts'
import { enterOperator } from '../../people/accounts/testing.ts'
import { forgetSamples } from './store/samples.ts'

type Overview = Outputs['admin']['overview']
type Service = Outputs['admin']['service']

// Noon of a Thursday in New York, the service's zone.
const NOON = Date.parse('2026-11-19T17:00:00Z')

after(() => http.stop())

const run = (text: string, values: unknown[] = []) => http.database.database.pool.query(text, values)
const clock = handClock(NOON)
const http = await startTestHttp({ clock })
const operator = await enterOperator(http)
await run('update sessions set second_factor_at = $1', [new Date(NOON)])
const runJob = (name: string) => http.world.recurring.find((job) => job.name === name)!.run()
const read = async (range = 'day') =>
  (await operator.call<Overview>('GET', `/api/admin/overview?range=${range}`)).body
const alerts = async () =>
  (await run(`select recipient, channel from outbox where template = 'incidents' order by id`)).rows

async function addDriver(name: string, days: readonly [day: string, accepted: number, missed: number][]) {
  const { id } = await http.addDriver({ name, email: `${name}@example.com` })
  for (const [day, accepted, missed] of days)
    await run(
      `insert into day_figures (driver_id, day, seen, accepted, missed) values ($1, $2, 10, $3, $4)`,
      [id, day, accepted, missed],
    )
  return id
}

test('active drivers, churn, wins and sign-ups are counted as the screen says', async () => {
  await addDriver('ana', [
    ['2026-11-19', 3, 1],
    ['2026-10-10', 1, 0],
  ])
  await addDriver('luis', [['2026-11-10', 0, 2]])
  await addDriver('gone', [['2026-10-12', 5, 0]])
  const maria = await addDriver('maria', [])
  await run('update drivers set created_at = $1', [new Date(NOON)])
  await run('update drivers set created_at = $1 where id = $2', ['2026-11-10T12:00:00Z', maria])
  const { drivers, churn, wins, signUps } = await read()
  assert.deepEqual(drivers, { all: 4, active: 1, activeBefore: 1 })
  assert.deepEqual(churn, { from: 2, lost: 1 }, 'of Ana and the one who is gone, one is gone')
  assert.equal(wins.length, 28)
  assert.deepEqual(
    wins.filter(({ accepted, missed }) => accepted + missed > 0),
    [
      { day: '2026-11-10', accepted: 0, missed: 2 },
      { day: '2026-11-19', accepted: 3, missed: 1 },
    ],
  )
  assert.equal(signUps.length, 12)
  assert.deepEqual(signUps.slice(-2), [
    { week: '2026-11-09', count: 1 },
    { week: '2026-11-16', count: 3 },
  ])
})

test('the fleet is sampled once in five minutes, by whichever process, and shown as means', async () => {
  const id = await addDriver('carla', [])
  await run(`insert into bots (driver_id, variant, phase) values ($1, 'amazon', 'sleeping')`, [id])
  await runJob('fleet.sample')
  await runJob('fleet.sample')
  const { states } = await read()
  assert.equal(states.points.length, 1)
  assert.equal(states.points[0]?.phases.sleeping, 1)
  await forgetSamples(http.world.database.kysely, NOON + 1)
  assert.deepEqual((await read('month')).states.points, [])
})

test('operators get an alert about a problem that lasts, one about its end, and neither twice', async () => {
  await runJob('fleet.watch')
  const first = (await read()).incidents.open.map(({ kind }) => kind)
  assert.deepEqual(first, [])
  await run(`insert into job_runs (job, ran_at, failures, failed_at, last_error, retry_at)
    values ('billing.close_weeks', now(), 4, now(), 'Error: no', now() + interval '1 minute')`)
  await runJob('fleet.watch')
  assert.deepEqual(
    (await read()).incidents.open.map(({ kind, subject, count, toldAt }) => [kind, subject, count, toldAt]),
    [['job_fails', 'billing.close_weeks', 4, null]],
  )
  assert.deepEqual(await alerts(), [], 'it may be over in a moment')

  await clock.advance(2 * MINUTE_MS)
  await runJob('fleet.watch')
  await runJob('fleet.watch')
  const mail = { recipient: operator.email, channel: 'email' }
  assert.deepEqual(await alerts(), [mail])

  // No one sends in this process.
  await run(`update outbox set state = 'sent', sent_at = created_at`)
  await run(`update job_runs set failures = 0, done_at = now() where job = 'billing.close_weeks'`)
  await clock.advance(MINUTE_MS)
  await runJob('fleet.watch')
  assert.equal((await read()).incidents.open.length, 1, 'it may come back')
  await clock.advance(10 * MINUTE_MS)
  await runJob('fleet.watch')
  const { open, over } = (await read()).incidents
  assert.deepEqual([open.length, over.length], [0, 1])
  assert.deepEqual(await alerts(), [mail, mail])
  await run(`update outbox set state = 'sent', sent_at = created_at`)
})

const only = async () => (await read()).incidents.open.find(({ kind }) => kind === 'job_fails')!
const count = async () => (await alerts()).length

test('an incident that is acknowledged, muted and owned is shown so to all, tells nothing, and comes back', async () => {
  const fail = (failures: number) =>
    run(
      `update job_runs set failures = $1, failed_at = now(), last_error = 'Error: no', retry_at = now() + interval '1 minute'
        where job = 'billing.close_weeks'`,
      [failures],
    )
  const steer = async (wanted: object) =>
    await operator.call<Overview['incidents']['open'][number] & { code?: string }>(
      'POST',
      `/api/admin/incidents/${(await only()).id}`,
      wanted,
    )
  const watch = async (laterMs: number) => {
    // No one sends in this process.
    await run(`update outbox set state = 'sent', sent_at = created_at`)
    await clock.advance(laterMs)
    await runJob('fleet.watch')
  }

  await fail(4)
  await runJob('fleet.watch')
  const alertsBefore = await count()
  const until = clock.now() + HOUR_MS
  const { body } = await steer({ acknowledged: true, mutedUntil: until, owned: true })
  assert.deepEqual(
    [body.acknowledgedBy, body.mutedUntil, body.mutedBy, body.owner],
    [operator.email, until, operator.email, operator.email],
  )
  for (const wrong of [{ mutedUntil: clock.now() }, { mutedUntil: clock.now() + 8 * 24 * HOUR_MS }])
    assert.equal((await steer(wrong)).body.code, 'request.invalid')
  await watch(3 * MINUTE_MS)
  await watch(30 * MINUTE_MS)
  assert.equal(await count(), alertsBefore, 'no alert while it is muted')
  assert.equal((await only()).owner, operator.email, 'it is no less wrong')

  await watch(30 * MINUTE_MS)
  assert.equal(await count(), alertsBefore + 1, 'the mute has ended')
  const loud = await only()
  assert.deepEqual([loud.acknowledgedAt, loud.mutedUntil, loud.owner], [null, null, operator.email])

  await steer({ acknowledged: true })
  await watch(MINUTE_MS)
  assert.equal(await count(), alertsBefore + 1)
  await fail(8)
  await watch(MINUTE_MS)
  assert.equal(await count(), alertsBefore + 2, 'it has worsened')
  assert.equal((await only()).acknowledgedAt, null)

  await steer({ mutedUntil: clock.now() + HOUR_MS })
  await run(`update job_runs set failures = 0, done_at = now() where job = 'billing.close_weeks'`)
  const { id } = await only()
  await watch(11 * MINUTE_MS)
  assert.equal(await count(), alertsBefore + 2, 'nor is its end told to who muted it')
  const gone = await operator.call('POST', `/api/admin/incidents/${id}`, { owned: false })
  assert.deepEqual([gone.status, gone.body.code], [409, 'admin.incident_over'])
  const { rows } = await run(
    `select action, actor, details ->> 'incident' as incident from admin_actions where action like 'incidents.%' order by id`,
  )
  assert.deepEqual(
    rows.map((row) => [row.action, row.actor, row.incident]),
    ['acknowledge', 'mute', 'own', 'acknowledge', 'mute'].map((each) => [
      `incidents.${each}`,
      operator.email,
      'job_fails',
    ]),
  )
  await run(`update outbox set state = 'sent', sent_at = created_at`)
})

test('late autostarts, overdue support, failed messages and the switches are found', async () => {
  const id = await addDriver('pablo', [])
  await run(
    `insert into autostart_tasks (id, driver_id, action, mode, live_log, from_day, to_day, minute, time_zone, created_at)
    select 'late', $1, 'start', 'regular', true, '2026-11-19', '2026-11-19', 600, 'America/New_York', now()`,
    [id],
  )
  await run(
    `insert into autostart_firings (task_id, day, driver_id, due_at, fired_at, outcome)
    values ('late', '2026-11-19', $1, $2, $2, 'late')`,
    [id, new Date(NOON - HOUR_MS)],
  )
  await run(`insert into support_requests (driver_id, topic, opened_at, due_at) values ($1, 'bot', $2, $3)`, [
    id,
    new Date(NOON - 25 * HOUR_MS),
    new Date(NOON - HOUR_MS),
  ])
  await run(
    `insert into outbox (driver_id, channel, recipient, template, event, seal_row, state, created_at)
     select $1, 'email', 'p@example.com', 'test', 'e' || n, 'r', 'failed', $2 from generate_series(1, 5) n`,
    [id, new Date(clock.now())],
  )
  await run('update service_state set killed = true')
  await runJob('fleet.watch')
  const kinds = (await read()).incidents.open.map(({ kind }) => kind)
  assert.deepEqual(kinds.toSorted(), ['killed', 'messages_fail', 'starts_late', 'support_late'])
  await run('update service_state set killed = false')
})

test('charges in progress leave out what a demo’s accounts pay, as revenue does', async () => {
  const real = await addDriver('rosa', [])
  const demo = await addDriver('demo', [])
  await run('update drivers set is_demo = true where id = $1', [demo])
  for (const [driver, cents] of [
    [real, 2_500],
    [demo, 9_900],
  ] as const) {
    await run(
      `insert into invoices (id, number, driver_id, kind, variant, state, time_zone, from_at, to_at, billed_to,
        items_cents, due_cents, created_at, issued_at)
      values ($1, 'M-2026-' || $2::text, $1, 'week', 'amazon', 'unpaid', 'America/New_York', $3, $3, '{}', $2::int, $2::int, $3, $3)`,
      [driver, 100_000 + cents, new Date(NOON)],
    )
    await run(
      `insert into payments (id, reference, driver_id, invoice_id, state, amount_cents, fee_cents, method, created_at, changed_at)
      values ($1, 'P-0000' || $2::text, $1, $1, 'processing', $2::int, 0, '{}', $3, $3)`,
      [driver, cents, new Date(NOON)],
    )
  }
  assert.deepEqual((await read()).revenue.running, { count: 1, cents: 2_500 })
  const inDemo = await startTestHttp({
    clock,
    beside: http,
    keyRing: http.world.keyRing,
    config: { demo: true },
  })
  const { running } = (await inDemo.world.handlers.admin.overview({} as never, { range: 'day' })).revenue
  await inDemo.stop()
  assert.deepEqual(running, { count: 2, cents: 12_400 }, 'in a demo they count, as in its revenue')
})

test('each job says when it runs next and how often', async () => {
  const { body } = await operator.call<Service>('GET', '/api/admin/service')
  const job = body.jobs.find((each) => each.job === 'billing.close_weeks')
  assert.equal(job?.everyMs, MINUTE_MS)
  assert.equal(job?.retryAt, null, 'it does not fail any more')
})
