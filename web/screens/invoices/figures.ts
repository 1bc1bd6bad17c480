import { ITEM_KINDS } from '@madruga/core/billing.ts'
import type { ItemKind } from '@madruga/core/billing.ts'
import type { Dunning, Invoice, InvoiceLine, InvoiceRow } from './queries.ts'

/** Lines of one kind together. */
export type LineCount = { kind: ItemKind; count: number; cents: number }

/** How many lines there are of each kind and what they come to; kinds without one are left out. */
export function countLines(lines: readonly Pick<InvoiceLine, 'kind' | 'cents'>[]): LineCount[] {
  return ITEM_KINDS.flatMap((kind) => {
    const own = lines.filter((line) => line.kind === kind)
    if (own.length === 0) return []
    return [{ kind, count: own.length, cents: own.reduce((sum, { cents }) => sum + cents, 0) }]
  })
}

/**
 * What awarded blocks paid the driver, what the invoice cost them for it, and the share of the one in the
 * other.
 */
export type Worth = { blocks: number; payCents: number; costCents: number; share: number }

/**
 * The worth of an invoice; null where no block is on it, or all were taken back. The fee of the way of paying
 * is not in it.
 */
export function worthOf({
  lines,
  dueCents,
  creditedCents,
}: Pick<Invoice, 'lines' | 'dueCents' | 'creditedCents'>): Worth | null {
  const blocks = lines.flatMap(({ kind, credited, block }) =>
    kind === 'block' && !credited && block !== null ? [block.payCents] : [],
  )
  const payCents = blocks.reduce((sum, cents) => sum + cents, 0)
  if (payCents === 0) return null
  const costCents = Math.max(0, dueCents - creditedCents)
  return { blocks: blocks.length, payCents, costCents, share: costCents / payCents }
}

/** What was paid of an invoice and kept, before the fee of the way of paying. */
export function paidCents({
  dueCents,
  creditedCents,
  leftCents,
}: Pick<InvoiceRow, 'dueCents' | 'creditedCents' | 'leftCents'>): number {
  return Math.max(0, dueCents - creditedCents - leftCents)
}

/**
 * The one big number of an invoice: what is left of an open one, what was paid of a paid one, what the whole
 * came to of one taken back.
 */
export function signCents(
  invoice: Pick<InvoiceRow, 'state' | 'dueCents' | 'creditedCents' | 'leftCents'>,
): number {
  if (invoice.leftCents > 0) return invoice.leftCents
  return invoice.state === 'credited' ? invoice.dueCents : paidCents(invoice)
}

/** Where an invoice stands for its driver: with a payment that has not ended, that one comes first. */
export function statusOf({
  state,
  underWay,
}: Pick<InvoiceRow, 'state' | 'underWay'>): InvoiceRow['state'] | 'under_way' {
  return state === 'unpaid' && underWay !== null ? 'under_way' : state
}

/** Whether a payment of everything that is owed is under way, so that nothing more can be paid now. */
export function isPaying(unpaid: readonly Pick<InvoiceRow, 'underWay'>[]): boolean {
  return unpaid.length > 0 && unpaid.every(({ underWay }) => underWay !== null)
}

/**
 * What gets an account out of trouble: paying an invoice, looking at the payment that is under way, asking
 * support.
 */
export type WayOut = 'pay' | 'look' | 'support'

/**
 * The ways out of what an account owes or is stopped for, the one that helps first; none where all is well.
 * Paying brings back nobody whom an operator stopped.
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

/** The invoice that an address names; null for anything else that it may hold. */
export function readNumber(text: unknown): string | null {
  return typeof text === 'string' && /^M-\d{4}-\d{6,}$/.test(text) ? text : null
}
