import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { priceCoupon, priceInvoice } from '../invoices.ts'
import { ITEM_KINDS } from '../items.ts'
import type { CouponDiscount, FeeRule } from '../invoices.ts'
import type { Item } from '../items.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { freePrices } from './prices.ts'

const CARD: FeeRule = { kind: 'percent', thousandths: 29, fixedCents: 30 }
const SETTINGS = { referralPercent: 50, leastChargeCents: 50 }
const weeks = (cents: number, count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ kind: 'subscription_week', reference: `w${index}`, cents }))
const blocks = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ kind: 'block', reference: `b${index}`, cents: 500 }))
const nothing = { coupon: null, credits: [] }

test('a week of advanced by card is $25.00 and its fee, $26.06', () => {
  assert.deepEqual(priceInvoice(weeks(2_500, 1), nothing, CARD, SETTINGS), {
    itemsCents: 2_500,
    couponCents: 0,
    creditsCents: [],
    waivedCents: 0,
    dueCents: 2_500,
    feeCents: 106,
    totalCents: 2_606,
  })
})

test('the coupon comes off first, then half of what is left of one week for each credit, then the fee on the rest', () => {
  const coupon = { cut: { kind: 'percent', percent: 20 }, appliesTo: 'everything' } as const
  const { couponCents, creditsCents, dueCents, feeCents, totalCents } = priceInvoice(
    weeks(2_500, 2),
    { coupon, credits: [Infinity] },
    CARD,
    SETTINGS,
  )
  assert.deepEqual([couponCents, creditsCents, dueCents], [1_000, [1_000], 3_000])
  assert.equal(totalCents - feeCents, 3_000)
})

test('two credits take half of each of two weeks, and a third waits', () => {
  const { creditsCents } = priceInvoice(
    weeks(3_500, 2),
    { coupon: null, credits: [Infinity, Infinity, Infinity] },
    CARD,
    SETTINGS,
  )
  assert.deepEqual(creditsCents, [1_750, 1_750])
})

test('of a weekly invoice one credit takes half, whatever is on it', () => {
  const { creditsCents, dueCents } = priceInvoice(
    blocks(5),
    { coupon: null, credits: [Infinity, Infinity] },
    CARD,
    SETTINGS,
  )
  assert.deepEqual([creditsCents, dueCents], [[1_250], 1_250])
})

test('a coupon for everything lowers a week by its share alone, and a credit takes half of what is left', () => {
  const coupon = { cut: { kind: 'percent', percent: 50 }, appliesTo: 'everything' } as const
  const { couponCents, creditsCents } = priceInvoice(
    [...weeks(2_000, 1), ...blocks(4)],
    { coupon, credits: [Infinity] },
    CARD,
    SETTINGS,
  )
  assert.deepEqual([couponCents, creditsCents], [2_000, [500]])
})

test('a coupon for everything lowers blocks too', () => {
  const coupon = { cut: { kind: 'percent', percent: 10 }, appliesTo: 'everything' } as const
  const { couponCents } = priceInvoice(
    [...weeks(2_500, 1), ...blocks(1)],
    { coupon, credits: [] },
    CARD,
    SETTINGS,
  )
  assert.equal(couponCents, 300)
})

test('a coupon for subscriptions leaves blocks alone', () => {
  const coupon = { cut: { kind: 'amount', cents: 10_000 }, appliesTo: 'subscriptions' } as const
  const { couponCents, dueCents } = priceInvoice(
    [...weeks(2_500, 1), ...blocks(2)],
    { coupon, credits: [] },
    CARD,
    SETTINGS,
  )
  assert.deepEqual([couponCents, dueCents], [2_500, 1_000])
})

test('what is free costs no fee, and what no gateway would charge is given away', () => {
  const free = { cut: { kind: 'percent', percent: 100 }, appliesTo: 'everything' } as const
  const gone = priceInvoice(weeks(2_500, 1), { coupon: free, credits: [Infinity] }, CARD, SETTINGS)
  assert.deepEqual([gone.totalCents, gone.feeCents, gone.creditsCents], [0, 0, []])
  const almost = { cut: { kind: 'amount', cents: 2_490 }, appliesTo: 'everything' } as const
  const few = priceInvoice(weeks(2_500, 1), { coupon: almost, credits: [] }, CARD, SETTINGS)
  assert.deepEqual([few.waivedCents, few.totalCents], [10, 0])
})

/** What a coupon takes off an issued invoice, and what is given away with it. */
function discountBy(unpaidCents: number, cut: CouponDiscount): number[] {
  const { couponCents, waivedCents } = priceCoupon(unpaidCents, { cut }, CARD, SETTINGS)
  return [couponCents, waivedCents]
}

test('a coupon for an issued invoice comes off what is left, and what no gateway would charge then is given away', () => {
  assert.deepEqual(discountBy(1_500, { kind: 'percent', percent: 20 }), [300, 0])
  assert.deepEqual(discountBy(1_500, { kind: 'amount', cents: 1_490 }), [1_490, 10])
  assert.deepEqual(discountBy(1_500, { kind: 'amount', cents: 2_000 }), [1_500, 0])
})

test('a used coupon takes a cent off at least', () => {
  assert.deepEqual(discountBy(30, { kind: 'percent', percent: 1 }), [1, 0])
})

const anyItems = fc.array(
  fc.record({ kind: fc.constantFrom(...ITEM_KINDS), reference: fc.uuid(), cents: fc.nat({ max: 100_000 }) }),
  { maxLength: 30 },
)
const anyCoupon = fc.option(
  fc.record({
    cut: fc.oneof(
      fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: 1, max: 200_000 }) }),
    ),
    appliesTo: fc.constantFrom('subscriptions' as const, 'everything' as const),
  }),
)
const anyFee = fc.constantFrom<FeeRule>({ kind: 'none' }, { kind: 'flat', cents: 99 }, CARD)

test('lines always add up, are whole cents, never below zero, and no reduction makes it dearer', () => {
  fc.assert(
    fc.property(anyItems, anyCoupon, fc.nat({ max: 5 }), anyFee, (items, coupon, credits, fee) => {
      const sum = priceInvoice(
        items,
        { coupon, credits: Array<number>(credits).fill(Infinity) },
        fee,
        SETTINGS,
      )
      const parts = [
        sum.couponCents,
        ...sum.creditsCents,
        sum.waivedCents,
        sum.dueCents,
        sum.feeCents,
        sum.totalCents,
      ]
      for (const cents of parts) assert.ok(Number.isSafeInteger(cents) && cents >= 0, `${cents}`)
      const off = sum.couponCents + sum.waivedCents + sum.creditsCents.reduce((one, other) => one + other, 0)
      assert.equal(sum.itemsCents - off, sum.dueCents)
      assert.equal(sum.dueCents + sum.feeCents, sum.totalCents)
      assert.ok(sum.totalCents === 0 || sum.totalCents >= SETTINGS.leastChargeCents)
      assert.ok(sum.totalCents <= priceInvoice(items, nothing, fee, SETTINGS).totalCents)
      assert.ok(sum.creditsCents.length <= credits)
    }),
  )
})

test('the order of the items changes nothing but which week a cent comes off', () => {
  fc.assert(
    fc.property(anyItems, anyCoupon, anyFee, (items, coupon, fee) => {
      const price = (list: readonly Item[]) => priceInvoice(list, { coupon, credits: [] }, fee, SETTINGS)
      assert.deepEqual(price(items), price(items.toReversed()))
    }),
  )
})

test('the last cents of a coupon come off the first weeks, one each', () => {
  const coupon = { cut: { kind: 'amount', cents: 500 }, appliesTo: 'everything' } as const
  const whole = { ...SETTINGS, referralPercent: 100 }
  const credits = [Infinity, Infinity, Infinity]
  // A third of $5.00 is $1.66 and a bit: two cents are left over.
  assert.deepEqual(
    priceInvoice(weeks(1_000, 3), { coupon, credits }, CARD, whole).creditsCents,
    [833, 833, 834],
  )
})

test('where no driver pays, nothing has a price and no way of paying has a fee', () => {
  const { referralPercent: _off, fees, ...prices } = freePrices(DEFAULT_SETTINGS.billing.prices)
  assert.deepEqual([fees.card.kind, fees.bank.kind], ['none', 'none'])
  const each = Object.values(prices).flatMap((one) => (typeof one === 'number' ? one : Object.values(one)))
  assert.deepEqual(new Set(each), new Set([0]))
})
