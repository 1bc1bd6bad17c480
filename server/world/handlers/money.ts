import type { Accounting, Billing } from '../../billing.ts'
import type { Referrals } from '../../subscriptions.ts'
import type { Handlers } from '../../http.ts'
import { acted, asked, own } from './own.ts'

/** The operations of billing. */
export function billingHandlers(billing: Billing): Handlers['billing'] {
  return {
    prices: () => billing.readPrices(),
    account: own(billing.readAccount),
    quote: own(billing.quote),
    buy: own(billing.buy),
    leave: own(billing.leave),
    methods: async ({ driverId }) => ({ methods: await billing.listMethods(driverId) }),
    startMethod: own(billing.startMethod),
    setDefault: async ({ driverId }, { id }) => ({ methods: await billing.setDefault(driverId, id) }),
    removeMethod: async ({ driverId }, { id }) => ({ methods: await billing.removeMethod(driverId, id) }),
    setAutopay: ({ driverId }, { enabled }) => billing.setAutopay(driverId, enabled),
    pay: own(billing.pay),
    useCoupon: own(billing.useCoupon),
    payment: ({ driverId }, { id }) => billing.readPayment(driverId, id),
    cancelPayment: ({ driverId }, { id }) => billing.cancelPayment(driverId, id),
    payments: own(billing.listPayments),
    invoices: own(billing.listInvoices),
    invoice: ({ driverId }, { number }) => billing.readInvoice(driverId, number),
  }
}

/** The operations of referrals. */
export function referralsHandlers(referrals: Referrals): Handlers['referrals'] {
  return {
    get: own(referrals.read),
    invite: ({ driverId }, { phone }) => referrals.invite(driverId, phone),
    keepCredits: ({ driverId }, { keep }) => referrals.keepCredits(driverId, keep),
    archive: ({ driverId }, { id, archived }) => referrals.archive(driverId, id, archived),
  }
}

/** The operations of accounting. */
export function accountingHandlers(accounting: Accounting): Handlers['accounting'] {
  return {
    prices: () => accounting.readPrices(),
    setPrices: acted(accounting.setPrices),
    coupons: async () => ({ coupons: await accounting.listCoupons() }),
    makeCoupon: acted(accounting.makeCoupon),
    stopCoupon: acted(accounting.stopCoupon),
    invoices: asked(accounting.findInvoices),
    invoice: (_who, { number }) => accounting.readInvoice(number),
    creditInvoice: acted(accounting.creditInvoice),
    payments: asked(accounting.findPayments),
    refund: acted(accounting.refund),
    revenue: asked(accounting.readRevenue),
    reconciliation: () => accounting.readReconciliations(),
    reconcile: () => accounting.reconcile(),
  }
}
