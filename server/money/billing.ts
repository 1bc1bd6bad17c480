import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import { defineModule } from '../module.ts'
import type { Handlers, ServiceJob } from '../module.ts'
import type { Accounting } from './billing/accounting.ts'
import { accountingHandlers, billingHandlers, referralsHandlers } from './billing/handlers.ts'
import type { Offer } from './billing/handlers.ts'
import type { Billing } from './billing/operations.ts'
import type { Referrals } from './subscriptions.ts'
import { AppError } from '@madruga/core/errors.ts'
import { findInvoice, readInvoicesById } from './invoices.ts'
import type { DocumentReaders } from './invoices.ts'
import { findPayer } from './payers.ts'
import { readPayment } from './payments.ts'
import type { BillingDeps } from './billing/model.ts'
import { viewInvoice, viewPayments } from './billing/views.ts'

/** The entry of billing: what drivers and operators ask of money, over the modules that it wires. */

export { createAccounting } from './billing/accounting.ts'
export type { Accounting, AccountingDeps } from './billing/accounting.ts'
export { forgetPayer } from './billing/anonymize.ts'

export type { WeekFees } from './billing/fees.ts'
export { createBilling } from './billing/operations.ts'
export type { Billing } from './billing/operations.ts'

/** The declaration of billing, and of the accounting over it; no job but one runs where no one pays. */
export const billing = defineModule({
  handlers: (parts: BillingParts): Pick<Handlers, 'billing' | 'referrals' | 'accounting'> => ({
    billing: billingHandlers(parts.billing, parts.offer),
    referrals: referralsHandlers(parts.referrals, parts.offer),
    accounting: accountingHandlers(parts.accounting),
  }),
  jobs: ({ billing: { sweeps }, accounting, offer }: BillingSweeps) => [
    { name: 'instances.note_months', everyMs: HOUR_MS, run: sweeps.noteMemberMonths },
    ...(offer.billing ? listPaidJobs(sweeps, accounting.sweeps) : []),
  ],
  retention: ({ billing: { sweeps } }: { billing: Pick<Billing, 'sweeps'> }) => [
    { tables: 'idempotency_keys, received_events', forget: sweeps.forget },
  ],
})

type BillingSweeps = {
  billing: Pick<Billing, 'sweeps'>
  accounting: Pick<Accounting, 'sweeps'>
  offer: Pick<Offer, 'billing'>
}
type BillingParts = { billing: Billing; accounting: Accounting; referrals: Referrals; offer: Offer }

function listPaidJobs(bill: Billing['sweeps'], books: Accounting['sweeps']): ServiceJob[] {
  return [
    { name: 'billing.close_weeks', everyMs: MINUTE_MS, asksOutside: true, run: bill.closeWeeks },
    { name: 'billing.collect_dues', everyMs: MINUTE_MS, run: bill.runDunning },
    { name: 'billing.pay_by_themselves', everyMs: MINUTE_MS, asksOutside: true, run: bill.payByThemselves },
    { name: 'billing.ask_unsettled', everyMs: 10 * SECOND_MS, asksOutside: true, run: bill.syncUnsettled },
    { name: 'billing.sync_plans', everyMs: 10 * SECOND_MS, run: bill.syncPlans },
    {
      name: 'accounting.settle_refunds',
      everyMs: 15 * SECOND_MS,
      asksOutside: true,
      run: books.syncRefunds,
    },
    {
      name: 'accounting.reconcile_recent',
      everyMs: MINUTE_MS,
      asksOutside: true,
      run: books.reconcileRecent,
    },
    { name: 'accounting.reconcile_all', everyMs: HOUR_MS, asksOutside: true, run: books.reconcileAll },
  ]
}

/** What papers of money are made of, each of its own driver alone. */
export function readDocuments({
  db,
  settings,
  gateway,
}: Pick<BillingDeps, 'db' | 'settings' | 'gateway'>): DocumentReaders {
  const { testMode } = gateway
  return {
    async readInvoice(driverId, number) {
      const invoice = await findInvoice(db, number, driverId)
      if (invoice === null) throw new AppError('billing.not_found')
      const { time_zone: timeZone, variant } = invoice
      return { ...(await viewInvoice({ settings }, db, invoice)), timeZone, variant, testMode }
    },

    async readReceipt(driverId, paymentId) {
      const payment = await readPayment(db, paymentId)
      if (payment === null || payment.driver_id !== driverId) throw new AppError('billing.not_found')
      const [invoice] = await readInvoicesById(db, [payment.invoice_id])
      const [view] = await viewPayments(db, [payment])
      const { time_zone: timeZone, variant, billed_to: billedTo } = invoice!
      return { ...view!, timeZone, variant, billedTo, testMode }
    },

    readLanguage: async (driverId) => (await findPayer(db, driverId)).language,
  }
}
