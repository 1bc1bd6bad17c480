import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import type { Outlook } from '../forecast.ts'
import { readZoneOffsets } from '../schedule.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import {
  announcedPollMs,
  followForecast,
  mayRequest,
  nextPollMs,
  noteObservations,
  readHistory,
  spendRequest,
  startRequestRate,
  usedThisHour,
} from './request-rate.ts'

const BUDGET = { perHour: 1_200, burstMinutes: 10, reserveShare: 0.1 }
const START = Date.UTC(2026, 9, 20, 16, 0, 17)

/** One station in UTC that releases `busy` times as much in its busy minutes. */
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

/** Polls like a search until `until`; returns the times. */
function pollOn(rate: ReturnType<typeof startRequestRate>, from: number, until: number): number[] {
  const sent: number[] = []
  for (let now = from; now < until;) {
    const waitMs = nextPollMs(rate, now)
    if (waitMs > 0) {
      now += waitMs
      continue
    }
    spendRequest(rate, now)
    sent.push(now)
  }
  return sent
}

/** An independent copy of the platform's bucket. */
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

test('no rolling hour exceeds the budget and no burst exceeds the bucket, at any times', () => {
  const cases = fc.record({
    perHour: fc.integer({ min: 1, max: 200 }),
    burstMinutes: fc.constantFrom(1, 10, 60),
    pollMs: fc.constantFrom(0, 500, 30_000),
    // How busy each of sixty minutes is; none = the fixed rate.
    schedule: fc.option(fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 60, maxLength: 60 })),
    steps: fc.array(
      fc.record({
        waitMs: waits,
        how: fc.constantFrom('poll' as const, 'accept' as const, 'sight' as const, 'idle' as const),
      }),
      { maxLength: 400, size: 'max' },
    ),
  })
  const property = fc.property(cases, ({ perHour, burstMinutes, pollMs, schedule, steps }) => {
    const rate = startRequestRate({ perHour, burstMinutes, reserveShare: 0.1 }, pollMs, START)
    const outlook = schedule && expecting((minute) => schedule[minute % 60] ?? 1)
    followForecast(rate, outlook, DEFAULT_SETTINGS.rate, 500, START, null)
    const platform = platformBucket(perHour, burstMinutes, START)
    const sent: number[] = []
    // The clock that the request rate reads may be set back; real time, by which the platform counts, never
    // is.
    let [now, real] = [START, START]
    for (const { waitMs, how } of steps) {
      now += waitMs
      real += Math.max(0, waitMs)
      if (how === 'sight') noteObservations(rate, [{ stationId: 'st-1' }], now)
      if (how === 'idle' || how === 'sight') continue
      if (how === 'accept' && !mayRequest(rate, now)) continue
      if (how === 'poll') {
        const pollIn = nextPollMs(rate, now)
        now += pollIn
        real += pollIn
        if (nextPollMs(rate, now) > 0) continue
      }
      spendRequest(rate, now)
      sent.push(real)
      assert.ok(platform(real), 'the platform grants it')
      const inHour = sent.filter((at) => at > real - HOUR_MS).length
      assert.ok(inHour <= perHour, `${inHour} of ${perHour}`)
      assert.ok(usedThisHour(rate, now) >= inHour, 'shown too few')
    }
  })
  fc.assert(property, { numRuns: 150 })
})

test('a greedy caller for six hours gets the budget and no more, and most of it', () => {
  const rate = startRequestRate({ ...BUDGET, burstMinutes: 60 }, 0, START)
  const sent: number[] = []
  for (let now = START; now < START + 6 * HOUR_MS;) {
    const waitMs = nextPollMs(rate, now)
    if (waitMs > 0) {
      now += waitMs
      continue
    }
    spendRequest(rate, now)
    sent.push(now)
  }
  for (const [index, at] of sent.entries()) {
    const later = sent[index + BUDGET.perHour]
    assert.ok(later === undefined || later - at >= HOUR_MS)
  }
  assert.ok(sent.length > 5.5 * BUDGET.perHour, `${sent.length}`)
})

test("polls keep the speed's interval", () => {
  const rate = startRequestRate(BUDGET, 3_000, START)
  assert.equal(nextPollMs(rate, START), 0)
  spendRequest(rate, START)
  assert.equal(nextPollMs(rate, START), 3_000)
  assert.equal(nextPollMs(rate, START + 1_000), 2_000)
  assert.equal(nextPollMs(rate, START + 9_000), 0)
  assert.ok(mayRequest(rate, START), 'an accept does not wait')
})

test('the last tenth of a budget is spread until it refills', () => {
  const rate = startRequestRate({ ...BUDGET, burstMinutes: 60 }, 500, START, 1_150)
  assert.equal(nextPollMs(rate, START), 0)
  spendRequest(rate, START)
  assert.ok(nextPollMs(rate, START) > MINUTE_MS, 'a poll each minute or so for the rest of the hour')
})

test('an announced poll keeps no interval, and waits where the bucket or the budget is nearly spent', () => {
  const rate = startRequestRate(BUDGET, 3_000, START)
  for (let sent = 0; sent < 199; sent++) spendRequest(rate, START)
  assert.ok(nextPollMs(rate, START) > 0)
  assert.equal(announcedPollMs(rate, START), 0)
  spendRequest(rate, START)
  assert.equal(announcedPollMs(rate, START), 3_000, 'the bucket is empty')
  const spent = (requests: number) =>
    startRequestRate({ ...BUDGET, burstMinutes: 60 }, 3_000, START, requests)
  const isHeld = [1_079, 1_080].map((requests) => {
    const nearly = spent(requests)
    nearly.lastAt = START
    return announcedPollMs(nearly, START) > 0
  })
  assert.deepEqual(isHeld, [false, true], 'a tenth of the budget is left to accepts')
})

test('earlier requests count as sent just now', () => {
  const rate = startRequestRate(BUDGET, 3_000, START, 1_200)
  assert.equal(usedThisHour(rate, START), 1_200)
  assert.equal(nextPollMs(rate, START), 61 * MINUTE_MS - (START % MINUTE_MS))
  assert.equal(mayRequest(rate, START + HOUR_MS - 1), false)
  assert.equal(usedThisHour(rate, START + 61 * MINUTE_MS), 0)
})

test('the process that searches next keeps the budget and the bucket, and need not wait out the hour again', () => {
  const cases = fc.record({
    perHour: fc.integer({ min: 60, max: 1_200 }),
    burstMinutes: fc.constantFrom(1, 10, 60),
    pollMs: fc.constantFrom(0, 500, 3_334),
    handoversMs: fc.array(fc.integer({ min: 1_000, max: 20 * MINUTE_MS }), { minLength: 12, maxLength: 12 }),
  })
  const property = fc.property(cases, ({ perHour, burstMinutes, pollMs, handoversMs }) => {
    const budget = { perHour, burstMinutes, reserveShare: 0.1 }
    const platform = platformBucket(perHour, burstMinutes, START)
    let [rate, now] = [startRequestRate(budget, pollMs, START), START]
    const sent: number[] = []
    for (const servesMs of handoversMs) {
      for (const at of pollOn(rate, now, now + servesMs)) {
        sent.push(at)
        assert.ok(platform(at), 'the platform grants it')
        const inHour = sent.filter((each) => each > at - HOUR_MS).length
        assert.ok(inHour <= perHour, `${inHour} of ${perHour}`)
      }
      now += servesMs
      rate = startRequestRate(budget, pollMs, now, 0, readHistory(rate))
    }
    if (pollMs === 3_334 && perHour === 1_200) assert.ok(sent.length > (0.95 * (now - START)) / pollMs)
  })
  fc.assert(property, { numRuns: 60 })
})

test('a clock set back by hours does not stop polling', () => {
  const rate = startRequestRate(BUDGET, 3_000, START)
  spendRequest(rate, START)
  assert.equal(nextPollMs(rate, START - 5 * HOUR_MS), 3_000)
  assert.equal(nextPollMs(rate, START - 5 * HOUR_MS + 3_000), 0)
})

test('with a forecast polls concentrate where offers are expected, at the same requests an hour', () => {
  const hours = 6 * HOUR_MS
  const fixed = pollOn(startRequestRate({ ...BUDGET, burstMinutes: 60 }, 3_334, START), START, START + hours)
  const rate = startRequestRate({ ...BUDGET, burstMinutes: 60 }, 3_334, START)
  followForecast(
    rate,
    expecting((minute) => (minute % 10 === 0 ? 30 : 1)),
    DEFAULT_SETTINGS.rate,
    500,
    START,
    null,
  )
  const sent = pollOn(rate, START, START + hours)
  const busy = sent.filter((at) => Math.floor(at / MINUTE_MS) % 10 === 0).length
  assert.ok(busy / sent.length > 0.3, `${busy} of ${sent.length} in a tenth of the time`)
  assert.ok(sent.length <= fixed.length * 1.01, `${sent.length} and ${fixed.length}`)
  assert.ok(sent.length > fixed.length * 0.9, `${sent.length} and ${fixed.length}`)
})

test('by its end a run window spends what the fixed rate would have spent', () => {
  const until = START + 15 * MINUTE_MS
  const rate = startRequestRate({ ...BUDGET, burstMinutes: 60 }, 3_000, START)
  const late = expecting((minute) => (minute >= 968 && minute < 972 ? 30 : 1))
  followForecast(rate, late, DEFAULT_SETTINGS.rate, 500, START, until)
  const sent = pollOn(rate, START, until)
  assert.ok(sent.length <= 310, `${sent.length}`)
  assert.ok(sent.filter((at) => at > START + 7 * MINUTE_MS).length > 0.6 * sent.length)
})

test('after an observation at a searched station polls are faster for some seconds only', () => {
  const rate = startRequestRate(BUDGET, 3_000, START)
  followForecast(
    rate,
    expecting(() => 0.1),
    DEFAULT_SETTINGS.rate,
    500,
    START,
    null,
  )
  spendRequest(rate, START)
  const calmMs = nextPollMs(rate, START)
  assert.equal(noteObservations(rate, [{ stationId: 'elsewhere' }], START), false)
  assert.equal(nextPollMs(rate, START), calmMs)
  assert.equal(noteObservations(rate, [{ stationId: 'st-1' }], START), true)
  assert.ok(nextPollMs(rate, START) < calmMs / 2, `${nextPollMs(rate, START)} of ${calmMs}`)
  const later = START + DEFAULT_SETTINGS.rate.burstMs + 1
  spendRequest(rate, later)
  assert.ok(nextPollMs(rate, later) > 0.9 * calmMs)
})

test("without a forecast or a known station polls keep the speed's interval", () => {
  const rate = startRequestRate(BUDGET, 3_000, START)
  followForecast(
    rate,
    { stations: new Set(['st-1']), known: [], unknown: 1 },
    DEFAULT_SETTINGS.rate,
    500,
    START,
    null,
  )
  spendRequest(rate, START)
  assert.equal(nextPollMs(rate, START), 3_000)
  assert.equal(noteObservations(rate, [{ stationId: 'st-1' }], START), false)
})

test('a rate knows the requests of each minute, and counts none of them after an hour', () => {
  const rate = startRequestRate(BUDGET, 0, START)
  for (const [minutes, requests] of [
    [0, 2],
    [1, 3],
    [30, 4],
  ] as const)
    for (let sent = 0; sent < requests; sent++) spendRequest(rate, START + minutes * MINUTE_MS)
  const { minute, counts } = readHistory(rate)
  assert.equal(minute, Math.floor(START / MINUTE_MS) + 30)
  const sent = [...counts.entries()].filter(([, requests]) => requests > 0)
  assert.deepEqual(sent, [
    [0, 4],
    [29, 3],
    [30, 2],
  ])
  const used = [60, 61, 62, 91].map((minutes) => usedThisHour(rate, START + minutes * MINUTE_MS))
  assert.deepEqual(used, [9, 7, 4, 0])
})

test('an accept needs one request of the bucket and one of the hour, and no interval', () => {
  const bucket = startRequestRate(BUDGET, 3_000, START, 199)
  assert.equal(mayRequest(bucket, START), true, 'the last of 200 at once')
  spendRequest(bucket, START)
  assert.equal(mayRequest(bucket, START), false)
  assert.equal(mayRequest(bucket, START + 2_999), false, 'a whole one is needed')
  assert.equal(mayRequest(bucket, START + 3_000), true)
  const hour = startRequestRate({ ...BUDGET, burstMinutes: 60 }, 3_000, START, 1_199)
  assert.equal(mayRequest(hour, START), true)
  spendRequest(hour, START)
  assert.equal(
    mayRequest(hour, START + 10 * MINUTE_MS),
    false,
    'the hour is spent, whatever the bucket holds',
  )
})

/** What a plan may have spent by the end of these minutes. */
function boundsOf(rate: ReturnType<typeof startRequestRate>, minutes: readonly number[]): number[] {
  followForecast(
    rate,
    expecting(() => 1),
    DEFAULT_SETTINGS.rate,
    500,
    START,
    null,
  )
  spendRequest(rate, START)
  nextPollMs(rate, START)
  return minutes.map((minute) => Math.round(100 * rate.schedule!.plan.bounds[minute]!) / 100)
}

test('a plan may spend what the bucket holds and gets, and what the hour leaves, but for half of the reserve', () => {
  const bucket = startRequestRate(BUDGET, 3_000, START)
  // 199 of 200 are left, and 20 come each minute.
  assert.deepEqual(boundsOf(bucket, [0, 9]), [189.05 + 20, 189.05 + 200])
  const hourly = { ...BUDGET, burstMinutes: 60 }
  // No more in an hour than the fixed rate would send, less the one that was sent.
  assert.deepEqual(boundsOf(startRequestRate({ ...hourly, perHour: 3_600 }, 3_000, START), [59]), [1_199])
  assert.deepEqual(boundsOf(startRequestRate(hourly, 3_000, START, 1_000), [0, 9]), [139, 139])
  const counts = Array.from({ length: 61 }, (_, age) => (age === 55 ? 300 : 0))
  const history = { minute: Math.floor(START / MINUTE_MS), counts }
  // What was sent 55 minutes ago is free again in the sixth.
  assert.deepEqual(boundsOf(startRequestRate(hourly, 3_000, START, 0, history), [4, 5]), [839, 1_139])
})
