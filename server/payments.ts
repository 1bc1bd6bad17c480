/** The entry of payments: charges, refunds, disputes and saved methods, and the card gateway. */
import { defineModule } from './module.ts'
export { payByThemselves } from './payments/autopay.ts'
export { openGatewayBooks } from './payments/compare.ts'
export { creditItems } from './payments/execute.ts'
export { closedCards, describeGateway, openCards } from './payments/gateway.ts'
export type { Cards, Gateway, GatewayAccess } from './payments/gateway.ts'
export { createBillingLimits } from './payments/limits.ts'
export { createSavedMethods } from './payments/methods.ts'
export type { SavedMethods } from './payments/methods.ts'
export type { PaymentsDeps, SubscriptionEffects } from './payments/model.ts'
export { cancelPayment, followPayment, pay, refuseSettled } from './payments/pay.ts'
export { buy, pricePurchase } from './payments/purchase.ts'
export type { Order } from './payments/purchase.ts'
export { askRefund, refund, syncRefunds } from './payments/refunds.ts'
export { anonymizePayments } from './payments/store/anonymize.ts'
export { readDisputesOf } from './payments/store/disputes.ts'
export type { DisputeRow } from './payments/store/disputes.ts'
export * from './payments/store/payments.ts'
export { forgetEvents } from './payments/store/received.ts'
export { findPayments, sumRunningCharges } from './payments/store/search.ts'
export { syncUnsettled } from './payments/sync-unsettled.ts'
export { takeWebhook } from './payments/webhooks.ts'

/** The declaration of payments. */
export const payments = defineModule({
  tables: ['disputes', 'payments', 'received_events', 'refunds'],
  sections: [
    {
      name: 'payments',
      from: 'payments',
      columns: `reference, state, charge_id, method, amount_cents, fee_cents, off_session, reason, refunded_cents, created_at, paid_at,
        (select coalesce(json_agg(json_build_object('amount_cents', amount_cents, 'state', r.state, 'reason', r.reason,
          'created_at', r.created_at) order by r.created_at), '[]') from refunds r where r.payment_id = payments.id) as refunds,
        (select coalesce(json_agg(json_build_object('amount_cents', amount_cents, 'state', d.state, 'reason', d.reason,
          'opened_at', d.opened_at) order by d.opened_at), '[]') from disputes d where d.payment_id = payments.id) as disputes`,
      key: [['id', 'text']],
    },
  ],
})
