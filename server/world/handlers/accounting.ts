import type { Actor } from '../../admin.ts'
import type { Accounting } from '../../billing.ts'
import type { Operator, Handlers } from '../../http.ts'

/** The operations of accounting. */
export function accountingHandlers(accounting: Accounting): Handlers['accounting'] {
  return {
    prices: () => accounting.readPrices(),
    setPrices: (who, wish) => accounting.setPrices(actorOf(who), wish),
    coupons: async () => ({ coupons: await accounting.listCoupons() }),
    makeCoupon: (who, wish) => accounting.makeCoupon(actorOf(who), wish),
    stopCoupon: (who, wish) => accounting.stopCoupon(actorOf(who), wish),
    invoices: (_who, query) => accounting.findInvoices(query),
    invoice: (_who, { number }) => accounting.readInvoice(number),
    creditInvoice: (who, wish) => accounting.creditInvoice(actorOf(who), wish),
    payments: (_who, query) => accounting.findPayments(query),
    refund: (who, wish) => accounting.refund(actorOf(who), wish),
    revenue: (_who, days) => accounting.readRevenue(days),
    reconciliation: () => accounting.readReconciliations(),
    reconcile: () => accounting.reconcile(),
  }
}

function actorOf({ driverId, email }: Operator): Actor {
  return { id: driverId, name: email }
}
