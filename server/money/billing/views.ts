import { judgeDunning } from '@madruga/core/subscriptions.ts'
import { dayOf } from '@madruga/core/blocks.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { readCreditNotes, readInvoicesById, readItems } from '../invoices.ts'
import type { InvoiceRow, ItemRow } from '../invoices.ts'
import type { Db } from '../payers.ts'
import { blocksNewPayment, readPaymentsOf } from '../payments.ts'
import type { PaymentRow } from '../payments.ts'
import { openInvoice } from '../subscriptions.ts'
import type { BillingDeps } from './model.ts'

export type PaymentView = Outputs['billing']['payment']
export type InvoiceListed = Outputs['billing']['invoices']['invoices'][number]
export type InvoiceView = Outputs['billing']['invoice']
type Line = InvoiceView['lines'][number]
type ViewDeps = Pick<BillingDeps, 'settings'>

/** Payments as their driver reads them, in the order given. */
export async function viewPayments(db: Db, rows: readonly PaymentRow[]): Promise<PaymentView[]> {
  const invoices = await readInvoicesById(db, [...new Set(rows.map((row) => row.invoice_id))])
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  return rows.map((row) => viewPayment(row, byId.get(row.invoice_id)!))
}

function viewPayment(row: PaymentRow, invoice: InvoiceRow): PaymentView {
  return {
    id: row.id,
    reference: row.reference,
    state: row.state,
    what: whatFor(invoice),
    amountCents: row.amount_cents,
    feeCents: row.fee_cents,
    refundedCents: row.refunded_cents,
    method: row.method && { kind: row.method.kind, brand: row.method.brand, last4: row.method.last4 },
    at: row.created_at,
    paidAt: row.paid_at,
    reason: row.reason,
    action: row.action,
  }
}

function whatFor(invoice: InvoiceRow): PaymentView['what'] {
  const { number, plan, days } = invoice
  return plan === null || days === null
    ? { kind: 'week', ...daysOf(invoice), number: number ?? '' }
    : { kind: 'subscription', plan, days, number }
}

/** Issued invoices as their lists show them, in the order given. */
export async function viewRows(
  { settings }: ViewDeps,
  db: Db,
  invoices: readonly InvoiceRow[],
): Promise<InvoiceListed[]> {
  const ids = invoices.map((invoice) => invoice.id)
  const [items, payments] = await Promise.all([readItems(db, ids), readPaymentsOf(db, ids)])
  return invoices.map((invoice) => ({
    number: invoice.number!,
    kind: invoice.kind,
    state: issuedState(invoice),
    ...daysOf(invoice),
    plan: invoice.plan,
    days: invoice.days,
    blocks: items.filter((item) => item.invoice_id === invoice.id && item.kind === 'block').length,
    dueCents: invoice.due_cents,
    creditedCents: invoice.credited_cents,
    leftCents: invoice.state === 'unpaid' ? invoice.due_cents - invoice.credited_cents : 0,
    issuedAt: invoice.issued_at!,
    paidAt: invoice.paid_at,
    suspendsAt: suspendsAt(invoice, payments, settings.dunning),
    underWay: payments.find((each) => each.invoice_id === invoice.id && blocksNewPayment(each))?.id ?? null,
    reopened:
      invoice.state === 'unpaid' &&
      payments.some(
        (each) => each.invoice_id === invoice.id && each.state === 'paid' && each.freed_at !== null,
      ),
  }))
}

/** One issued invoice, with all that belongs to it. */
export async function viewInvoice(deps: ViewDeps, db: Db, invoice: InvoiceRow): Promise<InvoiceView> {
  const [[row], items, payments, creditNotes] = await Promise.all([
    viewRows(deps, db, [invoice]),
    readItems(db, [invoice.id]),
    readPaymentsOf(db, [invoice.id]),
    readCreditNotes(db, invoice.id),
  ])
  return {
    ...row!,
    lines: items.map(viewLine),
    itemsCents: invoice.items_cents,
    couponCode: invoice.coupon_code,
    couponCents: invoice.coupon_cents,
    creditsCents: invoice.credits_cents,
    waivedCents: invoice.waived_cents,
    billedTo: invoice.billed_to,
    payments: payments.map((payment) => viewPayment(payment, invoice)),
    creditNotes: creditNotes.map(({ number, cents, at, cause, waived_cents: waivedCents }) => ({
      number,
      cents,
      at,
      cause,
      waivedCents: Math.max(0, waivedCents),
    })),
  }
}

/** A line of an invoice, or of the week that is running. */
export function viewLine(
  item: Pick<ItemRow, 'kind' | 'cents' | 'at' | 'details'> & { credited_by?: string | null },
): Line {
  const { stationCode, startAt, endAt, payCents, tipCents = 0, day, offerKind = null } = item.details
  const { payBasis, currency, endEstimated = false } = item.details
  const hasBlock =
    stationCode !== undefined && startAt !== undefined && endAt !== undefined && payCents !== undefined
  return {
    kind: item.kind,
    cents: item.cents,
    at: item.at,
    credited: (item.credited_by ?? null) !== null,
    day: day ?? null,
    block: hasBlock
      ? { stationCode, startAt, endAt, payCents, tipCents, offerKind, payBasis, currency, endEstimated }
      : null,
  }
}

function issuedState({ state }: InvoiceRow): InvoiceListed['state'] {
  return state === 'draft' || state === 'abandoned' ? 'unpaid' : state
}

function suspendsAt(
  invoice: InvoiceRow,
  payments: readonly PaymentRow[],
  dunning: BillingDeps['settings']['dunning'],
): number | null {
  if (invoice.state !== 'unpaid') return null
  const open = [openInvoice(invoice, payments)]
  return judgeDunning(open, dunning, invoice.time_zone, invoice.issued_at!).suspendsAt
}

/** First and last day on the driver's wall clock. */
function daysOf({ time_zone: zone, from_at: from, to_at: to }: InvoiceRow): { from: string; to: string } {
  const last = Math.max(from, to - 1)
  return { from: dayOf(zone, from), to: dayOf(zone, last) }
}
