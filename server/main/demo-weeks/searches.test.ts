import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '@madruga/core/offers.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Listing } from './market.ts'
import { cutDeliveries, findSightings, layRuns } from './searches.ts'

const speed = DEFAULT_SETTINGS.speeds['1X']
const FROM = Date.parse('2026-11-02T05:00:00Z')
const timeZone = 'America/New_York'
const span = { from: FROM, until: FROM + 7 * DAY_MS }
const localHour = (at: number) => (((at - FROM) % DAY_MS) + DAY_MS) % DAY_MS

test('the bot starts at five and at six on alternate days, runs and sleeps as its speed says, and rests at the daily stop', () => {
  const windows = layRuns(span, { timeZone, speed, dailyStop: DEFAULT_SETTINGS.dailyStop })
  const first = windows.filter(({ from }) => from < FROM + 28 * HOUR_MS)
  assert.equal(first[0]?.from, FROM + 5 * HOUR_MS)
  for (const [place, window] of first.entries()) {
    assert.ok(window.until - window.from <= speed.runMs)
    const before = first[place - 1]
    if (before) assert.equal(window.from - before.until, speed.sleepMs)
  }
  assert.ok(windows.some(({ from }) => from === FROM + DAY_MS + 6 * HOUR_MS))
  for (const { from, until } of windows)
    assert.ok(localHour(from) >= 5 * HOUR_MS || localHour(until) <= 4 * HOUR_MS, new Date(from).toISOString())
})

test('without a daily stop a run ends before the next one starts', () => {
  const windows = layRuns(span, { timeZone, speed, dailyStop: null })
  for (const [place, { from }] of windows.entries())
    assert.ok(place === 0 || windows[place - 1]!.until <= from)
})

const listing = (shownAt: number, hiddenAt: number): Listing => ({
  offer: { id: `${shownAt}` } as Offer,
  shownAt,
  hiddenAt,
  follows: null,
})

test('an offer is seen by the first poll at which it is listed, in no sleep, and not at all if it was gone before', () => {
  const windows = [
    { from: 0, until: 10_000 },
    { from: 50_000, until: 60_000 },
  ]
  const seen = (listings: Listing[]) =>
    findSightings(listings, windows, 3_000).map(({ shownAt, seenAt }) => [shownAt, seenAt])
  assert.deepEqual(seen([listing(3_001, 20_000), listing(0, 1_000)]), [
    [0, 0],
    [3_001, 6_000],
  ])
  assert.deepEqual(seen([listing(3_001, 6_000)]), [], 'gone at the poll')
  assert.deepEqual(seen([listing(12_000, 70_000)]), [[12_000, 50_000]], 'listed through the sleep')
  assert.deepEqual(seen([listing(12_000, 40_000)]), [], 'gone in the sleep')
  assert.deepEqual(seen([listing(61_000, 90_000)]), [], 'after the last run')
})

test('nothing is searched for while the driver delivers', () => {
  const window = { from: 0, until: HOUR_MS }
  const cut = (...deliveries: [number, number][]) =>
    cutDeliveries(
      [window],
      deliveries.map(([arrivedAt, endAt]) => ({ arrivedAt, endAt })),
    ).map(({ from, until }) => [from / MINUTE_MS, until / MINUTE_MS])
  assert.deepEqual(cut(), [[0, 60]])
  assert.deepEqual(cut([30 * MINUTE_MS, 40 * MINUTE_MS], [10 * MINUTE_MS, 20 * MINUTE_MS]), [
    [0, 10],
    [20, 30],
    [40, 60],
  ])
  assert.deepEqual(cut([-MINUTE_MS, 2 * HOUR_MS]), [])
})
