import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectFollowers, expectOffers } from '../forecast.ts'
import type { ReleaseRates } from './rates.ts'
import { readZoneOffsets } from '../schedule.ts'
import { DAY_MS, MINUTE_MS } from '../time.ts'

/** Monday 1 June 2026 in UTC. */
const MONDAY = Date.UTC(2026, 5, 1)
const zone = (name: string) => readZoneOffsets(name, MONDAY - 9 * DAY_MS, MONDAY + 9 * DAY_MS)

/** A station that releases an offer an hour on Mondays, two on Tuesdays and so on, as much in each minute. */
function station(followers = 0): ReleaseRates {
  const weekHours = Float32Array.from({ length: 168 }, (_, hour) => 1 + Math.floor(hour / 24))
  const minutes = new Float32Array(1_440).fill(1 / 60)
  const dayHours = new Float32Array(24).fill(1)
  return { minutes, weekHours, plainHours: weekHours, dayHours, followers, bursts: new Map() }
}

function expected(outlook: Parameters<typeof expectOffers>[0], from: number, count: number): number[] {
  const into = new Float64Array(count).fill(7)
  expectOffers(outlook, from / MINUTE_MS, into)
  return [...into].map((offers) => Math.round(offers * 60 * 1_000) / 1_000)
}

test('each minute has the weekday of the station’s own clock, and stations add up', () => {
  const utc = { zone: zone('UTC'), rates: station() }
  const miami = { zone: zone('America/New_York'), rates: station() }
  const tuesday = MONDAY + DAY_MS
  assert.deepEqual(expected({ known: [utc], unknown: 0 }, tuesday - MINUTE_MS, 2), [1, 2])
  assert.deepEqual(expected({ known: [miami], unknown: 0 }, tuesday - MINUTE_MS, 2), [1, 1])
  assert.deepEqual(expected({ known: [utc, miami], unknown: 0 }, tuesday - MINUTE_MS, 2), [2, 3])
  assert.deepEqual(
    expected({ known: [utc], unknown: 0 }, MONDAY - MINUTE_MS, 2),
    [7, 1],
    'Sunday, then Monday',
  )
})

test('a station without data releases like the mean of the others', () => {
  const utc = { zone: zone('UTC'), rates: station() }
  // Four an hour on average of the week.
  assert.deepEqual(expected({ known: [utc], unknown: 1 }, MONDAY, 2), [5, 5])
  assert.deepEqual(expected({ known: [utc, utc], unknown: 3 }, MONDAY, 1), [2 + 12])
  assert.deepEqual(expected({ known: [], unknown: 3 }, MONDAY, 1), [0])
})

test('what follows an offer is the mean of the known stations', () => {
  const known = [1, 4].map((followers) => ({ zone: zone('UTC'), rates: station(followers) }))
  assert.deepEqual([expectFollowers({ known }), expectFollowers({ known: [] })], [2.5, 0])
})
