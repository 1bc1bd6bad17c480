import { sumCents } from '../money.ts'
import type { Cents } from '../money.ts'
import type { ItemKind } from '../items.ts'
import { DISCOUNT_CAUSES } from '../ledger.ts'
import type { DiscountCause } from '../ledger.ts'

/** What the credit notes of coupons took off an issued invoice, and what was given away with them. */
export type LaterDiscounts = { couponCents: Cents; waivedCents: Cents }

/** An issued invoice as a credit note sees it; all its items, in the order of their positions. */
export type CreditableInvoice = {
  couponCents: Cents
  creditsCents: Cents
  waivedCents: Cents
  /** What coupons took off after it was issued, less what notes over items took back of that since. */
  later: LaterDiscounts
  items: readonly { position: number; kind: ItemKind; cents: Cents; credited: boolean }[]
}

/**
 * What a credit note takes back: `cents` is its total, the items less the discounts. `complete`: nothing of
 * the invoice is left.
 */
export type Credit = {
  positions: number[]
  items: { kind: ItemKind; cents: Cents }[]
  discounts: { cause: DiscountCause; cents: Cents }[]
  /** The part of the discounts that came off after the invoice was issued. */
  later: LaterDiscounts
  cents: Cents
  complete: boolean
}

/**
 * What a credit note over these items takes back; null when none of them is left to credit. Each item carries
 * its share of the discounts, calculated once for the whole invoice, in proportion, in whole cents and in the
 * order in which they came off. A later coupon came off what was left: its rest is shared by the items that
 * are not credited. So notes over any parts, in any order, with coupons between them, add up to what was due
 * to the cent, and none is below zero. Throws RangeError for a position that the invoice does not have.
 */
export function creditOf(invoice: CreditableInvoice, positions: readonly number[] | 'all'): Credit | null {
  const choice = new Set(positions === 'all' ? invoice.items.map((item) => item.position) : positions)
  for (const position of choice)
    if (!invoice.items.some((item) => item.position === position))
      throw new RangeError(`the invoice has no item ${position}`)
  const parts = sharesOf(invoice).filter(({ item }) => choice.has(item.position) && !item.credited)
  if (parts.length === 0) return null
  const [couponCents, waivedCents] = [0, 1].map((index) => sumCents(parts.map((each) => each.later[index]!)))
  const later = { couponCents: couponCents!, waivedCents: waivedCents! }
  const laterOf = { coupons: later.couponCents, referrals: 0, waived: later.waivedCents }
  const discounts = DISCOUNT_CAUSES.map((cause, index) => ({
    cause,
    cents: sumCents(parts.map(({ shares }) => shares[index]!)) + laterOf[cause],
  }))
  const items = parts.map(({ item }) => ({ kind: item.kind, cents: item.cents }))
  return {
    positions: parts.map(({ item }) => item.position),
    items,
    discounts,
    later,
    cents: sumCents(items.map((item) => item.cents)) - sumCents(discounts.map((discount) => discount.cents)),
    complete: invoice.items.every((item) => item.credited || choice.has(item.position)),
  }
}

/** What was paid for an invoice, and what of it is taken back by now. */
export type PaidInvoice = {
  /** What the driver was charged, `feeCents` of the way of paying included. */
  amountCents: Cents
  feeCents: Cents
  dueCents: Cents
  creditedCents: Cents
  /** All of it is credited. */
  complete: boolean
}

/**
 * What of a payment has to go back because credit notes took back what it paid for. The fee of the way of
 * paying goes back with the last item and not before: as long as something was bought, the way of paying has
 * done its work; a driver who gets everything back paid for nothing.
 */
export function owedBackCents({
  amountCents,
  feeCents,
  dueCents,
  creditedCents,
  complete,
}: PaidInvoice): Cents {
  if (complete) return amountCents
  return Math.max(0, amountCents - feeCents - (dueCents - creditedCents))
}

/**
 * An item with what each discount takes off it, in the order of `DISCOUNT_CAUSES`, and what later ones do:
 * coupon, waived.
 */
type SharedItem = { item: CreditableInvoice['items'][number]; shares: Cents[]; later: Cents[] }

function sharesOf(invoice: CreditableInvoice): SharedItem[] {
  const { items, couponCents, creditsCents, waivedCents, later } = invoice
  const first = takeOff(
    [couponCents, creditsCents, waivedCents],
    items.map((item) => item.cents),
  )
  const open = items.map((item, index) => (item.credited ? 0 : first.left[index]!))
  const second = takeOff([later.couponCents, later.waivedCents], open)
  return items.map((item, index) => ({
    item,
    shares: first.shares.map((shares) => shares[index]!),
    later: second.shares.map((shares) => shares[index]!),
  }))
}

/** Takes discounts off amounts, one after the other: the shares of each, and what all of them leave. */
function takeOff(
  discounts: readonly Cents[],
  amounts: readonly Cents[],
): { shares: Cents[][]; left: readonly Cents[] } {
  let rest = amounts
  const all = discounts.map((cents) => {
    const shares = shareOut(cents, rest)
    rest = rest.map((amount, index) => amount - shares[index]!)
    return shares
  })
  return { shares: all, left: rest }
}

/**
 * Shares an amount out in proportion, in whole cents that add up to it; no share is more than what it comes
 * off.
 */
function shareOut(cents: Cents, amounts: readonly Cents[]): Cents[] {
  const total = sumCents(amounts)
  if (cents > total) throw new RangeError('discounts are no more than the items')
  let sum = 0
  let shared = 0
  return amounts.map((amount) => {
    sum += amount
    // Of the running sum, so that what rounding takes from one goes to the next and nothing is lost.
    const share = total === 0 ? 0 : Math.floor((cents * sum) / total) - shared
    shared += share
    return share
  })
}
