import { AppError } from '@madruga/core/errors.ts'
import { findInvoice, readInvoicesById } from '../invoices.ts'
import type { DocumentReaders } from '../invoices.ts'
import { findPayer } from '../payers.ts'
import { readPayment } from '../payments.ts'
import type { BillingDeps } from './model.ts'
import { viewInvoice, viewPayments } from './views.ts'

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
