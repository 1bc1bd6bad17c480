import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeFormats, pluralRules } from '@madruga/core/formats.ts'
import { first as base } from '@madruga/core/words/en/first.ts'
import { more as enMore } from '@madruga/core/words/en/more.ts'
import { chooseForm, fillIn } from '@madruga/core/words/model.ts'
import type { Message } from '@madruga/core/words/model.ts'
import type { Words } from './i18n.ts'
import { howToCountMiles, leftAfter } from './pay-left.ts'
import { payParts, sayBooked, sayLength, sayPay } from './pay.ts'
import { sayOthers } from './pay-others.ts'
import { sayMore } from './replayed-pay.ts'

const en = { ...base, ...enMore }
const say = (key: keyof typeof en, params: Record<string, string | number> = {}) => {
  const text: Message = en[key]
  const form = typeof text === 'string' ? text : chooseForm(text, Number(params.count), pluralRules('en'))
  return fillIn(form, params)
}
const words = { ...makeFormats('en', { now: () => 0 }), t: say } as unknown as Words
const pay = { payCents: 3_600, tipCents: 0 }

test('a pay says what is promised, projected, estimated or not stated', () => {
  assert.equal(sayPay(words, pay), '$36')
  assert.equal(sayPay(words, { ...pay, tipCents: 900 }), '$36 + ~$9 tip')
  assert.equal(sayPay(words, { ...pay, payBasis: 'estimated' }), '~$36 by your rate')
  assert.equal(sayPay(words, { ...pay, currency: 'EUR' }), '€36')
  assert.equal(sayPay(words, { payCents: 0, tipCents: 0, payBasis: 'unknown' }), 'Pay not stated')
})

test('what a change would add has a plus, unless the platform states no pay', () => {
  assert.equal(sayMore(words, pay), '+$36')
  assert.equal(sayMore(words, { ...pay, payBasis: 'estimated', currency: 'EUR' }), '+~€36')
  assert.equal(sayMore(words, { payCents: 0, tipCents: 0, payBasis: 'unknown' }), 'Pay not stated')
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

test('a sum of nothing is in no currency', () => {
  const nothing = { payCents: 0, tipCents: 0 }
  assert.equal(payParts(words, nothing, true).amount, '–')
  assert.equal(payParts(words, { ...nothing, currency: 'EUR' }, true).amount, '–')
  assert.equal(payParts(words, { ...nothing, tipCents: 300 }, true).amount, '$0')
  assert.equal(payParts(words, nothing).amount, '$0')
})

test('a day without a booking has no amount, and none in dollars for a courier paid in euros', () => {
  assert.equal(sayBooked(words, { bookedCents: 0 }), '–')
  assert.equal(sayBooked(words, { bookedCents: 0, booked: { currency: 'EUR' } }), '–')
  assert.equal(sayBooked(words, { bookedCents: 8_400, booked: { currency: 'EUR' } }), '€84')
})

test('a driver is told what counts the miles: a location, or a cost per mile in the currency of the pay', () => {
  assert.equal(howToCountMiles({ milesCents: 1_200, rateUnknown: false }), null)
  assert.equal(howToCountMiles({ milesCents: null, rateUnknown: false }), 'keep.add_location')
  assert.equal(howToCountMiles({ milesCents: null, rateUnknown: true }), 'keep.add_rate')
})

test('a pay is left after our fee if it is in dollars, and after the miles that are known', () => {
  const costs = { miles: 16, milesCents: 1_200, rateUnknown: false, feeCents: 500 }
  assert.equal(leftAfter(pay, costs), 'both')
  assert.equal(leftAfter(pay, { ...costs, milesCents: null }), 'fee')
  assert.equal(leftAfter({ ...pay, currency: 'EUR' }, costs), 'miles')
})

test('a length whose end is computed is about so long', () => {
  assert.equal(sayLength(words, { startAt: 0, endAt: 2_100_000 }), '35 min')
  assert.equal(sayLength(words, { startAt: 0, endAt: 2_100_000, endEstimated: true }), '~35 min')
})

test('beside a sum stands what is paid in each other currency, as far as it is known', () => {
  const unknown = { payCents: 0, tipCents: 0, payBasis: 'estimated', currency: 'GBP' } as const
  const euros = { ...pay, payCents: 8_450, currency: 'EUR' }
  assert.equal(sayOthers(words, { others: [] }), '')
  assert.equal(sayOthers(words, { others: [{ ...euros, count: 2 }] }), 'and 2 jobs in EUR: €84.50')
  assert.equal(
    sayOthers(words, {
      others: [
        { ...pay, count: 1 },
        { ...unknown, count: 3 },
      ],
    }),
    'and 1 job in USD: $36, and 3 jobs in GBP',
  )
})
