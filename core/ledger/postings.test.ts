import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { ITEM_KINDS } from '../items.ts'
import {
  accountKey,
  DISCOUNT_CAUSES,
  postCoupon,
  postCreditNote,
  postDispute,
  postGatewayFee,
  postInvoice,
  postPayment,
  postRefund,
  refuseUnbalanced,
} from '../ledger.ts'
import type { InvoiceAmounts, LedgerEntry, Posting } from '../ledger.ts'

const WEEK: InvoiceAmounts = {
  driverId: 'eva',
  items: [
    { kind: 'block', cents: 1_500 },
    { kind: 'check_in', cents: 400 },
    { kind: 'block', cents: 500 },
  ],
  discounts: [{ cause: 'coupons', cents: 240 }],
  feeCents: 96,
}

/** Entries as a reader of a journal writes them: account and cents. */
const told = ({ entries }: Posting) =>
  Object.fromEntries(entries.map(({ account, amountCents }) => [accountKey(account), amountCents]))

const at = (kind: 'gateway' | 'refunds', amountCents: number): LedgerEntry => ({
  account: { kind },
  amountCents,
})

const sumOf = (parts: readonly { cents: number }[]) => parts.reduce((sum, part) => sum + part.cents, 0)

/** What accounts hold after some postings. */
function balancesOf(postings: readonly Posting[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { account, amountCents } of postings.flatMap((posting) => posting.entries))
    sums[accountKey(account)] = (sums[accountKey(account)] ?? 0) + amountCents
  return sums
}

test('an invoice is owed by the driver: earned by item, less what coupons and friends take off, and the fee', () => {
  assert.deepEqual(told(postInvoice(WEEK)), {
    'receivable:eva': 2_256,
    'revenue.blocks': -2_000,
    'revenue.check_ins': -400,
    'discounts.coupons': 240,
    'revenue.fees': -96,
  })
})

test('an invoice that discounts pay in full is owed by no one', () => {
  const free = postInvoice({
    driverId: 'eva',
    items: [{ kind: 'subscription_week', cents: 2_500 }],
    discounts: [{ cause: 'referrals', cents: 2_500 }],
    feeCents: 0,
  })
  assert.deepEqual(told(free), { 'revenue.subscriptions': -2_500, 'discounts.referrals': 2_500 })
})

test('a coupon for an issued invoice lowers what is owed, and what was given away with it is counted on its own', () => {
  const coupon = { driverId: 'eva', couponCents: 2_240, waivedCents: 16 }
  assert.deepEqual(told(postCoupon(coupon)), {
    'receivable:eva': -2_256,
    'discounts.coupons': 2_240,
    'discounts.waived': 16,
  })
  assert.equal(balancesOf([postInvoice(WEEK), postCoupon(coupon)])['receivable:eva'], 0)
  assert.equal(postCoupon(coupon).kind, 'credit_note')
})

test('a payment settles what is owed, and the gateway keeps its fee of it', () => {
  const after = balancesOf([
    postInvoice(WEEK),
    postPayment({ driverId: 'eva', amountCents: 2_256 }),
    postGatewayFee({ driverId: 'eva', amountCents: 95 }),
  ])
  assert.equal(after['receivable:eva'], 0)
  assert.deepEqual([after['gateway'], after['gateway_fees']], [2_161, 95])
})

test('after a credit note of a paid invoice we owe the driver, and a refund settles it', () => {
  const paid = [postInvoice(WEEK), postPayment({ driverId: 'eva', amountCents: 2_256 }), postCreditNote(WEEK)]
  assert.equal(balancesOf(paid)['receivable:eva'], -2_256)
  const refund = postRefund({ driverId: 'eva', amountCents: 2_256, cause: 'credited' })
  assert.ok(Object.values(balancesOf([...paid, refund])).every((cents) => cents === 0))
})

test('a refund without a credit note is our loss and no debt of the driver', () => {
  assert.deepEqual(told(postRefund({ driverId: 'eva', amountCents: 500, cause: 'goodwill' })), {
    refunds: 500,
    gateway: -500,
  })
})

test('a disputed charge is owed again and costs a fee; won, it comes back with what is given back of the fee', () => {
  const dispute = { driverId: 'eva', amountCents: 2_256, feeCents: 1_500 }
  const lost = postDispute({ ...dispute, stage: 'withdrawn' })
  assert.deepEqual(told(lost), { 'receivable:eva': 2_256, gateway_fees: 1_500, gateway: -3_756 })
  const won = balancesOf([lost, postDispute({ ...dispute, feeCents: 0, stage: 'reinstated' })])
  assert.deepEqual(won, { 'receivable:eva': 0, gateway_fees: 1_500, gateway: -1_500 })
})

test('who deleted their account owes on one account with all who did', () => {
  assert.deepEqual(told(postDispute({ driverId: null, amountCents: 500, feeCents: 0, stage: 'withdrawn' })), {
    'receivable.gone': 500,
    gateway: -500,
  })
})

test('halves of a cent, numbers that cannot be counted exactly, and amounts below zero are refused', () => {
  for (const amountCents of [0.5, NaN, Infinity, 2 ** 53, -1]) {
    const item = { ...WEEK, items: [{ kind: 'block' as const, cents: amountCents }] }
    const discount = { ...WEEK, discounts: [{ cause: 'coupons' as const, cents: amountCents }] }
    for (const bad of [item, discount, { ...WEEK, feeCents: amountCents }]) {
      assert.throws(() => postInvoice(bad), RangeError)
      assert.throws(() => postCreditNote(bad), RangeError)
    }
    const given = { driverId: 'eva', amountCents }
    assert.throws(() => postPayment(given), RangeError)
    assert.throws(() => postGatewayFee(given), RangeError)
    assert.throws(() => postRefund({ ...given, cause: 'credited' }), RangeError)
    assert.throws(() => postDispute({ ...given, feeCents: 0, stage: 'withdrawn' }), RangeError)
    assert.throws(() => postCoupon({ driverId: 'eva', couponCents: amountCents, waivedCents: 0 }), RangeError)
    assert.throws(() => postCoupon({ driverId: 'eva', couponCents: 5, waivedCents: amountCents }), RangeError)
    const fee = { driverId: 'eva', amountCents: 100, feeCents: amountCents }
    assert.throws(() => postDispute({ ...fee, stage: 'withdrawn' }), RangeError)
  }
})

test('sums that cannot be counted exactly are refused like their parts', () => {
  const half = { kind: 'block' as const, cents: 2 ** 52 }
  assert.throws(() => postInvoice({ ...WEEK, items: [half, half] }), RangeError)
  const most = { cents: 2 ** 53 - 1 }
  const items = [
    { kind: 'block' as const, ...most },
    { kind: 'check_in' as const, cents: 2 },
  ]
  const discounts = [{ cause: 'coupons' as const, ...most }]
  assert.throws(() => postInvoice({ ...WEEK, items, discounts }), /9007199254740992 is no whole number/)
})

test('an event about nothing is refused, and so are discounts beyond the items', () => {
  assert.throws(() => postInvoice({ driverId: 'eva', items: [], discounts: [], feeCents: 0 }), RangeError)
  const nothing = { driverId: 'eva', amountCents: 0 }
  assert.throws(() => postPayment(nothing), RangeError)
  assert.throws(() => postGatewayFee(nothing), RangeError)
  assert.throws(() => postRefund({ ...nothing, cause: 'goodwill' }), RangeError)
  assert.throws(() => postDispute({ ...nothing, feeCents: 1, stage: 'withdrawn' }), RangeError)
  assert.doesNotThrow(() => postPayment({ ...nothing, amountCents: 1 }))
  assert.throws(() => postCoupon({ driverId: 'eva', couponCents: 0, waivedCents: 0 }), RangeError)
  const much = { ...WEEK, discounts: [{ cause: 'coupons' as const, cents: 2_401 }] }
  assert.throws(() => postInvoice(much), /no more than the items/)
})

test('entries by hand are refused when they are one alone, twice on an account, 0, or not 0 together', () => {
  refuseUnbalanced([at('gateway', 5), at('refunds', -5)])
  for (const entries of [
    [],
    [at('gateway', 5)],
    [at('gateway', 5), at('gateway', -5)],
    [at('gateway', 0), at('refunds', 0)],
    [at('gateway', 5), at('refunds', -4)],
    [at('gateway', 0.5), at('refunds', -0.5)],
  ])
    assert.throws(() => refuseUnbalanced(entries), RangeError)
})

const cents = fc.oneof(fc.nat({ max: 100_000 }), fc.nat({ max: 2 ** 40 }))
const someone = fc.constantFrom('eva', 'luz', null)
const amounts: fc.Arbitrary<InvoiceAmounts> = fc
  .record({
    driverId: someone,
    items: fc.array(fc.record({ kind: fc.constantFrom(...ITEM_KINDS), cents }), {
      minLength: 1,
      maxLength: 12,
    }),
    cuts: fc.array(fc.record({ cause: fc.constantFrom(...DISCOUNT_CAUSES), percent: fc.nat({ max: 100 }) }), {
      maxLength: 4,
    }),
    feeCents: fc.nat({ max: 5_000 }),
  })
  .map(({ cuts, ...rest }) => {
    let left = sumOf(rest.items)
    const discounts = cuts.map(({ cause, percent }) => {
      const off = Math.floor((left * percent) / 100)
      left -= off
      return { cause, cents: off }
    })
    return { ...rest, discounts }
  })
  .filter(({ items, feeCents }) => feeCents > 0 || items.some((item) => item.cents > 0))

const above = cents.map((some) => some + 1)
const posting: fc.Arbitrary<Posting> = fc.oneof(
  amounts.map(postInvoice),
  amounts.map(postCreditNote),
  fc.record({ driverId: someone, couponCents: above, waivedCents: cents }).map(postCoupon),
  fc.record({ driverId: someone, amountCents: above }).map(postPayment),
  fc.record({ driverId: someone, amountCents: above }).map(postGatewayFee),
  fc
    .record({
      driverId: someone,
      amountCents: above,
      cause: fc.constantFrom('credited' as const, 'goodwill' as const),
    })
    .map(postRefund),
  fc
    .record({
      driverId: someone,
      amountCents: above,
      feeCents: cents,
      stage: fc.constantFrom('withdrawn' as const, 'reinstated' as const),
    })
    .map(postDispute),
)

test('whatever happens, its entries are 0 together, whole cents, none of them 0, and one an account', () => {
  fc.assert(
    fc.property(posting, ({ entries }) => {
      assert.equal(
        entries.reduce((sum, entry) => sum + BigInt(entry.amountCents), 0n),
        0n,
      )
      assert.ok(entries.length >= 2)
      assert.ok(entries.every((entry) => Number.isSafeInteger(entry.amountCents) && entry.amountCents !== 0))
      assert.equal(new Set(entries.map((entry) => accountKey(entry.account))).size, entries.length)
    }),
  )
})

test('the order of items and discounts does not matter', () => {
  const shuffled = amounts.chain((given) =>
    fc.record({
      given: fc.constant(given),
      items: fc.shuffledSubarray([...given.items], { minLength: given.items.length }),
      discounts: fc.shuffledSubarray([...given.discounts], { minLength: given.discounts.length }),
    }),
  )
  fc.assert(
    fc.property(shuffled, ({ given, items, discounts }) => {
      assert.deepEqual(postInvoice({ ...given, items, discounts }), postInvoice(given))
    }),
  )
})

test('an invoice is the sum of its items, less its discounts, and the fee', () => {
  fc.assert(
    fc.property(amounts, (given) => {
      const owed = balancesOf([postInvoice(given)])
      const account = given.driverId === null ? 'receivable.gone' : `receivable:${given.driverId}`
      assert.equal(owed[account] ?? 0, sumOf(given.items) - sumOf(given.discounts) + given.feeCents)
    }),
  )
})

test('a credit note of an invoice undoes it exactly, and one of each half too', () => {
  fc.assert(
    fc.property(amounts, (given) => {
      const all = balancesOf([postInvoice(given), postCreditNote(given)])
      assert.ok(Object.values(all).every((balance) => balance === 0))
      const fees = { ...given, items: [], discounts: [] }
      const rest = { ...given, feeCents: 0 }
      const halves = [fees, rest].filter(
        ({ items, feeCents }) => feeCents > 0 || items.some((item) => item.cents > 0),
      )
      const parts = balancesOf([postInvoice(given), ...halves.map(postCreditNote)])
      assert.ok(Object.values(parts).every((balance) => balance === 0))
    }),
  )
})
