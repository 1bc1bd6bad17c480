import { Stripe } from 'stripe'
import { readChargeFailure, reasonOf } from './failures.ts'
import type { Charge, ChargeOutcome, NewCharge } from './model.ts'
import { readAction, readExpanded } from './wire.ts'

/** What the fee stands in. */
const EXPAND = ['latest_charge.balance_transaction']

/** Charges once for its key, however often it is asked. */
export async function chargeMethod(stripe: Stripe, wish: NewCharge): Promise<ChargeOutcome> {
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: wish.amountCents,
        currency: 'usd',
        customer: wish.customerId,
        payment_method: wish.methodId,
        allowed_payment_method_types: ['card', 'us_bank_account'],
        confirm: true,
        metadata: wish.metadata,
        ...(wish.offSession ? { off_session: true } : {}),
        ...(wish.returnUrl === undefined || wish.offSession ? {} : { return_url: wish.returnUrl }),
      },
      { idempotencyKey: wish.idempotencyKey },
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

/** The charge of a wish, by what was said with it. */
export async function findCharge(
  stripe: Stripe,
  { customerId, paymentId, since }: { customerId: string; paymentId: string; since: number },
): Promise<Charge | null> {
  const created = { gte: Math.floor(since / 1000) }
  for await (const intent of stripe.paymentIntents.list({ customer: customerId, created, limit: 100 }))
    if (intent.metadata['paymentId'] === paymentId) return await readCharge(stripe, intent.id)
  return null
}

/** Ends a charge that nobody has paid yet; where it is too late for that, it is read. */
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
  const chargeId = intent.id
  switch (intent.status) {
    case 'succeeded':
      return { outcome: 'succeeded', chargeId }
    case 'processing':
      return { outcome: 'processing', chargeId }
    case 'requires_action':
      return { outcome: 'needs_action', chargeId, ...readAction(intent) }
    default: {
      const error = intent.last_payment_error
      return { outcome: 'declined', chargeId, reason: reasonOf(error?.decline_code, error?.code) }
    }
  }
}
