import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsInSteps } from './row-steps.ts'

const rows = (startIndex: number, count = 1_000) =>
  rowsInSteps({ startIndex, endIndex: startIndex + 10, overscan: 8, count }, -1)

test('rows come in together: three of four frames of scrolling change nothing', () => {
  const changes = Array.from({ length: 40 }, (_, at) => rows(100 + at).join() !== rows(101 + at).join())
  assert.equal(changes.filter(Boolean).length, 20, 'ten times at the top, ten times at the bottom')
})

test('whatever is in sight is rendered with its overscan, and nothing beyond the ends', () => {
  for (let at = 0; at < 989; at++) {
    const shown = rows(at)
    assert.ok(shown[0]! <= Math.max(0, at - 8) && shown.at(-1)! >= Math.min(999, at + 18), `from ${at}`)
    assert.ok(shown[0]! >= 0 && shown.at(-1)! < 1_000, `from ${at}`)
  }
  assert.deepEqual(
    rowsInSteps({ startIndex: 0, endIndex: 1, overscan: 8, count: 2 }, -1),
    [0, 1],
    'a list shorter than the screen',
  )
})

test('the row of the tab stop is rendered wherever it is, in its place', () => {
  const range = { startIndex: 100, endIndex: 103, overscan: 0, count: 1_000 }
  assert.deepEqual(rowsInSteps(range, 102), [100, 101, 102, 103])
  assert.deepEqual(rowsInSteps(range, 7), [7, 100, 101, 102, 103])
  assert.deepEqual(rowsInSteps(range, 999), [100, 101, 102, 103, 999])
})
