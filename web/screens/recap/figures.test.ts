import assert from 'node:assert/strict'
import { test } from 'node:test'
import { best, perHourCents } from './figures.ts'

test('pay an hour is of the hours worked, and nothing where there are none', () => {
  assert.equal(perHourCents({ payCents: 8_000, minutes: 180 }), 2_667)
  assert.equal(perHourCents({ payCents: 0, minutes: 0 }), 0)
})

const of = ({ n }: { n: number }) => n

test('the best is the first of the most, and nobody where all have nothing', () => {
  assert.deepEqual(best([{ n: 1 }, { n: 3 }, { n: 3, late: true }], of), { n: 3 })
  assert.equal(best([{ n: 0 }, { n: 0 }], of), null)
  assert.equal(best([], of), null)
})
