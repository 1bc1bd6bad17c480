import type { Billing } from '../../billing.ts'
import type { Handlers } from '../../http.ts'

/** The operations of billing. */
export function billingHandlers(billing: Billing): Handlers['billing'] {
  return {
    account: ({ driverId }) => billing.readAccount(driverId),
    quote: ({ driverId }, wish) => billing.quote(driverId, wish),
    buy: ({ driverId }, wish) => billing.buy(driverId, wish),
    leave: ({ driverId }) => billing.leave(driverId),
    methods: async ({ driverId }) => ({ methods: await billing.listMethods(driverId) }),
    startMethod: ({ driverId }) => billing.startMethod(driverId),
    setDefault: async ({ driverId }, { id }) => ({ methods: await billing.setDefault(driverId, id) }),
    removeMethod: async ({ driverId }, { id }) => ({ methods: await billing.removeMethod(driverId, id) }),
    setAutopay: ({ driverId }, { enabled }) => billing.setAutopay(driverId, enabled),
    pay: ({ driverId }, wish) => billing.pay(driverId, wish),
    useCoupon: ({ driverId }, wish) => billing.useCoupon(driverId, wish),
    payment: ({ driverId }, { id }) => billing.readPayment(driverId, id),
    cancelPayment: ({ driverId }, { id }) => billing.cancelPayment(driverId, id),
    payments: ({ driverId }, page) => billing.listPayments(driverId, page),
    invoices: ({ driverId }, page) => billing.listInvoices(driverId, page),
    invoice: ({ driverId }, { number }) => billing.readInvoice(driverId, number),
  }
}
