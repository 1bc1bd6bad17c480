import { Stripe } from 'stripe'
import type { Answer, ChargeOutcome, DeclineReason } from './model.ts'

const REASONS: Record<string, DeclineReason> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  processing_error: 'processing_error',
  authentication_required: 'authentication_required',
  payment_intent_authentication_failure: 'authentication_failed',
  no_account: 'bank_declined',
  account_closed: 'bank_declined',
  debit_not_authorized: 'bank_declined',
  bank_account_restricted: 'bank_declined',
}

/**
 * Runs the call; what the provider or the wire does becomes an outcome, and only our own faults are thrown.
 */
export async function answerOf<Value>(call: () => Promise<Value>): Promise<Answer<Value>> {
  try {
    return { outcome: 'done', value: await call() }
  } catch (error) {
    return readFailure(error)
  }
}

/**
 * What a call answers within a time; rejects as unreachable after it, and the call continues: done by its
 * key, it can be asked for again.
 */
export async function within<Value>(ms: number, call: () => Promise<Value>): Promise<Value> {
  const { promise: end, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Stripe.errors.StripeConnectionError({ message: `no answer within ${ms} ms` })),
    ms,
  )
  const answer = call()
  answer.catch(() => {})
  return await Promise.race([answer, end]).finally(() => clearTimeout(timer))
}

/** What a failed charge means. */
export function readChargeFailure(error: unknown): ChargeOutcome {
  if (error instanceof Stripe.errors.StripeCardError) {
    return { outcome: 'declined', reason: reasonOf(error.decline_code, error.code) }
  }
  return readFailure(error)
}

/** In our words why the bank said no; the decline code says more than the code. */
export function reasonOf(...codes: (string | undefined)[]): DeclineReason {
  for (const code of codes) {
    const reason = code === undefined ? undefined : REASONS[code]
    if (reason !== undefined) return reason
  }
  return 'declined'
}

// Whatever is not surely a "no" is unknown: a broken line, a server's fault, a key in use, too many calls.
function readFailure(error: unknown): { outcome: 'refused' | 'unknown'; reason: string } {
  const { errors } = Stripe
  if (!(error instanceof errors.StripeError)) throw error
  if (error instanceof errors.StripeConnectionError) return { outcome: 'unknown', reason: 'unreachable' }
  if (error instanceof errors.StripeIdempotencyError) return { outcome: 'refused', reason: 'key_reused' }
  if (error instanceof errors.StripeRateLimitError) return { outcome: 'unknown', reason: 'too_many' }
  const { statusCode = 500 } = error
  if (statusCode === 409 || statusCode >= 500) return { outcome: 'unknown', reason: `status_${statusCode}` }
  return { outcome: 'refused', reason: error.code ?? `status_${statusCode}` }
}
