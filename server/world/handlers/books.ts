import type { Actor } from '../../admin.ts'
import type { Books } from '../../billing.ts'
import type { Operator, Handlers } from '../../http.ts'

/** The operations of books. */
export function accountingHandlers(books: Books): Handlers['books'] {
  return {
    prices: () => books.readPrices(),
    setPrices: (who, wish) => books.setPrices(actorOf(who), wish),
    coupons: async () => ({ coupons: await books.listCoupons() }),
    makeCoupon: (who, wish) => books.makeCoupon(actorOf(who), wish),
    stopCoupon: (who, wish) => books.stopCoupon(actorOf(who), wish),
    invoices: (_who, query) => books.findInvoices(query),
    invoice: (_who, { number }) => books.readInvoice(number),
    creditInvoice: (who, wish) => books.creditInvoice(actorOf(who), wish),
    payments: (_who, query) => books.findPayments(query),
    refund: (who, wish) => books.refund(actorOf(who), wish),
    revenue: (_who, days) => books.readRevenue(days),
    reconciliation: () => books.readReconciliations(),
    reconcile: () => books.reconcile(),
  }
}

function actorOf({ driverId, email }: Operator): Actor {
  return { id: driverId, name: email }
}
