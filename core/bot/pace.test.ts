import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import type { Outlook } from '../forecast.ts'
import { readZoneOffsets } from '../schedule.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import {
  followForecast,
  mayRequest,
  nextPollMs,
  noteSightings,
  spendRequest,
  startPace,
  usedThisHour,
} from './pace.ts'

const BUDGET = { perHour: 1_200, burstMinutes: 10, reserveShare: 0.1 }
const START = Date.UTC(2026, 9, 20, 16, 0, 17)

/** One station of UTC that releases `busy` times as much in the minutes at which it does. */
function expecting(busy: (minute: number) => number): Outlook {
  const minutes = Float32Array.from({ length: 1_440 }, (_, minute) => 0.1 * busy(minute))
  const dayHours = new Float32Array(24).fill(1)
  const weekHours = new Float32Array(168).fill(1)
  const zone = readZoneOffsets('UTC', START, START + HOUR_MS)
  return {
    stations: new Set(['st-1']),
    known: [
      {
        zone,
        rates: { minutes, weekHours, plainHours: weekHours, dayHours, followers: 1, bursts: new Map() },
      },
    ],
    unknown: 0,
  }
}

/** Polls like a search does, until `until`; answers when. */
function pollOn(pace: ReturnType<typeof startPace>, from: number, until: number): number[] {
  const sent: number[] = []
  for (let now = from; now < until;) {
    const waitMs = nextPollMs(pace, now)
    if (waitMs > 0) {
      now += waitMs
      continue
    }
    spendRequest(pace, now)
    sent.push(now)
  }
  return sent
}

/** The same bucket as a platform keeps it, on its own. */
function platformBucket(perHour: number, burstMinutes: number, now: number) {
  const capacity = Math.max(1, Math.floor((perHour * burstMinutes) / 60))
  let [tokens, at] = [capacity, now]
  return (time: number) => {
    tokens = Math.min(capacity, tokens + ((time - at) * perHour) / HOUR_MS)
    at = time
    tokens -= 1
    return tokens > -1e-6
  }
}

const waits = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 2_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 4 * MINUTE_MS }) },
  { weight: 1, arbitrary: fc.integer({ min: -HOUR_MS, max: 3 * HOUR_MS }) },
)

test('never more than the budget in any rolling hour nor more at once than the bucket, whatever the times', () => {
  const cases = fc.record({
    perHour: fc.integer({ min: 1, max: 200 }),
    burstMinutes: fc.constantFrom(1, 10, 60),
    pollMs: fc.constantFrom(0, 500, 30_000),
    // How busy each of sixty minutes is, or none: the fixed rate.
    course: fc.option(fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 60, maxLength: 60 })),
    steps: fc.array(
      fc.record({
        waitMs: waits,
        how: fc.constantFrom('poll' as const, 'accept' as const, 'sight' as const, 'idle' as const),
      }),
      { maxLength: 400, size: 'max' },
    ),
  })
  const property = fc.property(cases, ({ perHour, burstMinutes, pollMs, course, steps }) => {
    const pace = startPace({ perHour, burstMinutes, reserveShare: 0.1 }, pollMs, START)
    const outlook = course && expecting((minute) => course[minute % 60] ?? 1)
    followForecast(pace, outlook, DEFAULT_SETTINGS.pace, 500, START, null)
    const platform = platformBucket(perHour, burstMinutes, START)
    const sent: number[] = []
    // The clock that the pace reads may be set back; real time, by which the platform counts, never is.
    let [now, real] = [START, START]
    for (const { waitMs, how } of steps) {
      now += waitMs
      real += Math.max(0, waitMs)
      if (how === 'sight') noteSightings(pace, [{ stationId: 'st-1' }], now)
      if (how === 'idle' || how === 'sight') continue
      if (how === 'accept' && !mayRequest(pace, now)) continue
      if (how === 'poll') {
        const pollIn = nextPollMs(pace, now)
        now += pollIn
        real += pollIn
        if (nextPollMs(pace, now) > 0) continue
      }
      spendRequest(pace, now)
      sent.push(real)
      assert.ok(platform(real), 'the platform grants it')
      const inHour = sent.filter((at) => at > real - HOUR_MS).length
      assert.ok(inHour <= perHour, `${inHour} of ${perHour}`)
      assert.ok(usedThisHour(pace, now) >= inHour, 'shown too few')
    }
  })
  fc.assert(property, { numRuns: 150 })
})

test('a greedy caller for six hours gets the budget and no more, and most of it', () => {
  const pace = startPace({ ...BUDGET, burstMinutes: 60 }, 0, START)
  const sent: number[] = []
  for (let now = START; now < START + 6 * HOUR_MS;) {
    const waitMs = nextPollMs(pace, now)
    if (waitMs > 0) {
      now += waitMs
      continue
    }
    spendRequest(pace, now)
    sent.push(now)
  }
  for (const [index, at] of sent.entries()) {
    const later = sent[index + BUDGET.perHour]
    assert.ok(later === undefined || later - at >= HOUR_MS)
  }
  assert.ok(sent.length > 5.5 * BUDGET.perHour, `${sent.length}`)
})

test('polls keep the distance of the speed', () => {
  const pace = startPace(BUDGET, 3_000, START)
  assert.equal(nextPollMs(pace, START), 0)
  spendRequest(pace, START)
  assert.equal(nextPollMs(pace, START), 3_000)
  assert.equal(nextPollMs(pace, START + 1_000), 2_000)
  assert.equal(nextPollMs(pace, START + 9_000), 0)
  assert.ok(mayRequest(pace, START), 'an accept does not wait')
})

test('the last tenth of a budget is spread until more comes back', () => {
  const pace = startPace({ ...BUDGET, burstMinutes: 60 }, 500, START, 1_150)
  assert.equal(nextPollMs(pace, START), 0)
  spendRequest(pace, START)
  assert.ok(nextPollMs(pace, START) > MINUTE_MS, 'a poll each minute or so for the rest of the hour')
})

test('requests known from before count as sent just now', () => {
  const pace = startPace(BUDGET, 3_000, START, 1_200)
  assert.equal(usedThisHour(pace, START), 1_200)
  assert.equal(nextPollMs(pace, START), 61 * MINUTE_MS - (START % MINUTE_MS))
  assert.equal(mayRequest(pace, START + HOUR_MS - 1), false)
  assert.equal(usedThisHour(pace, START + 61 * MINUTE_MS), 0)
})

test('a clock set back by hours does not hold up polling', () => {
  const pace = startPace(BUDGET, 3_000, START)
  spendRequest(pace, START)
  assert.equal(nextPollMs(pace, START - 5 * HOUR_MS), 3_000)
  assert.equal(nextPollMs(pace, START - 5 * HOUR_MS + 3_000), 0)
})

test('with a forecast polls gather where offers are expected, within the same requests an hour', () => {
  const hours = 6 * HOUR_MS
  const fixed = pollOn(startPace({ ...BUDGET, burstMinutes: 60 }, 3_334, START), START, START + hours)
  const pace = startPace({ ...BUDGET, burstMinutes: 60 }, 3_334, START)
  followForecast(
    pace,
    expecting((minute) => (minute % 10 === 0 ? 30 : 1)),
    DEFAULT_SETTINGS.pace,
    500,
    START,
    null,
  )
  const sent = pollOn(pace, START, START + hours)
  const busy = sent.filter((at) => Math.floor(at / MINUTE_MS) % 10 === 0).length
  assert.ok(busy / sent.length > 0.3, `${busy} of ${sent.length} in a tenth of the time`)
  assert.ok(sent.length <= fixed.length * 1.01, `${sent.length} and ${fixed.length}`)
  assert.ok(sent.length > fixed.length * 0.9, `${sent.length} and ${fixed.length}`)
})

test('a run window spends what the fixed rate would have spent by its end, wherever in it', () => {
  const until = START + 15 * MINUTE_MS
  const pace = startPace({ ...BUDGET, burstMinutes: 60 }, 3_000, START)
  const late = expecting((minute) => (minute >= 968 && minute < 972 ? 30 : 1))
  followForecast(pace, late, DEFAULT_SETTINGS.pace, 500, START, until)
  const sent = pollOn(pace, START, until)
  assert.ok(sent.length <= 310, `${sent.length}`)
  assert.ok(sent.filter((at) => at > START + 7 * MINUTE_MS).length > 0.6 * sent.length)
})

test('after a sighting at a searched station polls come faster for some seconds, and only then', () => {
  const pace = startPace(BUDGET, 3_000, START)
  followForecast(
    pace,
    expecting(() => 0.1),
    DEFAULT_SETTINGS.pace,
    500,
    START,
    null,
  )
  spendRequest(pace, START)
  const calmMs = nextPollMs(pace, START)
  assert.equal(noteSightings(pace, [{ stationId: 'elsewhere' }], START), false)
  assert.equal(nextPollMs(pace, START), calmMs)
  assert.equal(noteSightings(pace, [{ stationId: 'st-1' }], START), true)
  assert.ok(nextPollMs(pace, START) < calmMs / 2, `${nextPollMs(pace, START)} of ${calmMs}`)
  const later = START + DEFAULT_SETTINGS.pace.burstMs + 1
  spendRequest(pace, later)
  assert.ok(nextPollMs(pace, later) > 0.9 * calmMs)
})

test('without a forecast, or of no known station, polls keep the distance of the speed', () => {
  const pace = startPace(BUDGET, 3_000, START)
  followForecast(
    pace,
    { stations: new Set(['st-1']), known: [], unknown: 1 },
    DEFAULT_SETTINGS.pace,
    500,
    START,
    null,
  )
  spendRequest(pace, START)
  assert.equal(nextPollMs(pace, START), 3_000)
  assert.equal(noteSightings(pace, [{ stationId: 'st-1' }], START), false)
})
