import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestDay, percentOf, stackLayers, sumWins } from './figures.ts'

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
  const { most, polygons } = stackLayers(
    [
      [1, 2],
      [1, 0],
    ],
    { width: 10, height: 4 },
  )
  assert.equal(most, 2)
  assert.deepEqual(polygons, ['0.0,2.0 10.0,0.0 10.0,4.0 0.0,4.0', '0.0,0.0 10.0,0.0 10.0,0.0 0.0,2.0'])
})

test('one sample alone is drawn from side to side', () => {
  const { polygons } = stackLayers([[3]], { width: 10, height: 4 })
  assert.deepEqual(polygons, ['0.0,0.0 10.0,0.0 10.0,4.0 0.0,4.0'])
})
