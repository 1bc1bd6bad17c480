import { isPaidIn } from '@madruga/core/offers.ts'
import { ITEM_KINDS } from '@madruga/core/items.ts'
import type { ItemKind } from '@madruga/core/items.ts'
import type { Dunning, Invoice, InvoiceLine, InvoiceRow } from './queries.ts'
import { sumPay } from '@madruga/core/pay-sums.ts'
import type { PaySum } from '@madruga/core/pay-sums.ts'

/** Lines of one kind together. */
export type LineCount = { kind: ItemKind; count: number; cents: number }

/** Number and sum of the lines of each kind; empty kinds are omitted. */
export function countLines(lines: readonly Pick<InvoiceLine, 'kind' | 'cents'>[]): LineCount[] {
  return ITEM_KINDS.flatMap((kind) => {
    const own = lines.filter((line) => line.kind === kind)
    if (own.length === 0) return []
    return [{ kind, count: own.length, cents: own.reduce((sum, { cents }) => sum + cents, 0) }]
  })
}

/**
 * What awarded blocks paid the driver, the invoice's price for them, and their ratio; null unless all pay is
 * in dollars, as the price is.
 */
export type Worth = { blocks: number; pay: PaySum; costCents: number; share: number | null }

/** The fees of the ways of paying that were paid for an invoice, without what went back. */
export function feesPaidCents({ payments }: Pick<Invoice, 'payments'>): number {
  return payments
    .filter(({ paidAt }) => paidAt !== null)
    .reduce((sum, one) => sum + Math.min(one.feeCents, Math.max(0, one.amountCents - one.refundedCents)), 0)
}

/** What an invoice was worth, with the fee of paying it; null if it has no blocks or all are credited. */
export function worthOf({
  lines,
  dueCents,
  creditedCents,
  payments,
}: Pick<Invoice, 'lines' | 'dueCents' | 'creditedCents' | 'payments'>): Worth | null {
  const blocks = lines.flatMap(({ kind, credited, block }) =>
    kind === 'block' && !credited && block !== null ? [block] : [],
  )
  const pay = sumPay(blocks)
  if (pay.payCents === 0) return null
  const costCents = Math.max(0, dueCents - creditedCents) + feesPaidCents({ payments })
  const isComparable = isPaidIn(pay, null) && pay.others.length === 0
  return { blocks: blocks.length, pay, costCents, share: isComparable ? costCents / pay.payCents : null }
}

/** The paid and kept amount of an invoice, before the payment fee. */
export function paidCents({
  dueCents,
  creditedCents,
  leftCents,
}: Pick<InvoiceRow, 'dueCents' | 'creditedCents' | 'leftCents'>): number {
  return Math.max(0, dueCents - creditedCents - leftCents)
}

/** The main figure: the open amount, what was paid with its fee, or the total of a credited invoice. */
export function signCents(
  invoice: Pick<Invoice, 'state' | 'dueCents' | 'creditedCents' | 'leftCents' | 'payments'>,
): number {
  if (invoice.leftCents > 0) return invoice.leftCents
  return invoice.state === 'credited' ? invoice.dueCents : paidCents(invoice) + feesPaidCents(invoice)
}

/** The state of an invoice for its driver: a pending payment takes precedence. */
export function statusOf({
  state,
  underWay,
}: Pick<InvoiceRow, 'state' | 'underWay'>): InvoiceRow['state'] | 'under_way' {
  return state === 'unpaid' && underWay !== null ? 'under_way' : state
}

/** Whether a pending payment covers all debts, so that nothing more can be paid now. */
export function isPaying(unpaid: readonly Pick<InvoiceRow, 'underWay'>[]): boolean {
  return unpaid.length > 0 && unpaid.every(({ underWay }) => underWay !== null)
}

/** Ways to reactivate an account: paying an invoice, checking the pending payment, contacting support. */
export type WayOut = 'pay' | 'look' | 'support'

/**
 * The ways to settle an account's debts or stops, the most useful first; none if all is well. Payment does
 * not reactivate an account that an operator stopped.
 */
export function waysOut({
  status,
  suspendedForUnpaid,
  unpaid,
}: {
  status: Dunning['status']
  suspendedForUnpaid: boolean
  unpaid: readonly Pick<InvoiceRow, 'underWay'>[]
}): WayOut[] {
  const ways: WayOut[] = status !== 'active' && !suspendedForUnpaid ? ['support'] : []
  if (unpaid.some(({ underWay }) => underWay === null)) ways.push('pay')
  else if (suspendedForUnpaid) ways.push('look')
  return ways
}

/** The invoice of an address; null for any other value. */
export function readNumber(text: string | undefined): string | null {
  return text !== undefined && /^M-\d{4}-\d{6,}$/.test(text) ? text : null
}
