import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readDollars, readPercent, writeDollars, writePercent } from './dollars.ts'

test('dollars are read with and without a sign, thousands and cents', () => {
  const read = ['25', '$25.00', ' 25.5 ', '2,50', '0', '1,250', '1,250.50', '12500'].map(readDollars)
  assert.deepEqual(read, [2500, 2500, 2550, 250, 0, 125_000, 125_050, 1_250_000])
})

test('an invalid amount is not guessed', () => {
  for (const typed of ['', '-5', '1.234', '2.', '.5', '1,25,0', '12a', '1e3', '1.250,50'])
    assert.equal(readDollars(typed), null, typed)
})

test('a percentage has one place behind the point', () => {
  assert.deepEqual(['2.9', '2,9 %', '3', '0'].map(readPercent), [29, 29, 30, 0])
  for (const typed of ['', '2.95', '-1', 'x']) assert.equal(readPercent(typed), null, typed)
})

test('a formatted field is parsed as its original value', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(200), (cents, thousandths) => {
      assert.equal(readDollars(writeDollars(cents)), cents)
      assert.equal(readPercent(writePercent(thousandths)), thousandths)
    }),
  )
})
