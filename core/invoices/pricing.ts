import type { Item } from '../items.ts'
import { sumCents } from '../money.ts'
import type { Cents } from '../money.ts'
import { discountOf } from './coupons.ts'
import type { Coupon } from './coupons.ts'
import { chargeFor } from './fees.ts'
import type { FeeRule } from './fees.ts'

/**
 * What an invoice charges, line by line, in the order of calculation: items, coupon, referral
 * credits, fee.
 */
export type InvoicePricing = {
  itemsCents: Cents
  couponCents: Cents
  /** One entry for each credit that was used. */
  creditsCents: Cents[]
  /** Given away, since no gateway charges so little. */
  waivedCents: Cents
  /** What is owed before the fee of the way of paying. */
  dueCents: Cents
  feeCents: Cents
  totalCents: Cents
}

/** The numbers that the rules take as given. */
export type PricingSettings = {
  /** What a referral credit takes off one week, percent. */
  referralPercent: number
  /** The gateway charges no less (Stripe: 50 cents). */
  leastChargeCents: Cents
}

/**
 * Prices an invoice. The coupon comes off first: one for subscriptions off their weeks alone. Then each
 * referral credit takes its share of one week: of a week of a subscription, each at most once, or of what is
 * left of a weekly invoice as a whole, which takes one, and never more than its friend paid. The fee is on
 * what is charged in the end. Nothing is ever below zero, and the lines add up to the cent.
 */
export function priceInvoice(
  items: readonly Item[],
  reductions: {
    coupon: Pick<Coupon, 'cut' | 'appliesTo'> | null
    /** What each credit takes off at most: what the friend paid for whom it is. */
    credits: readonly Cents[]
  },
  fee: FeeRule,
  settings: PricingSettings,
): InvoicePricing {
  const weeks = items.filter(({ kind }) => kind === 'subscription_week').map(({ cents }) => cents)
  const others = sumCents(items.map(({ cents }) => cents)) - sumCents(weeks)
  const { coupon } = reductions
  const base = sumCents(weeks) + (coupon?.appliesTo === 'subscriptions' ? 0 : others)
  const couponCents = coupon === null ? 0 : discountOf(coupon.cut, base)
  const itemsCents = sumCents(weeks) + others
  // The coupon lowers each week in proportion, so that a credit takes its share of what the week really
  // costs.
  const rest = lowerInProportion(base === sumCents(weeks) ? weeks : [...weeks, others], couponCents)
  const creditable = weeks.length > 0 ? rest.slice(0, weeks.length) : [others - couponCents]
  const creditsCents = creditable
    .slice(0, reductions.credits.length)
    .map((cents, index) => {
      const share = discountOf({ kind: 'percent', percent: settings.referralPercent }, cents)
      return Math.min(share, reductions.credits[index]!)
    })
    .filter((cents) => cents > 0)
  const priceCents = itemsCents - couponCents - sumCents(creditsCents)
  const waivedCents = waivedOf(priceCents, fee, settings)
  const dueCents = priceCents - waivedCents
  return { itemsCents, couponCents, creditsCents, waivedCents, dueCents, ...chargeFor(dueCents, fee) }
}

/**
 * What a coupon takes off an issued invoice of which `unpaidCents` are left to pay, more than none; and what
 * is given away with it, since no gateway charges what is left then. It is a cent at least: no one uses a
 * coupon for nothing.
 */
export function priceCoupon(
  unpaidCents: Cents,
  { cut }: Pick<Coupon, 'cut'>,
  fee: FeeRule,
  settings: Pick<PricingSettings, 'leastChargeCents'>,
): Pick<InvoicePricing, 'couponCents' | 'waivedCents'> {
  const couponCents = Math.max(1, discountOf(cut, unpaidCents))
  return { couponCents, waivedCents: waivedOf(unpaidCents - couponCents, fee, settings) }
}

/** All of an amount that no gateway charges with its fee, none of any other. */
function waivedOf(
  cents: Cents,
  fee: FeeRule,
  { leastChargeCents }: Pick<PricingSettings, 'leastChargeCents'>,
): Cents {
  return chargeFor(cents, fee).totalCents < leastChargeCents ? cents : 0
}

/**
 * Takes an amount off several, each in proportion and whole cents; the last cents come off the first ones.
 */
function lowerInProportion(amounts: readonly Cents[], cents: Cents): Cents[] {
  const total = sumCents(amounts)
  if (total === 0) return [...amounts]
  const shares = amounts.map((amount) => Math.floor((amount * cents) / total))
  let missing = cents - sumCents(shares)
  return amounts.map((amount, index) => {
    const more = Math.min(missing, amount - shares[index]!, 1)
    missing -= more
    return amount - shares[index]! - more
  })
}
