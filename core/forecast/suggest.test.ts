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
