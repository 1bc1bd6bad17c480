import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Outputs } from '@madruga/core/contract.ts'
import { PROPOSED_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import { startTestHttp } from '../../http/testing.ts'
import { enterOperator } from '../../people/accounts/testing.ts'
import { systemClock } from '../../kit/clock.ts'
import { makeKeyRing } from '../../kit/encryption.ts'
import { createOutbox } from '../../notify/outbox.ts'
import { createHouseReports } from './house-reports.ts'

type Report = Outputs['instances']['report']

const run = (text: string, values: unknown[] = []) => http.database.database.pool.query(text, values)
const read = async (query = '') =>
  (await operator.call<Report>('GET', `/api/instances/bicicoop1/report${query}`)).body

let shifts = 0
/** A shift at Bicicoop; by a bot where an attempt won it. */
async function hold(driverId: string, startAt: string, hours: number, by: 'bot' | 'hand', state = 'held') {
  const id = `shift-${++shifts}`
  const attempt =
    by === 'hand'
      ? null
      : (
          await run(
            `insert into attempts (driver_id, platform, offer_id, offer, rules, gen, epoch, filter_version, state)
             values ($1, 'coopcycle:bicicoop1', $2, '{}', '[]', 1, 1, 1, 'accepted') returning id`,
            [driverId, id],
          )
        ).rows[0].id
  await run(
    `insert into blocks (id, driver_id, platform, platform_block_id, offer_id, attempt_id, station_id, kind, start_at, end_at, pay_cents, state)
     values ($1, $2, 'coopcycle:bicicoop1', $1, $1, $3, 'zone', 'shift', $4::timestamptz, $4::timestamptz + $5 * interval '1 hour', 9000, $6)`,
    [id, driverId, attempt, startAt, hours, state],
  )
}

const http = await startTestHttp()
const operator = await enterOperator(http, { email: 'olivia@example.com' })
await run(
  `insert into platform_instances (id, kind, name, base_url, authorised_by, authorised_on, max_requests_per_minute, created_at, house_rules)
     values ('bicicoop1', 'coopcycle', 'Bicicoop', 'https://bicicoop.example', 'Assembly, junta@bicicoop.example', '2026-09-01', 60, '2026-09-05', $1)`,
  [JSON.stringify(PROPOSED_HOUSE_RULES)],
)
await run(`insert into instance_budgets (instance_id, state) values ('bicicoop1', $1)`, [
  JSON.stringify({
    at: 0,
    free: 1,
    processes: {},
    usage: { minute: 0, sent: [], waited: [], refused: [] },
    months: { '2026-10': 4_321 },
  }),
])
await run(
  `insert into stations (platform, id, variant, code, name, city, state, programme, latitude, longitude, time_zone)
     values ('coopcycle:bicicoop1', 'zone', 'courier', 'ZONE', 'Zone', 'Lisboa', '', '', 38.7, -9.1, 'America/New_York')`,
)
const ids: Record<string, string> = {}
for (const name of ['ana', 'luis', 'mia', 'leo', 'eva', 'tom']) {
  ids[name] = (await http.addDriver({ email: `${name}@example.com` })).id
  await run(
    `insert into platform_accounts (driver_id, variant, platform, email) values ($1, 'courier', 'coopcycle:bicicoop1', $2)`,
    [ids[name], `${name}@example.com`],
  )
}
const { ana, luis, mia, leo, eva, tom } = ids as Record<
  'ana' | 'luis' | 'mia' | 'leo' | 'eva' | 'tom',
  string
>
await hold(ana, '2026-10-05T12:00Z', 4, 'bot')
await hold(ana, '2026-10-06T12:00Z', 3, 'hand')
await hold(luis, '2026-10-07T12:00Z', 5, 'bot')
await hold(leo, '2026-10-08T12:00Z', 2, 'hand')
await hold(eva, '2026-10-09T12:00Z', 8, 'hand')
await hold(tom, '2026-10-10T12:00Z', 6, 'hand')
// Given back, and on the last evening of the month before in New York.
await hold(eva, '2026-10-12T12:00Z', 4, 'hand', 'forfeited')
await hold(eva, '2026-10-01T03:00Z', 4, 'hand')
// Mia's bot judged shifts and won none.
await run(
  `insert into offer_hours (driver_id, hour_at, station_id, ignored_price) values ($1, '2026-10-20T10:00Z', 'zone', 3)`,
  [mia],
)
after(() => http.stop())

test('a month counts shifts by who took them, and the hours of members with and without a bot', async () => {
  const report = await read('?month=2026-10')
  assert.deepEqual(report.shifts, { byBots: 2, byPeople: 4 })
  assert.deepEqual(report.members, { withBot: 3, withoutBot: 3 })
  assert.deepEqual(report.hours, {
    withBot: { least: 0, median: 5, most: 7 },
    withoutBot: { least: 2, median: 6, most: 8 },
  })
  assert.equal(report.requests, 4_321)
  assert.deepEqual(report.rules, PROPOSED_HOUSE_RULES)
})

test('the evening before a month is of the month before where the shifts are, and its spread of one is not shown', async () => {
  const report = await read('?month=2026-09')
  assert.deepEqual(report.shifts, { byBots: 0, byPeople: 1 })
  assert.deepEqual(report.hours, { withBot: null, withoutBot: null })
  assert.equal(report.requests, null)
})

test('a report has no names and no pay', async () => {
  const text = JSON.stringify(await read('?month=2026-10'))
  for (const word of ['ana', 'luis', 'cents', '9000']) assert.ok(!text.toLowerCase().includes(word), word)
})

test('the report of a platform that is not there is refused', async () => {
  const { status, body } = await operator.call('GET', '/api/instances/nowhere1/report')
  assert.deepEqual([status, body.code], [404, 'instances.not_found'])
})

async function download(query: Record<string, string>): Promise<string[]> {
  const asked = new URLSearchParams({ list: 'house', text: 'bicicoop1', ...query })
  const answer = await operator.send('GET', `/api/downloads/operator.csv?${asked}`)
  return (await answer.text()).trim().split('\r\n')
}

test('the file has a line for each month, and the chosen month alone', async () => {
  const [heading, ...lines] = await download({})
  assert.match(heading!, /"Month","Shifts by bots","Shifts by people"/)
  assert.ok(lines.length >= 2)
  const [, line] = await download({ state: '2026-10', language: 'es' })
  assert.match(line!, /^"Bicicoop","2026-10",2,4,3,0,5,7,3,2,6,8,4321,"headStartMinutes 15, /)
})

const mailed = async () => {
  const { rows } = await run(
    `select recipient, event from outbox where template = 'house_report' order by recipient`,
  )
  return rows.map(({ recipient, event }: { recipient: string; event: string }) => `${recipient} ${event}`)
}

test('last month is mailed once to the address in the record, otherwise to operators, and not of a disabled platform', async () => {
  let now = Date.UTC(2026, 10, 1, 12)
  const clock = { ...systemClock, now: () => now }
  const { kysely: db } = http.database.database
  const notify = createOutbox({ clock, keyRing: makeKeyRing() })
  const reports = createHouseReports({ db, clock, timeZone: 'UTC', notify })
  await reports.sendReports()
  assert.deepEqual(await mailed(), [], 'nothing on the first day')
  now = Date.UTC(2026, 10, 2, 12)
  await reports.sendReports()
  await reports.sendReports()
  const first = 'junta@bicicoop.example house report:bicicoop1:2026-10:junta@bicicoop.example'
  assert.deepEqual(await mailed(), [first])
  await run(`update platform_instances set authorised_by = 'Assembly'`)
  now = Date.UTC(2026, 11, 3)
  await reports.sendReports()
  const second = 'olivia@example.com house report:bicicoop1:2026-11:olivia@example.com'
  assert.deepEqual(await mailed(), [first, second])
  await run(`update platform_instances set active = false`)
  now = Date.UTC(2027, 0, 3)
  await reports.sendReports()
  assert.equal((await mailed()).length, 2)
})
