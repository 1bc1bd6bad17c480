import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { creditOf, owedBackCents, priceCoupon } from '../invoices.ts'
import { ITEM_KINDS } from '../items.ts'
import { postCoupon, postCreditNote, postInvoice, postRefund } from '../ledger.ts'
import type { CouponDiscount, CreditableInvoice, FeeRule } from '../invoices.ts'
import type { Posting } from '../ledger.ts'

const blocks = (...cents: number[]): CreditableInvoice['items'] =>
  cents.map((each, index) => ({ position: index + 1, kind: 'block', cents: each, credited: false }))
const none = { couponCents: 0, waivedCents: 0 }
const plain = { couponCents: 0, creditsCents: 0, waivedCents: 0, later: none }

test('an item goes back for what it cost', () => {
  assert.deepEqual(creditOf({ ...plain, items: blocks(500, 500) }, [2]), {
    positions: [2],
    items: [{ kind: 'block', cents: 500 }],
    discounts: [
      { cause: 'coupons', cents: 0 },
      { cause: 'referrals', cents: 0 },
      { cause: 'waived', cents: 0 },
    ],
    later: none,
    cents: 500,
    complete: false,
  })
})

test('its share of the coupon and of the referral credits does not go back, and the last cents are not lost', () => {
  const invoice = { ...plain, couponCents: 100, creditsCents: 700, items: blocks(500, 500, 500) }
  const notes = [1, 2, 3].map((position) => creditOf(invoice, [position])!)
  assert.deepEqual(
    notes.map((note) => note.cents),
    [234, 233, 233],
  )
  assert.deepEqual(
    notes.map((note) => note.discounts.map((discount) => discount.cents)),
    [
      [33, 233, 0],
      [33, 234, 0],
      [34, 233, 0],
    ],
  )
})

test('a coupon that came later is shared by the items that were left to it', () => {
  const [first, ...others] = blocks(500, 500, 500)
  const items = [{ ...first!, credited: true }, ...others]
  const note = creditOf({ ...plain, later: { couponCents: 300, waivedCents: 0 }, items }, [2])
  assert.deepEqual([note?.cents, note?.later], [350, { couponCents: 150, waivedCents: 0 }])
  assert.deepEqual(note?.discounts[0], { cause: 'coupons', cents: 150 })
})

test('of an invoice that a coupon settled nothing comes back but the coupon, and what was given away with it', () => {
  const later = { couponCents: 980, waivedCents: 20 }
  const note = creditOf({ ...plain, later, items: blocks(500, 500) }, 'all')
  assert.deepEqual([note?.cents, note?.later, note?.complete], [0, later, true])
})

test('what is credited already is not credited again; with the last item everything is', () => {
  const [first, ...others] = blocks(500, 500, 200)
  const invoice = { ...plain, items: [{ ...first!, credited: true }, ...others] }
  assert.equal(creditOf(invoice, [1]), null)
  assert.deepEqual(creditOf(invoice, [1, 2])?.positions, [2])
  assert.deepEqual([creditOf(invoice, 'all')?.cents, creditOf(invoice, 'all')?.complete], [700, true])
})

test('an item that the invoice does not have is a fault', () => {
  assert.throws(() => creditOf({ ...plain, items: blocks(500) }, [2]), RangeError)
  assert.throws(() => creditOf({ ...plain, couponCents: 501, items: blocks(500) }, [1]), RangeError)
})

const upTo = (most: number) => fc.oneof(fc.constant(0), fc.constant(most), fc.integer({ min: 0, max: most }))
const invoices = fc
  .array(fc.record({ kind: fc.constantFrom(...ITEM_KINDS), cents: fc.integer({ min: 1, max: 5_000 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  .chain((items) => {
    const total = items.reduce((sum, item) => sum + item.cents, 0)
    return upTo(total).chain((couponCents) =>
      upTo(total - couponCents).chain((creditsCents) =>
        upTo(total - couponCents - creditsCents).map((waivedCents) => ({
          couponCents,
          creditsCents,
          waivedCents,
          later: none,
          items: items.map((item, index) => ({ ...item, position: index + 1, credited: false })),
        })),
      ),
    )
  })

test('notes over any parts, in any order, undo the invoice to the cent', () => {
  const parts = fc.array(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }), { maxLength: 6 })
  fc.assert(
    fc.property(invoices, parts, (invoice, wanted) => {
      const sum = new Map<string, number>()
      const add = ({
        entries,
      }: {
        entries: readonly { account: { kind: string }; amountCents: number }[]
      }) => {
        for (const { account, amountCents } of entries)
          sum.set(account.kind, (sum.get(account.kind) ?? 0) + amountCents)
      }
      const discounts = [
        { cause: 'coupons', cents: invoice.couponCents },
        { cause: 'referrals', cents: invoice.creditsCents },
        { cause: 'waived', cents: invoice.waivedCents },
      ] as const
      add(postInvoice({ driverId: 'eva', items: invoice.items, discounts, feeCents: 0 }))
      const dueCents = sum.get('receivable') ?? 0
      let left = dueCents
      const credited = new Set<number>()
      const rest = invoice.items.map((item) => item.position)
      for (const positions of [...wanted, rest]) {
        const items = invoice.items.map((item) => ({ ...item, credited: credited.has(item.position) }))
        const here = positions.filter((position) => position <= items.length)
        const note = creditOf({ ...invoice, items }, here)
        if (note === null) continue
        for (const position of note.positions) credited.add(position)
        assert.ok(note.cents >= 0 && note.cents <= left, 'never below zero, never more than what is left')
        left -= note.cents
        assert.equal(note.complete, credited.size === items.length)
        add(postCreditNote({ driverId: 'eva', ...note, feeCents: 0 }))
      }
      assert.equal(left, 0)
      for (const [kind, cents] of sum) assert.equal(cents, 0, kind)
    }),
    { numRuns: 500 },
  )
})

const cuts: fc.Arbitrary<CouponDiscount> = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: 1, max: 30_000 }) }),
)
const fees = fc.constantFrom<FeeRule>(
  { kind: 'none' },
  { kind: 'flat', cents: 45 },
  { kind: 'percent', thousandths: 29, fixedCents: 30 },
)

test('coupons and notes over items in any order undo the invoice to the cent', () => {
  const note = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 })
  const steps = fc.array(fc.oneof(cuts, note), { maxLength: 8 })
  fc.assert(
    fc.property(invoices, steps, fees, (invoice, wanted, fee) => {
      const sum = new Map<string, number>()
      const add = ({ entries }: Posting) => {
        for (const { account, amountCents } of entries)
          sum.set(account.kind, (sum.get(account.kind) ?? 0) + amountCents)
      }
      const discounts = [
        { cause: 'coupons', cents: invoice.couponCents },
        { cause: 'referrals', cents: invoice.creditsCents },
        { cause: 'waived', cents: invoice.waivedCents },
      ] as const
      add(postInvoice({ driverId: 'eva', items: invoice.items, discounts, feeCents: 0 }))
      const leftNow = () => sum.get('receivable') ?? 0
      const later = { couponCents: 0, waivedCents: 0 }
      const credited = new Set<number>()
      const rest = invoice.items.map((item) => item.position)
      for (const step of [...wanted, rest]) {
        const before = leftNow()
        if (!Array.isArray(step)) {
          if (before === 0) continue
          const cut = priceCoupon(before, { cut: step }, fee, { leastChargeCents: 50 })
          later.couponCents += cut.couponCents
          later.waivedCents += cut.waivedCents
          add(postCoupon({ driverId: 'eva', ...cut }))
          assert.ok(leftNow() >= 0 && leftNow() < before, 'something comes off, and not too much')
          continue
        }
        const items = invoice.items.map((item) => ({ ...item, credited: credited.has(item.position) }))
        const here = step.filter((position) => position <= items.length)
        const credit = creditOf({ ...invoice, later, items }, here)
        if (credit === null) continue
        for (const position of credit.positions) credited.add(position)
        later.couponCents -= credit.later.couponCents
        later.waivedCents -= credit.later.waivedCents
        assert.ok(
          credit.cents >= 0 && credit.cents <= before,
          'never below zero, never more than what is left',
        )
        assert.ok(later.couponCents >= 0 && later.waivedCents >= 0)
        add(postCreditNote({ driverId: 'eva', ...credit, feeCents: 0 }))
        assert.equal(leftNow(), before - credit.cents)
      }
      assert.deepEqual(later, none)
      for (const [kind, cents] of sum) assert.equal(cents, 0, kind)
    }),
    { numRuns: 500 },
  )
})

test('all at once is what is left of the due', () => {
  fc.assert(
    fc.property(invoices, (invoice) => {
      const due =
        invoice.items.reduce((sum, item) => sum + item.cents, 0) -
        invoice.couponCents -
        invoice.creditsCents -
        invoice.waivedCents
      assert.equal(creditOf(invoice, 'all')?.cents, due)
    }),
  )
})

test('what was paid for and credited goes back, the fee with the last of it', () => {
  const paid = { amountCents: 1_060, feeCents: 60, dueCents: 1_000, creditedCents: 0, complete: false }
  assert.equal(owedBackCents(paid), 0)
  assert.equal(owedBackCents({ ...paid, creditedCents: 400 }), 400)
  assert.equal(owedBackCents({ ...paid, creditedCents: 1_000, complete: true }), 1_060)
})

test('what was credited before it was paid was never charged, and does not go back', () => {
  const paid = { amountCents: 648, feeCents: 48, dueCents: 1_000, creditedCents: 400, complete: false }
  assert.equal(owedBackCents(paid), 0)
  assert.equal(owedBackCents({ ...paid, creditedCents: 500 }), 100)
})

test('goodwill that a credit note covers later is no loss, and no one owes anything', () => {
  const driverId = 'eva'
  const items = [{ kind: 'block', cents: 1_000 }] as const
  const postings = [
    postRefund({ driverId, amountCents: 300, cause: 'goodwill' }),
    postCreditNote({ driverId, items, discounts: [], feeCents: 0, givenCents: 300 }),
    postRefund({ driverId, amountCents: 700, cause: 'credited' }),
  ]
  const sum = (kind: string) =>
    postings
      .flatMap((posting) => posting.entries)
      .reduce((total, { account, amountCents }) => total + (account.kind === kind ? amountCents : 0), 0)
  assert.deepEqual([sum('refunds'), sum('receivable'), sum('gateway')], [0, 0, -1_000])
})
