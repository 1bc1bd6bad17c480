import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replayFilter, proposeFilter } from '@madruga/core/filters.ts'
import type { Observation } from '@madruga/core/observations.ts'
import type { CurrencyCounts } from '@madruga/core/pay-sums.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { createColumnCache } from './column-cache.ts'
import type { ColumnCache } from './column-cache.ts'
import { topNewest, viewWindow } from './newest.ts'
import type { Row } from './store.ts'

const NOW = Date.parse('2026-11-24T15:00Z')

const rowOf = (
  stationId: string,
  hour: number,
  currency: string | null,
  change: Record<number, unknown> = {},
): Row =>
  Object.assign(
    [
      stationId,
      NOW + hour * HOUR_MS,
      NOW + (hour + 24) * HOUR_MS,
      NOW + (hour + 26) * HOUR_MS,
      4_000 + hour,
      0,
      null,
      null,
      'shift',
      false,
      null,
      null,
      false,
      currency,
    ] satisfies Row,
    change,
  )

function cacheOf(stationId: string, rows: readonly Row[]): ColumnCache {
  const cache = createColumnCache(stationId, NOW, 0)
  for (const row of rows) cache.add(row)
  return cache
}

const currenciesOf = (cache: ColumnCache) =>
  Array.from({ length: cache.size() }, (_, index) => {
    const into = {} as Observation
    cache.read(index, into)
    return into.currency
  })

function countsOf(cache: ColumnCache, from = 0) {
  const counts: CurrencyCounts = new Map()
  cache.countCurrencies(from, counts)
  return [...counts]
}

test('each observation keeps its currency, beside all that is said in the same number', () => {
  const kept = cacheOf('p1', [
    rowOf('p1', 0, 'EUR', { 9: true, 10: 'unknown', 12: true }),
    rowOf('p1', 1, null, { 9: true }),
    rowOf('p1', 2, 'GBP', { 12: true }),
    rowOf('p1', 3, 'EUR'),
  ])
  assert.deepEqual(currenciesOf(kept), ['EUR', null, 'GBP', 'EUR'])
  assert.deepEqual(countsOf(kept), [
    ['EUR', 2],
    [null, 1],
    ['GBP', 1],
  ])
  assert.deepEqual(countsOf(kept, 3), [['EUR', 1]])
  assert.deepEqual(countsOf(cacheOf('p2', [rowOf('p2', 0, null), rowOf('p2', 1, null)]), 1), [[null, 1]])
  assert.deepEqual(countsOf(cacheOf('p2', [])), [])
  const into = {} as Observation
  kept.read(0, into)
  assert.deepEqual([into.batched, into.payBasis, into.full], [true, 'unknown', true])
  kept.read(3, into)
  assert.deepEqual([into.batched, into.payBasis, into.full], [false, null, false])
})

test('a currency moves with its observation: one that came late, and what was forgotten before it', () => {
  const rows = Array.from({ length: 1_200 }, (_, hour) => rowOf('p1', hour, hour % 3 === 0 ? 'EUR' : null))
  const late = rowOf('p1', 700.5, 'GBP')
  const cache = cacheOf('p1', [...rows, late])
  cache.forgetBefore(NOW + 1_100 * HOUR_MS)
  assert.deepEqual(currenciesOf(cache).slice(0, 4), [null, 'EUR', null, null], 'from hour 1,100')
  const kept = cacheOf('p1', [...rows, late])
  assert.deepEqual(
    currenciesOf(kept).slice(699, 703),
    ['EUR', null, 'GBP', null],
    'between the hours 700 and 701',
  )
})

test('a replay over stations of two currencies takes the main one of all, each station in its own', () => {
  const caches = [
    cacheOf('p1', [rowOf('p1', 0, 'EUR'), rowOf('p1', 2, 'EUR'), rowOf('p1', 4, null)]),
    cacheOf('p2', [rowOf('p2', 6, null)]),
    cacheOf('p3', [rowOf('p3', 8, 'EUR')]),
  ]
  const proposed = proposeFilter('courier', 'basic', 'Europe/Paris', ['p1', 'p2', 'p3'])
  const days = proposed.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
  const price = { ...proposed.price, perHourMinCents: 0 }
  const filter = { ...proposed, price, schedule: { ...proposed.schedule, days } }
  const history = viewWindow(caches, topNewest(caches, NOW, 100))
  const { currency, fit, byStation } = replayFilter(filter, history)
  assert.equal(currency, 'EUR')
  assert.deepEqual(fit, {
    count: 5,
    cents: 4_000 + 4_002 + 4_008,
    tipCents: 0,
    minutes: 600,
    others: [{ count: 2, payCents: 4_004 + 4_006, tipCents: 0 }],
  })
  assert.deepEqual(
    byStation.map(({ stationId, cents, others }) => [stationId, cents, others[0]?.payCents]),
    [
      ['p1', 8_002, 4_004],
      ['p3', 4_008, undefined],
      ['p2', 0, 4_006],
    ],
  )
})
