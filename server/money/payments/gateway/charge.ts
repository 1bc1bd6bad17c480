import { Stripe } from 'stripe'
import { readChargeFailure, reasonOf } from './failures.ts'
import type { Charge, ChargeOutcome, NewCharge, Taking } from './model.ts'
import { readAction, readExpanded } from './wire.ts'

/** What the fee stands in. */
const EXPAND = ['latest_charge.balance_transaction']

/** Opens a charge that takes no money yet; a name for it is all that comes of it. */
export async function openCharge(stripe: Stripe, input: NewCharge): Promise<{ chargeId: string }> {
  const intent = await stripe.paymentIntents.create(
    {
      amount: input.amountCents,
      currency: 'usd',
      customer: input.customerId,
      payment_method: input.methodId,
      allowed_payment_method_types: ['card', 'us_bank_account'],
      metadata: input.metadata,
    },
    { idempotencyKey: input.idempotencyKey },
  )
  return { chargeId: intent.id }
}

/**
 * Takes the money of a charge that was opened: once at most, since a charge that has it gives none again,
 * whether its key is remembered or not.
 */
export async function takeCharge(stripe: Stripe, input: Taking): Promise<ChargeOutcome> {
  const { chargeId, methodId, idempotencyKey } = input
  const how = input.offSession
    ? { off_session: true }
    : input.returnUrl === undefined
      ? {}
      : { return_url: input.returnUrl }
  try {
    const intent = await stripe.paymentIntents.confirm(
      chargeId,
      { payment_method: methodId, ...how },
      { idempotencyKey },
    )
    return readOutcome(intent)
  } catch (error) {
    return readChargeFailure(error)
  }
}

/** The charge as the provider knows it now. */
export async function readCharge(stripe: Stripe, chargeId: string): Promise<Charge> {
  return readExpanded(await stripe.paymentIntents.retrieve(chargeId, { expand: EXPAND }))
}

/** Ends a charge that no one has paid yet; where it is too late for that, it is read. */
export async function cancelCharge(stripe: Stripe, chargeId: string): Promise<Charge> {
  try {
    return readExpanded(await stripe.paymentIntents.cancel(chargeId, { expand: EXPAND }))
  } catch (error) {
    const tooLate =
      error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state'
    if (!tooLate) throw error
    return await readCharge(stripe, chargeId)
  }
}

function readOutcome(intent: Stripe.PaymentIntent): ChargeOutcome {
  switch (intent.status) {
    case 'succeeded':
      return { outcome: 'succeeded' }
    case 'processing':
      return { outcome: 'processing' }
    case 'requires_action':
      return { outcome: 'needs_action', ...readAction(intent) }
    default: {
      const error = intent.last_payment_error
      return { outcome: 'declined', reason: reasonOf(error?.decline_code, error?.code) }
    }
  }
}
