import { disputedCents } from '@madruga/core/payments.ts'
import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Actor } from '../admin.ts'
import { postAll, readReconciliations, readRevenue, reconcile, reconcileRecent } from '../ledger.ts'
import type { Reconciliation, Revenue } from '../ledger.ts'
import { openGatewayBooks } from './compare.ts'
import { createCouponAdmin } from './coupons.ts'
import type { CouponAdmin } from './coupons.ts'
import { creditItems } from './execute.ts'
import { once } from './store/idempotency.ts'
import type { BillingDeps, Db, Tx } from './model.ts'
import { createPriceAdmin } from './prices.ts'
import type { PriceAdmin } from './prices.ts'
import { askRefund, refund, syncRefunds } from './refunds.ts'
import { readDisputesOf } from './store/disputes.ts'
import type { DisputeRow } from './store/disputes.ts'
import { lockPayer, readPayer } from './store/drivers.ts'
import { findInvoice, lockInvoice } from './store/invoices.ts'
import type { InvoiceRow } from './store/invoices.ts'
import { readPayment } from './store/payments.ts'
import type { PaymentRow } from './store/payments.ts'
import * as search from './store/search.ts'
import { viewInvoice, viewPayments, viewRows } from './views.ts'

export type { Actor } from '../admin.ts'

type In = Inputs['accounting']
type Out = Outputs['accounting']

/** What an operator's work on money needs, besides what money itself does. */
export type AccountingDeps = BillingDeps & {
  /** The service's zone, in which days are counted. */
  timeZone: string
  /** Writes one line of the audit log inside the transaction that makes it true. */
  recordAction(
    tx: Db,
    actor: Actor,
    at: Timestamp,
    action: {
      action: string
      driver?: { id: string; email: string } | null
      details?: Record<string, unknown>
    },
  ): Promise<unknown>
}

/** What an operator sees and does about money. */
export type Accounting = PriceAdmin &
  CouponAdmin & {
    findInvoices(query: Parameters<typeof search.findInvoices>[1]): Promise<Out['invoices']>
    /** Refuses with `billing.not_found`. */
    readInvoice(number: string): Promise<Out['invoice']>
    /**
     * Takes an invoice back as a whole, once for its key; what was paid goes back. Refuses with
     * `billing.not_found` and `billing.nothing_to_credit`. What the gateway does not give back now is asked
     * for again.
     */
    creditInvoice(actor: Actor, input: In['creditInvoice']): Promise<Out['invoice']>
    findPayments(query: search.Page): Promise<Out['payments']>
    /** Refuses like `refund` of the room for refunds. */
    refund(actor: Actor, input: In['refund']): Promise<Out['refund']>
    readRevenue(days: In['revenue']): Promise<Revenue>
    readReconciliations(): Promise<Out['reconciliation']>
    reconcile(): Promise<Reconciliation>
    /** For the table of jobs. */
    sweeps: {
      /** Often: asks about refunds that have not ended. */
      syncRefunds(): Promise<void>
      /** Each minute. */
      reconcileRecent(): Promise<void>
      /** Each hour. */
      reconcileAll(): Promise<void>
    }
  }

/** Puts the operator's side of money together. */
export function createAccounting(deps: AccountingDeps): Accounting {
  const { db, clock, onFault, timeZone } = deps
  const { keepReportsMs, dunning } = deps.settings
  const books = openGatewayBooks(deps)
  const reconcileDeps = { db, clock, onFault, keepReportsMs }
  const revenueDeps = { db, clock, timeZone, suspendDays: dunning.suspendDays }

  async function showInvoice(number: string): Promise<Out['invoice']> {
    const invoice = await findInvoice(db, number)
    if (invoice === null) throw new AppError('billing.not_found')
    const whose = await whoseAre(db, [invoice])
    return { ...(await viewInvoice(deps, db, invoice)), ...whose(invoice) }
  }

  async function showPayments(rows: readonly PaymentRow[]): Promise<Out['refund'][]> {
    const [views, whose, disputes] = await Promise.all([
      viewPayments(db, rows),
      whoseAre(db, rows),
      readDisputesOf(
        db,
        rows.map((row) => row.id),
      ),
    ])
    return rows.map((row, index) => ({
      ...views[index]!,
      ...whose(row),
      chargeId: row.charge_id,
      disputes: disputes.filter((dispute) => dispute.payment_id === row.id).map(viewDispute),
    }))
  }

  return {
    ...createPriceAdmin(deps),
    ...createCouponAdmin(deps),

    async findInvoices(query) {
      const rows = await search.findInvoices(db, query)
      const [views, whose] = await Promise.all([viewRows(deps, db, rows), whoseAre(db, rows)])
      const invoices = rows.map((row, index) => ({ ...views[index]!, ...whose(row) }))
      return { invoices, next: rows.length < query.limit ? null : rows.at(-1)!.issued_at }
    },

    readInvoice: showInvoice,

    async creditInvoice(actor, { key, ...input }) {
      const write = (tx: Tx) => writeCredit(deps, tx, actor, input)
      const { id: driverId } = actor
      const { refundId } =
        driverId === null
          ? await db.transaction().execute(write)
          : await once(db, { scope: 'accounting.credit', driverId, key, body: input }, write)
      if (refundId !== null) await askRefund(deps, refundId)
      return await showInvoice(input.number)
    },

    async findPayments(query) {
      const rows = await search.findPayments(db, query)
      const payments = await showPayments(rows)
      return { payments, next: rows.length < query.limit ? null : rows.at(-1)!.created_at }
    },

    async refund(actor, input) {
      await refund(deps, actor, input)
      return (await showPayments([(await readPayment(db, input.id))!]))[0]!
    },

    readRevenue: (days) => readRevenue(revenueDeps, days),
    readReconciliations: () => readReconciliations(deps),
    reconcile: () => reconcile(reconcileDeps, books),
    sweeps: {
      syncRefunds: () => syncRefunds(deps),
      reconcileRecent: () => reconcileRecent(reconcileDeps, books),
      reconcileAll: async () => void (await reconcile(reconcileDeps, books)),
    },
  }
}

async function writeCredit(
  deps: AccountingDeps,
  tx: Tx,
  actor: Actor,
  { number, reason }: Omit<In['creditInvoice'], 'key'>,
): Promise<{ refundId: string | null }> {
  const found = await findInvoice(tx, number)
  if (found === null) throw new AppError('billing.not_found')
  const driver = found.driver_id === null ? null : await readPayer(tx, found.driver_id)
  if (driver !== null) await lockPayer(tx, driver.id)
  const invoice = (await lockInvoice(tx, found.id))!
  const at = deps.clock.now()
  const by = { cause: 'operator', reason, actor: actor.name, at } as const
  const credited = await creditItems(deps, tx, { invoice, positions: 'all', ...by })
  const details = { invoice: number, creditNote: credited.number, cents: credited.cents, reason }
  await deps.recordAction(tx, actor, at, { action: 'invoices.credit', driver, details })
  await postAll(tx, credited.rows)
  return { refundId: credited.refundId }
}

function viewDispute(row: DisputeRow): Out['refund']['disputes'][number] {
  const { withdrawn, reinstated } = row
  return {
    id: row.id,
    state: row.state,
    reason: row.reason,
    amountCents: row.amount_cents,
    takenCents: disputedCents([row]),
    feeCents: (withdrawn?.feeCents ?? 0) - (reinstated?.feeCents ?? 0),
    openedAt: row.opened_at,
    endedAt: row.ended_at,
  }
}

/** Whose rows these are; nobody's where the driver is gone. */
async function whoseAre(
  db: Db,
  rows: readonly Pick<InvoiceRow | PaymentRow, 'driver_id'>[],
): Promise<(row: { driver_id: string | null }) => { driverId: string | null; driverEmail: string | null }> {
  const emails = await search.readEmails(
    db,
    rows.map((row) => row.driver_id),
  )
  return ({ driver_id: id }) => ({
    driverId: id,
    driverEmail: id === null ? null : (emails.get(id) ?? null),
  })
}
