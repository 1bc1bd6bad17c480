import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SPEEDS } from '../settings.ts'
import { DEFAULT_SETTINGS as SETTINGS } from '../settings.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { nextPollMs, spendRequest, startRequestRate } from './request-rate.ts'
import { findPollMs, runScheduleOf, runEndAt, runLimitAt } from './speed.ts'
import { newBot } from './step.ts'

test('the speeds run and sleep as the seed says', () => {
  const minutes = SPEEDS.map((speed) => {
    const { runMs, sleepMs, totalMs, waitMs } = runScheduleOf(
      speed,
      { refreshMs: 900, runMinutes: 7, sleepMinutes: 3 },
      SETTINGS,
    )
    return [speed, runMs, sleepMs, totalMs, waitMs].map((of) =>
      typeof of === 'number' ? of / MINUTE_MS : of,
    )
  })
  assert.deepEqual(minutes, [
    ['1X', 60, 70, null, null],
    ['2X15', 15, 15, 180, 70],
    ['2X30', 30, 30, null, null],
    ['3X', 10, 70, null, null],
    ['4X', 7, 3, null, null],
  ])
})

test('the custom speed respects the shortest window and fastest poll, and without values is 1X', () => {
  const zero = runScheduleOf('4X', { refreshMs: 0, runMinutes: 0, sleepMinutes: 0 }, SETTINGS)
  assert.deepEqual([zero.runMs, zero.sleepMs, zero.pollMs], [MINUTE_MS, 0, SETTINGS.fastestPollMs])
  assert.equal(runScheduleOf('4X', null, SETTINGS), SETTINGS.speeds['1X'])
})

test("only 2X15 has a limit in total, counted from the driver's start", () => {
  const bot = { ...newBot('driver', 'amazon'), startedAt: 1_000 }
  assert.equal(runLimitAt({ ...bot, speed: '2X15' }, SETTINGS), 1_000 + 3 * HOUR_MS)
  assert.equal(runLimitAt({ ...bot, speed: '1X' }, SETTINGS), null)
  assert.equal(runLimitAt({ ...bot, speed: '2X15', startedAt: null }, SETTINGS), null)
  const shadowUntil = 1_000 + HOUR_MS
  assert.equal(runEndAt({ ...bot, speed: '2X15', shadowUntil }, SETTINGS), shadowUntil)
  assert.equal(runEndAt({ ...bot, speed: '1X', shadowUntil }, SETTINGS), shadowUntil)
  assert.equal(runEndAt({ ...bot, speed: '2X15' }, SETTINGS), 1_000 + 3 * HOUR_MS)
  assert.equal(runEndAt({ ...bot, speed: '1X' }, SETTINGS), null)
})

const rates = (perHour: number) =>
  SPEEDS.slice(0, 4).map((speed) =>
    findPollMs(runScheduleOf(speed, null, SETTINGS), { ...SETTINGS.budget, perHour }),
  )

test('the poll rates of 1,200 and of 3,600 requests an hour', () => {
  assert.deepEqual(rates(1_200), [3_334, 2_000, 2_500, 1_667])
  assert.deepEqual(rates(3_600), [1_112, 750, 834, 556])
  assert.deepEqual(rates(360_000), [1_000, 750, 750, 500])
})

test("a day at a speed's rate never exhausts the budget", () => {
  const customs = [
    null,
    { refreshMs: 500, runMinutes: 45, sleepMinutes: 1 },
    { refreshMs: 500, runMinutes: 90, sleepMinutes: 0 },
    { refreshMs: 500, runMinutes: 5, sleepMinutes: 5 },
  ]
  for (const [index, speed] of [...SPEEDS.slice(0, 4), '4X', '4X', '4X'].entries()) {
    const custom = customs[Math.max(0, index - 3)] ?? null
    const runSchedule = runScheduleOf(speed as (typeof SPEEDS)[number], custom, SETTINGS)
    const pollMs = findPollMs(runSchedule, SETTINGS.budget)
    const rate = startRequestRate(SETTINGS.budget, pollMs, 0)
    let now = 0
    for (let windowAt = 0; windowAt < 6 * HOUR_MS; windowAt += runSchedule.runMs + runSchedule.sleepMs) {
      now = Math.max(now, windowAt)
      for (; now < windowAt + runSchedule.runMs; now += pollMs) {
        assert.equal(nextPollMs(rate, now), 0, `${speed} ${JSON.stringify(custom)} waits at ${now}`)
        spendRequest(rate, now)
      }
    }
  }
})

test('polls have an end of their wait even where a platform grants nothing', () => {
  const budget = { ...SETTINGS.budget, perHour: 0 }
  assert.equal(Number.isFinite(findPollMs(runScheduleOf('1X', null, SETTINGS), budget)), true)
})
