import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readCents } from '@madruga/core/numbers.ts'
import { readPercent, writeDollars, writePercent } from './dollars.ts'

test('a percentage has one place behind the point', () => {
  assert.deepEqual(['2.9', '2,9 %', '3', '0'].map(readPercent), [29, 29, 30, 0])
  for (const typed of ['', '2.95', '-1', 'x']) assert.equal(readPercent(typed), null, typed)
})

test('a formatted field is parsed as its original value', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(200), (cents, thousandths) => {
      assert.equal(readCents(writeDollars(cents), 'rate'), cents)
      assert.equal(readPercent(writePercent(thousandths)), thousandths)
    }),
  )
})
