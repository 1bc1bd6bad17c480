/** The entry of subscriptions: paid time, plans, dunning, and friends whom drivers bring. */
import { defineModule } from './module.ts'
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

/** The declaration of subscriptions. */
export const subscriptions = defineModule({
  tables: ['invitations', 'invoice_reminders', 'referral_codes', 'referrals', 'subscription_periods'],
  sections: [
    {
      name: 'subscriptions',
      from: 'subscription_periods',
      columns: 'plan, from_at, until_at',
      key: [['from_at', 'timestamptz']],
    },
    { name: 'referralCodes', from: 'referral_codes', columns: 'code, keep_credits', key: [['code', 'text']] },
    {
      name: 'invitations',
      from: 'invitations',
      columns: 'id, phone, sent_at, archived_at',
      key: [['id', 'bigint']],
    },
    // Without the friend's identity: their account is private.
    {
      name: 'referrals',
      from: 'referrals',
      columns: 'joined_at, earned_at, used_by as used_by_invoice',
      key: [['friend_id', 'text']],
    },
  ],
})
