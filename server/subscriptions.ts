/** The entry of subscriptions: paid time, plans, dunning, and friends whom drivers bring. */
export {
  openInvoice,
  readOverdue,
  restoreIfClear,
  runDunning,
  suspendsAfter,
} from './subscriptions/dunning.ts'
export type { SubscriptionsDeps } from './subscriptions/model.ts'
export { quote } from './subscriptions/quote.ts'
export * from './subscriptions/referral-rewards.ts'
export { createReferrals } from './subscriptions/referrals.ts'
export type { Referrals } from './subscriptions/referrals.ts'
export { readPeriods } from './subscriptions/store/periods.ts'
export * from './subscriptions/store/referral-rewards.ts'
export { leaveSubscription, syncPlans } from './subscriptions/sync-plans.ts'
export { addTime, readSubscribed, takeTimeBack } from './subscriptions/time.ts'
