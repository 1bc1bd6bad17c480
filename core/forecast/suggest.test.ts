import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestStretches } from '../forecast.ts'
import type { Outlook } from '../forecast.ts'
import { readZoneOffsets } from '../schedule.ts'

const NOW = Date.UTC(2026, 5, 3, 15)
const zone = (name: string) => readZoneOffsets(name, NOW - 86_400_000, NOW + 9 * 86_400_000)

/** A station with an even rate except for these minutes of its day, which release a multiple of it. */
function station(
  timeZone: string,
  busy: (minute: number) => number,
  weekdays = (_hour: number) => 1,
): Outlook {
  const minutes = Float32Array.from({ length: 1_440 }, (_, minute) => 0.02 * busy(minute))
  const dayHours = Float32Array.from({ length: 24 }, (_, hour) =>
    minutes.slice(hour * 60, hour * 60 + 60).reduce((sum, rate) => sum + rate, 0),
  )
  const weekHours = Float32Array.from({ length: 168 }, (_, hour) => dayHours[hour % 24]! * weekdays(hour))
  const known = [
    {
      zone: zone(timeZone),
      rates: { minutes, weekHours, plainHours: weekHours, dayHours, followers: 0, bursts: new Map() },
    },
  ]
  return { stations: new Set(['st-1']), known, unknown: 0 }
}

test('the busiest stretch is found to the quarter of an hour, in the zone of the driver', () => {
  const busy = station('America/New_York', (minute) => (minute >= 285 && minute < 405 ? 12 : 1))
  const [best] = suggestStretches(busy, zone('America/Chicago'), NOW)
  assert.deepEqual([best?.startMinute, best?.endMinute], [225, 345])
  assert.deepEqual(best?.days, [1, 2, 3, 4, 5, 6, 7])
  assert.ok(Math.abs(best.share - (120 * 12) / (120 * 12 + 1_320)) < 0.01)
})

test('over midnight, and only the weekdays on which it is worth it', () => {
  const busy = station(
    'America/New_York',
    (minute) => (minute >= 1_410 || minute < 60 ? 12 : 1),
    (hour) => (hour < 5 * 24 ? 1 : 0.1),
  )
  const [best] = suggestStretches(busy, zone('America/New_York'), NOW)
  assert.deepEqual([best?.startMinute, best?.endMinute, best?.days], [1_410, 60, [1, 2, 3, 4, 5]])
})

test('an even day suggests nothing, and stretches never overlap', () => {
  assert.deepEqual(
    suggestStretches(
      station('America/New_York', () => 1),
      zone('America/New_York'),
      NOW,
    ),
    [],
  )
  const wave = station('America/New_York', (minute) => (Math.floor(minute / 240) % 2 === 0 ? 6 : 1))
  const found = suggestStretches(wave, zone('America/New_York'), NOW)
  assert.equal(found.length, 3)
  assert.equal(new Set(found.map((one) => one.startMinute)).size, 3)
})

const MIAMI = zone('America/New_York')
const stretches = (outlook: Outlook) =>
  suggestStretches(outlook, MIAMI, NOW).map(({ startMinute, endMinute }) => [startMinute, endMinute])
/** Busy from one minute of the day to another. */
const between = (from: number, to: number) => (minute: number) => (minute >= from && minute < to ? 12 : 1)

test('a stretch lasts an hour at least and four at most', () => {
  const [[start, end]] = stretches(station('America/New_York', between(600, 615))) as [[number, number]]
  assert.equal(end - start, 60)
  assert.ok(start >= 555 && start <= 600)
  const long = stretches(station('America/New_York', between(600, 900)))
  assert.deepEqual(long[0]![1]! - long[0]![0]!, 240)
})

test('of four peaks the best three are suggested, the best first', () => {
  const peaks = [
    [60, 10],
    [420, 12],
    [780, 14],
    [1_140, 16],
  ] as const
  const busy = (minute: number) => peaks.find(([from]) => minute >= from && minute < from + 60)?.[1] ?? 1
  assert.deepEqual(stretches(station('America/New_York', busy)), [
    [1_140, 1_200],
    [780, 840],
    [420, 480],
  ])
})

const lifted = (by: number) =>
  stretches(station('America/New_York', (minute) => (minute >= 600 && minute < 720 ? by : 1)))

test('what stands out by less than a fifth is not suggested', () => {
  assert.deepEqual(lifted(1.15), [])
  // Of a mean that the two hours lift by their own twelfth.
  assert.deepEqual(lifted(1.3), [[600, 720]])
})

const quietSunday = (share: number) =>
  suggestStretches(
    station('America/New_York', between(600, 720), (hour) => (hour >= 6 * 24 ? share : 1)),
    MIAMI,
    NOW,
  )[0]!

test('a weekday belongs to a stretch from three fifths of the usual day on', () => {
  // Six days of 1 and one of x: the usual day is (6 + x) / 7, of which 0.6 is reached at x = 0.5625.
  assert.deepEqual(quietSunday(0.57).days, [1, 2, 3, 4, 5, 6, 7])
  assert.deepEqual(quietSunday(0.55).days, [1, 2, 3, 4, 5, 6])
  const busy = 6 * 120 * 12
  const all = (6 + 0.55) * (120 * 12 + 1_320)
  assert.ok(Math.abs(quietSunday(0.55).share - busy / all) < 0.001, `${quietSunday(0.55).share}`)
})

test('where nothing is expected nothing is suggested', () => {
  assert.deepEqual(stretches({ stations: new Set(['st-1']), known: [], unknown: 1 }), [])
})
