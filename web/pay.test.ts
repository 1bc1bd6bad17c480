import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeFormats } from '@madruga/core/formats.ts'
import { en } from './i18n/en.ts'
import { fillIn } from './i18n/model.ts'
import type { Words } from './i18n.ts'
import { isNetKnown } from './pay-left.ts'
import { payParts, sayLength, sayPay } from './pay.ts'

const say = (key: keyof typeof en, params: Record<string, string> = {}) => fillIn(String(en[key]), params)
const words = { ...makeFormats('en', { now: () => 0 }), t: say } as unknown as Words
const pay = { payCents: 3_600, tipCents: 0 }

test('a pay says what is promised, projected, estimated or not stated', () => {
  assert.equal(sayPay(words, pay), '$36')
  assert.equal(sayPay(words, { ...pay, tipCents: 900 }), '$36 + ~$9 tip')
  assert.equal(sayPay(words, { ...pay, payBasis: 'estimated' }), '~$36 by your rate')
  assert.equal(sayPay(words, { ...pay, currency: 'EUR' }), '€36')
  assert.equal(sayPay(words, { payCents: 0, tipCents: 0, payBasis: 'unknown' }), 'Pay not stated')
})

test('a sum with a part that is not stated is an estimate, and nothing at all if no part is stated', () => {
  assert.deepEqual(payParts(words, { ...pay, payBasis: 'estimated' }, true), {
    amount: '~$36',
    note: 'estimated',
  })
  assert.equal(
    payParts(words, { payCents: 0, tipCents: 0, payBasis: 'estimated' }, true).amount,
    'Pay not stated',
  )
})

test('what is left is told only of dollars that are known', () => {
  assert.ok(isNetKnown({ ...pay, payBasis: 'estimated' }))
  assert.ok(!isNetKnown({ ...pay, payBasis: 'unknown' }))
  assert.ok(!isNetKnown({ ...pay, currency: 'EUR' }))
})

test('a length whose end is computed is about so long', () => {
  assert.equal(sayLength(words, { startAt: 0, endAt: 2_100_000 }), '35 min')
  assert.equal(sayLength(words, { startAt: 0, endAt: 2_100_000, endEstimated: true }), '~35 min')
})
