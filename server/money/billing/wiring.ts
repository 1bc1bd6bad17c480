import { creditItems, refuseSettled } from '../payments.ts'
import type { PaymentsDeps, SubscriptionEffects } from '../payments.ts'
import type { ReferralCredits } from '../invoices.ts'
import * as subscriptions from '../subscriptions.ts'
import type { BillingDeps, MoneyDeps } from './model.ts'

/** Gives each module of money the effects of those above it. */
export function wireMoney(deps: BillingDeps): MoneyDeps {
  const payments: PaymentsDeps = { ...deps, ...CREDITS, ...openSubscriptions(deps) }
  return {
    ...deps,
    ...payments,
    readSubscribed: subscriptions.readSubscribed,
    refuseSettled,
    creditItems: (tx, request) => creditItems(payments, tx, request),
  }
}

const CREDITS: ReferralCredits = {
  readCreditsLeft: subscriptions.readCreditsLeft,
  readCreditsForWeek: subscriptions.readCreditsForWeek,
  takeCredits: subscriptions.takeCredits,
}

function openSubscriptions(deps: BillingDeps): SubscriptionEffects {
  return {
    addTime: (...args) => subscriptions.addTime(deps, ...args),
    takeTimeBack: (...args) => subscriptions.takeTimeBack(deps, ...args),
    rewardReferrer: (...args) => subscriptions.rewardReferrer(deps, ...args),
    revokeReward: (...args) => subscriptions.revokeReward(deps, ...args),
    releaseCredits: (...args) => subscriptions.releaseCredits(deps, ...args),
    takeBackForCards: (...args) => subscriptions.takeBackForCards(deps, ...args),
    restoreIfClear: (...args) => subscriptions.restoreIfClear(deps, ...args),
    suspendsAfter: (...args) => subscriptions.suspendsAfter(deps, ...args),
  }
}
