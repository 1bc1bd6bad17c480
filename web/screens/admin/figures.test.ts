import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  alongTime,
  bestDay,
  columnAt,
  highestOf,
  nearestOf,
  percentOf,
  spreadOf,
  stackLayers,
  sumWins,
  ticksOf,
} from './figures.ts'

const wins = [
  { day: '2026-11-20', accepted: 2, missed: 1 },
  { day: '2026-11-21', accepted: 5, missed: 0 },
]

test('wins and misses are summed, and the best day has the most wins', () => {
  assert.deepEqual(sumWins(wins), { accepted: 7, missed: 1 })
  assert.equal(bestDay(wins)?.day, '2026-11-21')
  assert.equal(bestDay([{ day: '2026-11-20', accepted: 0, missed: 3 }]), null)
})

test('a share of nothing is no share', () => {
  assert.equal(percentOf(0, 0), null)
  assert.equal(percentOf(7, 8), 87.5)
  assert.equal(percentOf(0, 8), 0)
})

test('layers lie on each other, the highest sum touching the top', () => {
  const layers = [
    [1, 2],
    [1, 0],
  ]
  assert.equal(highestOf(layers), 2)
  assert.deepEqual(stackLayers(layers, { xs: [0, 1], top: 2, width: 10, height: 4 }), [
    '0.0,2.0 10.0,0.0 10.0,4.0 0.0,4.0',
    '0.0,0.0 10.0,0.0 10.0,0.0 0.0,2.0',
  ])
})

test('one sample alone is drawn from side to side', () => {
  assert.deepEqual(stackLayers([[3]], { xs: [1], top: 3, width: 10, height: 4 }), [
    '0.0,0.0 10.0,0.0 10.0,4.0 0.0,4.0',
  ])
})

test('an axis begins at zero, ends at or above the highest figure, and has few round steps', () => {
  assert.deepEqual(ticksOf(0), [0, 1])
  assert.deepEqual(ticksOf(1), [0, 1])
  assert.deepEqual(ticksOf(3), [0, 1, 2, 3])
  assert.deepEqual(ticksOf(5), [0, 2, 4, 6])
  assert.deepEqual(ticksOf(17), [0, 5, 10, 15, 20])
  assert.deepEqual(ticksOf(40), [0, 10, 20, 30, 40])
  assert.deepEqual(ticksOf(12_950, 100), [0, 5_000, 10_000, 15_000], 'cents, in whole dollars')
  for (let most = 0; most < 5_000; most += 7) {
    const ticks = ticksOf(most)
    assert.ok(ticks.at(-1)! >= most && ticks.length <= 6, `${most}: ${ticks}`)
  }
})

test('time without a sample is as wide as any other', () => {
  assert.deepEqual(alongTime([0, 10, 40]), [0, 0.25, 1])
  assert.deepEqual(alongTime([7]), [1])
  assert.deepEqual(alongTime([]), [])
})

test('a place on a chart is the nearest point, the edges included', () => {
  const columns = Array.from({ length: 4 }, (_, index) => ({ x: columnAt(index, 4) }))
  assert.deepEqual(
    [-1, 0, 0.24, 0.26, 0.99, 2].map((x) => nearestOf(columns, x)),
    [0, 0, 0, 1, 3, 3],
  )
})

test('the first, the middle and the last have their day under the axis', () => {
  assert.deepEqual(spreadOf(28), [0, 13, 27])
  assert.deepEqual(spreadOf(2), [0, 1])
  assert.deepEqual(spreadOf(1), [0])
  assert.deepEqual(spreadOf(0), [])
})
