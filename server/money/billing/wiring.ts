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
    addTime: (...given) => subscriptions.addTime(deps, ...given),
    takeTimeBack: (...given) => subscriptions.takeTimeBack(deps, ...given),
    rewardReferrer: (...given) => subscriptions.rewardReferrer(deps, ...given),
    revokeReward: (...given) => subscriptions.revokeReward(deps, ...given),
    releaseCredits: (...given) => subscriptions.releaseCredits(deps, ...given),
    takeBackForCards: (...given) => subscriptions.takeBackForCards(deps, ...given),
    restoreIfClear: (...given) => subscriptions.restoreIfClear(deps, ...given),
    suspendsAfter: (...given) => subscriptions.suspendsAfter(deps, ...given),
  }
}
