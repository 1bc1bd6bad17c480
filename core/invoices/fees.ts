import type { Cents } from '../money.ts'

/**
 * What a way of paying costs, and who pays by it pays. `thousandths` is a share of the total that is charged.
 */
export type FeeRule =
  | { kind: 'none' }
  | { kind: 'flat'; cents: Cents }
  | { kind: 'percent'; thousandths: number; fixedCents: Cents }

/** What is charged for a price: the price and, as its own line, the fee. */
export type Charge = { totalCents: Cents; feeCents: Cents }

/**
 * The least charge whose fee leaves the price whole. A gateway takes its share of the total, so that "2.9% +
 * 30 c of the price" falls short almost always: $9.99 costs $10.60, $25.00 costs $26.06. A price of 0 charges
 * nothing and costs no fee. Throws RangeError for a price that is negative or no whole number of cents.
 */
export function chargeFor(priceCents: Cents, rule: FeeRule): Charge {
  if (!Number.isSafeInteger(priceCents) || priceCents < 0) throw new RangeError('a price is whole cents')
  if (priceCents === 0 || rule.kind === 'none') return { totalCents: priceCents, feeCents: 0 }
  if (rule.kind === 'flat') return { totalCents: priceCents + rule.cents, feeCents: rule.cents }
  // With half a cent of the fee rounded up, every total above this leaves the price, and none below does.
  const upperBound = ((priceCents + rule.fixedCents) * 1_000 - 500) / (1_000 - rule.thousandths)
  const totalCents = Math.floor(upperBound) + 1
  return { totalCents, feeCents: totalCents - priceCents }
}

/** What the way of paying takes of a total, half a cent rounded up. */
export function feeOf(totalCents: Cents, rule: FeeRule): Cents {
  if (rule.kind === 'none') return 0
  if (rule.kind === 'flat') return rule.cents
  return Math.floor((totalCents * rule.thousandths + 500) / 1_000) + rule.fixedCents
}
