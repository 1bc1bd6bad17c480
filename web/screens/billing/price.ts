import { SUBSCRIPTION_DAYS } from '@madruga/core/subscriptions.ts'
import type { Words } from '../../i18n.ts'
import type { MethodKind, Quote, Order } from './queries.ts'

const WEEK_DAYS = SUBSCRIPTION_DAYS[0]

/**
 * What a price is made of, in the order of calculation; a week is one line, and so is an invoice as a whole.
 */
export type Price = {
  items: readonly { name: string; cents: number }[]
  couponCents: number
  /** Null where none comes off. */
  coupon: string | null
  creditsCents: number
  creditsUsed: number
  waivedCents: number
  feeCents: number
  /** Whose fee it is. */
  methodKind: MethodKind
  totalCents: number
}

/** One line of a price as it is read. */
export type PriceLine = { name: string; cents: number; strong: boolean }

/** The price of a purchase as it was quoted. */
export function priceOfQuote(
  words: Words,
  { plan, days }: Pick<Order, 'plan' | 'days'>,
  quote: Quote,
  methodKind: MethodKind = 'card',
): Price {
  const count = days / WEEK_DAYS
  const name = words.t(`plan.${plan}`)
  const items = Array.from({ length: count }, (_, index) => ({
    name:
      count === 1
        ? words.t('invoices.days_of', { plan: name, days })
        : words.t('price.week', { plan: name, place: index + 1 }),
    // Every week costs the same; were it not so, the first would take the cents that are left.
    cents: Math.floor(quote.itemsCents / count) + (index === 0 ? quote.itemsCents % count : 0),
  }))
  return { ...quote, items, methodKind }
}

/** The price of what is left of an invoice. */
export function priceOfInvoice(
  words: Pick<Words, 't'>,
  { number, leftCents }: { number: string; leftCents: number },
  charge: { feeCents: number; totalCents: number },
  methodKind: MethodKind = 'card',
): Price {
  return {
    items: [{ name: words.t('invoices.number', { number }), cents: leftCents }],
    coupon: null,
    couponCents: 0,
    creditsCents: 0,
    creditsUsed: 0,
    waivedCents: 0,
    methodKind,
    ...charge,
  }
}

/**
 * A price line by line: items, coupon, credits, what is waived, the fee, the total. Lines that change nothing
 * are left out.
 */
export function priceLines({ t }: Pick<Words, 't'>, price: Price): PriceLine[] {
  const changes = [
    { name: t('invoices.coupon', { code: price.coupon ?? '' }), cents: -price.couponCents },
    { name: t('price.credits', { count: price.creditsUsed }), cents: -price.creditsCents },
    { name: t('invoices.waived'), cents: -price.waivedCents },
    { name: t(`price.fee_${price.methodKind}`), cents: price.feeCents },
  ]
  return [
    ...price.items.map((item) => ({ ...item, strong: false })),
    ...changes.filter(({ cents }) => cents !== 0).map((line) => ({ ...line, strong: false })),
    { name: t('price.total'), cents: price.totalCents, strong: true },
  ]
}
