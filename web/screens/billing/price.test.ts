import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceInvoice } from '@madruga/core/invoices.ts'
import type { CouponDiscount } from '@madruga/core/invoices.ts'
import { priceLines, priceOfInvoice, priceOfQuote } from './price.ts'
import type { Price } from './price.ts'
import type { Quote } from './queries.ts'

/** Keys stand for their words. */
const words = { t: (key: string) => key } as unknown as Parameters<typeof priceOfQuote>[0]
const linesOf = (price: Price) => priceLines(words, price).map(({ name, cents }) => [name, cents])

const CARD = { kind: 'percent', thousandths: 29, fixedCents: 30 } as const
const SETTINGS = { referralPercent: 50, leastChargeCents: 50 }

function quoteOf(weeks: number, cut: CouponDiscount | null, credits: number): Quote {
  const items = Array.from({ length: weeks }, (_, index) => ({
    kind: 'subscription_week' as const,
    reference: String(index),
    cents: 2_500,
  }))
  const coupon = cut && { cut, appliesTo: 'subscriptions' as const }
  const { creditsCents, ...sums } = priceInvoice(
    items,
    { coupon, credits: Array<number>(credits).fill(Infinity) },
    CARD,
    SETTINGS,
  )
  return {
    ...sums,
    creditsCents: creditsCents.reduce((sum, cents) => sum + cents, 0),
    creditsUsed: creditsCents.length,
    coupon: cut && 'FALL',
    active: { plan: 'advanced', from: 0, until: 1 },
    until: 1,
  }
}

const INPUT = { plan: 'advanced', days: 14 } as const

test('two weeks, a coupon, credits and the fee stand line by line, the total last', () => {
  const quote = quoteOf(2, { kind: 'percent', percent: 20 }, 1)
  assert.deepEqual(linesOf(priceOfQuote(words, INPUT, quote)), [
    ['price.week', 2_500],
    ['price.week', 2_500],
    ['invoices.coupon', -1_000],
    ['price.credits', -1_000],
    ['price.fee_card', quote.feeCents],
    ['price.total', quote.totalCents],
  ])
})

test('lines that change nothing are left out, and the fee is that of the way of paying', () => {
  const price = priceOfQuote(words, { ...INPUT, days: 7 }, quoteOf(1, null, 0), 'bank')
  assert.deepEqual(
    linesOf(price).map(([name]) => name),
    ['invoices.days_of', 'price.fee_bank', 'price.total'],
  )
})

test('what is too little to charge is given away, and nothing is paid', () => {
  const quote = quoteOf(1, { kind: 'amount', cents: 2_495 }, 0)
  assert.deepEqual(linesOf(priceOfQuote(words, { ...INPUT, days: 7 }, quote)).slice(1), [
    ['invoices.coupon', -2_495],
    ['invoices.waived', -5],
    ['price.total', 0],
  ])
})

test('the lines of every price add up to its total', () => {
  const quotes = [quoteOf(2, null, 2), quoteOf(2, { kind: 'percent', percent: 33 }, 1), quoteOf(1, null, 1)]
  for (const quote of quotes) {
    const days = quote.itemsCents > 2_500 ? 14 : 7
    const lines = priceLines(words, priceOfQuote(words, { ...INPUT, days }, quote))
    const total = lines.at(-1)!
    assert.equal(
      lines.slice(0, -1).reduce((sum, { cents }) => sum + cents, 0),
      total.cents,
    )
  }
})

test('an invoice is one line and its fee', () => {
  const price = priceOfInvoice(
    words,
    { number: 'M-2026-000123', leftCents: 999 },
    { feeCents: 61, totalCents: 1_060 },
  )
  assert.deepEqual(linesOf(price), [
    ['invoices.number', 999],
    ['price.fee_card', 61],
    ['price.total', 1_060],
  ])
})
