import type { Outputs } from '@madruga/core/contract.ts'
import type { InvoicesDeps, ReferralCredits } from '../invoices.ts'
import type { PaymentsDeps, SubscriptionEffects } from '../payments.ts'
import type { SubscriptionsDeps } from '../subscriptions.ts'

/** What money needs of the rest of the product. */
export type BillingDeps = Omit<PaymentsDeps, keyof (ReferralCredits & SubscriptionEffects)> &
  SubscriptionsDeps & {
    /** What the browser needs to reach the gateway. */
    gateway: Outputs['billing']['account']['gateway']
  }

/** The same, with what each module of money is given by those above it. */
export type MoneyDeps = BillingDeps & InvoicesDeps & PaymentsDeps
