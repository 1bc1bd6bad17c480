import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { proposeFilter } from '@madruga/core/filters.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { testDatabase } from '../db/testing.ts'
import { createForecast } from './forecast.ts'
import { systemClock } from '../kit/clock.ts'
import { createLogWriter } from './log.ts'

/** Learns from the database, and checks what drivers and searches get. */

// A Tuesday, 00:30 in New York.
const NOW = Date.parse('2026-06-09T04:30Z')
const ALL = 0x3f_ff_ff_ff

const fresh = await testDatabase()
after(async () => {
  await fresh.drop()
})
beforeEach(async () => {
  await query('delete from release_profiles')
  await query('delete from observations')
  await query('delete from drivers')
  await query('delete from stations')
  await query(`insert into drivers (id, name, email) values ('ana', 'Ana', 'ana@example.com')`)
  await query(`insert into stations (platform, id, variant, code, name, city, state, programme, latitude, longitude, time_zone) values
    ('market', 'st-1', 'amazon', 'AAA1', 'One', 'Miami', 'FL', 'logistics', 25, -80, 'America/New_York'),
    ('market', 'st-2', 'amazon', 'BBB2', 'Two', 'Miami', 'FL', 'logistics', 25, -80, 'America/New_York')`)
  await query(`insert into driver_stations values ('ana', 'market', 'st-1'), ('ana', 'market', 'st-2')`)
})

async function query(text: string, ...values: unknown[]) {
  return (await fresh.database.pool.query(text, values)).rows
}

function openAt(now: number) {
  const clock = { ...systemClock, now: () => now }
  return createForecast({ db: fresh.database.kysely, clock, settings: DEFAULT_SETTINGS })
}

async function look(from: number, to: number) {
  await query(
    `insert into request_hours (driver_id, hour_at, used, first_half, second_half)
     select 'ana', to_timestamp(h / 1000.0), 60, $3, $3 from generate_series($1::float8::bigint, $2::float8::bigint - 1, 3600000) h`,
    from,
    to,
    ALL,
  )
}

/** A drop of `st-1` each day at 05:30 in New York. */
async function see(days: number, until: number) {
  for (let day = 1; day <= days; day++) {
    const at = until - day * DAY_MS + 5.5 * HOUR_MS
    for (let offer = 0; offer < 3; offer++)
      await query(
        `insert into observations (platform, offer_id, variant, station_id, kind, start_at, end_at, pay_cents, tip_cents, batched, seen_at)
         values ('market', $1, 'amazon', 'st-1', 'block', $2, $2, 9000, 0, false, $2)`,
        `${at} ${offer}`,
        new Date(at + offer * 1_000),
      )
  }
}

const MIDNIGHT = NOW - 30 * MINUTE_MS
const profiles = () => query('select * from release_profiles order by station_id')

test('whole days of the station are learned once, however often and late the job runs', async () => {
  await look(MIDNIGHT - 10 * DAY_MS, NOW + DAY_MS)
  await see(10, MIDNIGHT)
  await openAt(NOW - 4 * DAY_MS).learn()
  assert.equal(
    String((await query(`select through::text as day from release_profiles`))[0].day),
    '2026-06-04',
  )
  await Promise.all([openAt(NOW).learn(), openAt(NOW).learn()])
  const stepwise = await profiles()
  assert.equal(stepwise.length, 2)
  await openAt(NOW).learn()
  assert.deepEqual(await profiles(), stepwise)
  await query('delete from release_profiles')
  await openAt(NOW).learn()
  const atOnce = await profiles()
  for (const [index, one] of atOnce.entries()) {
    assert.deepEqual([one.through, one.station_id], [stepwise[index].through, stepwise[index].station_id])
    one.minutes.forEach((sum: number, minute: number) =>
      assert.ok(Math.abs(sum - stepwise[index].minutes[minute]) < 1e-4, `minute ${minute}`),
    )
  }
  assert.ok(atOnce[0].minutes[330] > 20, `${atOnce[0].minutes[330]}`)
  assert.ok(Math.abs(atOnce[0].days - (1 - 0.95 ** 10) / 0.05) < 1e-3)
})

test('today is not learned yet, and the last minutes of yesterday wait for what is still being written', async () => {
  await look(MIDNIGHT - 2 * DAY_MS, MIDNIGHT)
  await openAt(MIDNIGHT + 5 * MINUTE_MS).learn()
  assert.equal((await query('select through::text as day from release_profiles'))[0].day, '2026-06-07')
  await openAt(MIDNIGHT + 11 * MINUTE_MS).learn()
  assert.equal((await query('select through::text as day from release_profiles'))[0].day, '2026-06-08')
})

test('a station that no one has looked at is not known, and hours without a bot are not empty hours', async () => {
  await openAt(NOW).learn()
  assert.deepEqual(await profiles(), [])
  for (let day = 8; day >= 1; day--) {
    const from = MIDNIGHT - day * DAY_MS + 5 * HOUR_MS
    await look(from, from + 3 * HOUR_MS)
  }
  await see(8, MIDNIGHT)
  await openAt(NOW).learn()
  const [one] = await profiles()
  assert.equal(one.looked[4 * 60], 0)
  assert.ok(one.looked[6 * 60] > 5)
  const { stations } = await openAt(NOW).read('ana', 'market')
  assert.ok(stations[0]!.weekHours[12]! > 0, 'noon was never watched: it is estimated')
})

test('requests mark the minutes of their hour, whatever the batch', async () => {
  const writer = createLogWriter({ db: fresh.database.kysely, clock: systemClock })
  const hourAt = MIDNIGHT
  for (const minute of [0, 0, 29, 30]) writer.requested('ana', hourAt + minute * MINUTE_MS + 5)
  await writer.flush()
  writer.requested('ana', hourAt + 59 * MINUTE_MS)
  await writer.close()
  const [row] = await query('select used, first_half, second_half from request_hours')
  assert.deepEqual(row, { used: 5, first_half: 1 | (1 << 29), second_half: 1 | (1 << 29) })
})

test('a driver reads hours, days and the best stretch; a search looks out once most stations are known', async () => {
  await look(MIDNIGHT - 9 * DAY_MS, NOW)
  await see(9, MIDNIGHT)
  const early = openAt(NOW - 6 * DAY_MS)
  await early.learn()
  const thin = await early.read('ana', 'market')
  assert.deepEqual([thin.stations.length, thin.suggestions], [2, []])
  assert.ok(thin.stations[0]!.days > 1 && thin.stations[0]!.days < thin.enoughDays)
  assert.equal(await early.lookOut('market', ['st-1', 'st-2']), null)

  const forecast = openAt(NOW)
  await forecast.learn()
  const { stations, suggestions } = await forecast.read('ana', 'market')
  const [one] = stations
  assert.ok(one)
  assert.deepEqual([one.code, one.timeZone, one.weekHours.length], ['AAA1', 'America/New_York', 168])
  assert.equal(one.weekHours.indexOf(Math.max(...one.weekHours)) % 24, 5)
  const [best] = suggestions
  assert.ok(best && best.startMinute <= 330 && best.endMinute > 330, JSON.stringify(best))
  const outlook = await forecast.lookOut('market', ['st-1', 'st-9'])
  assert.deepEqual([outlook?.known.length, outlook?.unknown], [1, 1])
  assert.equal(await forecast.lookOut('market', ['st-1', 'st-8', 'st-9']), null)
})

test('suggestions are those of the stations in the filter', async () => {
  await look(MIDNIGHT - 9 * DAY_MS, NOW)
  await see(9, MIDNIGHT)
  const forecast = openAt(NOW)
  await forecast.learn()
  assert.notEqual((await forecast.read('ana', 'market')).suggestions.length, 0)
  const filter = proposeFilter('amazon', 'basic', 'America/New_York', ['st-2'])
  await query(
    `insert into filters (driver_id, variant, version, body) values ('ana', 'amazon', 1, $1)`,
    filter,
  )
  assert.deepEqual((await forecast.read('ana', 'market')).suggestions, [], 'nothing was ever seen of it')
})
