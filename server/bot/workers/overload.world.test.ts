import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPollMs, runScheduleOf } from '@madruga/core/bot.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import { AHEAD, startBotWorld } from '../testing.ts'

// A Friday noon in New York, far from the daily stop.
const NOON = Date.UTC(2026, 10, 20, 17)
const REGULAR = { mode: 'regular', liveLog: false } as const
const CAPACITY = 4

const world = await startBotWorld({ now: NOON, worker: { capacity: CAPACITY, startsPerSecond: 2 } })
const { settings } = world
const POLL_MS = findPollMs(runScheduleOf('1X', null, settings), settings.budget)
const ids = Array.from({ length: 3 * CAPACITY }, (_, index) => `driver-${index}`)
for (const id of ids) await world.addDriver(id)

/** Polls in so much time, as a share of what a full worker sends. */
async function shareOf(ms: number): Promise<number> {
  const before = world.platform.polls
  await world.advance(ms)
  return (world.platform.polls - before) / ((CAPACITY * ms) / POLL_MS)
}

async function searching(): Promise<string[]> {
  const rows = await Promise.all(ids.map((id) => world.rowOf(id)))
  return rows.flatMap((row) => (row?.owner ? [row.driverId] : []))
}

test('three times the bots that a worker has room for: the first ones search on, the others wait in their order and follow', async () => {
  for (const id of ids) await world.bots.startBot(id, REGULAR)
  await world.advance(10 * SECOND_MS)
  assert.deepEqual(await searching(), ids.slice(0, CAPACITY), 'those who came first')
  for (let minute = 0; minute < 3; minute++)
    assert.ok((await shareOf(MINUTE_MS)) > 0.8, 'they lose nothing to those who wait')
  assert.deepEqual(await searching(), ids.slice(0, CAPACITY), 'and nobody takes their place')

  // The load ends: the first go, and half of those who wait.
  for (const id of [...ids.slice(0, CAPACITY), ...ids.slice(-CAPACITY)]) await world.bots.stopBot(id)
  await world.advance(30 * SECOND_MS)
  assert.deepEqual(await searching(), ids.slice(CAPACITY, 2 * CAPACITY), 'the next in line')
  assert.ok((await shareOf(MINUTE_MS)) > 0.8)
})

test('a bot that changes workers all the time keeps the budget of its hour', async () => {
  const perHour = 60
  const changing = await startBotWorld({
    now: NOON + HOUR_MS,
    leasePace: AHEAD,
    settings: { budget: { perHour, burstMinutes: 60, reserveShare: 0 } },
  })
  await changing.addDriver('ana')
  await changing.bots.startBot('ana', REGULAR)
  await changing.until(() => changing.bots.size() === 1, 'searching')
  let worker = changing.bots
  for (let change = 0; change < 90; change++) {
    await changing.advance(30 * SECOND_MS)
    const next = await changing.another()
    await worker.close()
    worker = next
    await changing.until(() => worker.size() === 1, `change ${change}`)
  }
  assert.ok(changing.platform.polls > perHour / 4, `${changing.platform.polls} polls`)
  assert.ok(changing.platform.polls <= perHour, `${changing.platform.polls} polls`)
})
