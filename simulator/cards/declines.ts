import type { RefusalDetails } from './refusal.ts'
import type { Trait } from './test-numbers.ts'

/** A card's responses from its bank, by trait (docs.stripe.com/testing, docs.stripe.com/declines/codes). */
const DECLINES: Partial<Record<Trait, RefusalDetails>> = {
  generic_decline: {
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  expired_card: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
}

/** Why this method is declined when it is saved or charged; null if it is not. */
export function declineOf(trait: Trait, at: 'attach' | 'charge'): RefusalDetails | null {
  if (trait === 'declines_later' && at === 'charge') return DECLINES.generic_decline ?? null
  return DECLINES[trait] ?? null
}

/** The bank's late decline (docs.stripe.com/payments/ach-direct-debit). */
export const NO_ACCOUNT: RefusalDetails = {
  code: 'no_account',
  message: 'The bank account could not be located.',
}

/** An off-session charge of a card that requires authentication. */
export const NOT_PRESENT: RefusalDetails = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}
