import { disputedCents } from '@madruga/core/payments.ts'
import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import {
  createCouponAdmin,
  createPriceAdmin,
  findInvoice,
  findInvoices,
  lockInvoice,
  pageMemberMonths,
} from '../invoices.ts'
import type { CouponAdmin, PriceAdmin, InvoiceRow } from '../invoices.ts'
import { postAll, readReconciliations, readRevenue, reconcile, reconcileRecent } from '../ledger.ts'
import type { Reconciliation, Revenue } from '../ledger.ts'
import { lockPayer, once, readEmails, readPayer } from '../payers.ts'
import type { Actor, Audit, Db, Page, Tx } from '../payers.ts'
import {
  openGatewayBooks,
  creditItems,
  askRefund,
  refund,
  syncRefunds,
  findPayments,
  readDisputesOf,
  readPayment,
  sumRunningCharges,
} from '../payments.ts'
import type { DisputeRow, PaymentRow } from '../payments.ts'
import type { BillingDeps, MoneyDeps } from './model.ts'
import { viewInvoice, viewPayments, viewRows } from './views.ts'
import { wireMoney } from './wiring.ts'

type In = Inputs['accounting']
type Out = Outputs['accounting']

/** What an operator's work on money needs, besides what money itself does. */
export type AccountingDeps = BillingDeps &
  Audit & {
    /** The service's zone, in which days are counted. */
    timeZone: string
    /** Whether this is a demo, whose accounts count as revenue; default no. */
    countsDemo?: boolean
  }

/** What an operator sees and does about money. */
export type Accounting = PriceAdmin &
  CouponAdmin & {
    /** What members owe their houses, the newest month first, after the key of the last one before. */
    pageMemberMonths(after: string | null, most: number): ReturnType<typeof pageMemberMonths>
    findInvoices(query: Parameters<typeof findInvoices>[1]): Promise<Out['invoices']>
    /** Refuses with `billing.not_found`. */
    readInvoice(number: string): Promise<Out['invoice']>
    /**
     * Takes an invoice back as a whole, once for its key; what was paid goes back. Refuses with
     * `billing.not_found` and `billing.nothing_to_credit`. What the gateway does not give back now is asked
     * for again.
     */
    creditInvoice(actor: Actor, input: In['creditInvoice']): Promise<Out['invoice']>
    findPayments(query: Page): Promise<Out['payments']>
    /** Refuses like `refund` of the room for refunds. */
    refund(actor: Actor, input: In['refund']): Promise<Out['refund']>
    readRevenue(days: In['revenue']): Promise<Revenue>
    /** Charges that are begun and neither paid nor refused. */
    readRunningCharges(): ReturnType<typeof sumRunningCharges>
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
export function createAccounting(parts: AccountingDeps): Accounting {
  const deps = { ...parts, ...wireMoney(parts) }
  const { db, clock, onFault, timeZone, countsDemo = false } = deps
  const { keepReportsMs, dunning } = deps.settings
  const books = openGatewayBooks(deps)
  const reconcileDeps = { db, clock, onFault, keepReportsMs }
  const revenueDeps = { db, clock, timeZone, suspendDays: dunning.suspendDays, countsDemo }

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
    pageMemberMonths: (after, most) => pageMemberMonths(deps.db, after, most),
    ...createCouponAdmin(deps),

    async findInvoices(query) {
      const rows = await findInvoices(db, query)
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
      const rows = await findPayments(db, query)
      const payments = await showPayments(rows)
      return { payments, next: rows.length < query.limit ? null : rows.at(-1)!.created_at }
    },

    async refund(actor, input) {
      await refund(deps, actor, input)
      return (await showPayments([(await readPayment(db, input.id))!]))[0]!
    },

    readRunningCharges: () => sumRunningCharges(db, countsDemo),
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
  deps: MoneyDeps & Audit,
  tx: Tx,
  actor: Actor,
  { number, reason }: Omit<In['creditInvoice'], 'key'>,
): Promise<{ refundId: string | null }> {
  const row = await findInvoice(tx, number)
  if (row === null) throw new AppError('billing.not_found')
  const driver = row.driver_id === null ? null : await readPayer(tx, row.driver_id)
  if (driver !== null) await lockPayer(tx, driver.id)
  const invoice = (await lockInvoice(tx, row.id))!
  const at = deps.clock.now()
  const by = { cause: 'operator', reason, actor: actor.name, at } as const
  const credit = await creditItems(deps, tx, { invoice, positions: 'all', ...by })
  const details = { invoice: number, creditNote: credit.number, cents: credit.cents, reason }
  await deps.recordAction(tx, actor, at, { action: 'invoices.credit', driver, details })
  await postAll(tx, credit.rows)
  return { refundId: credit.refundId }
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

/** Whose rows these are; no one's where the driver is gone. */
async function whoseAre(
  db: Db,
  rows: readonly Pick<InvoiceRow | PaymentRow, 'driver_id'>[],
): Promise<(row: { driver_id: string | null }) => { driverId: string | null; driverEmail: string | null }> {
  const emails = await readEmails(
    db,
    rows.map((row) => row.driver_id),
  )
  return ({ driver_id: id }) => ({ driverId: id, driverEmail: id === null ? null : (emails.get(id) ?? null) })
}
