import { AppError } from '@madruga/core/errors.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { acted, asked, own } from '../../module.ts'
import type { Handlers } from '../../module.ts'
import type { Referrals } from '../subscriptions.ts'
import type { Accounting } from './accounting.ts'
import type { Billing } from './operations.ts'

/** What is offered, and whether for money. */
export type Offer = { variants: readonly Variant[]; billing: boolean }

/** The operations of billing; where no one pays, only what tells so is there. */
export function billingHandlers(billing: Billing, offer: Offer): Handlers['billing'] {
  return {
    prices: () => billing.readPrices(),
    account: own(billing.readAccount),
    ...openIf(offer, payingHandlers(billing)),
  }
}

function payingHandlers(billing: Billing): Omit<Handlers['billing'], 'account' | 'prices'> {
  return {
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

async function refuse(): Promise<never> {
  throw new AppError('request.not_found')
}

function openIf<Operations extends object>({ billing }: Offer, operations: Operations): Operations {
  if (billing) return operations
  return Object.fromEntries(Object.keys(operations).map((name) => [name, refuse])) as Operations
}

/** The operations of referrals; where no one pays, they are not there. */
export function referralsHandlers(referrals: Referrals, offer: Offer): Handlers['referrals'] {
  return openIf(offer, {
    get: own(referrals.read),
    invite: ({ driverId }, { phone }) => referrals.invite(driverId, phone),
    keepCredits: ({ driverId }, { keep }) => referrals.keepCredits(driverId, keep),
    archive: ({ driverId }, { id, archived }) => referrals.archive(driverId, id, archived),
  })
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
