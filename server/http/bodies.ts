import { AppError } from '@madruga/core/errors.ts'
import type { BodyLimits, BodyRefusal } from '../kit/http.ts'
import type { Limiter } from '../kit/limits.ts'
import type { Call } from './call.ts'

/** How much of a call's body is read: its operation's limit, and the rest of its address's budget. */
export function limitBody(call: Call, bytes: Pick<Limiter, 'take'>, limitBytes: number): BodyLimits {
  const { address } = call.caller
  return { limitBytes, takeBytes: (count) => bytes.take(address, count) }
}

/** The answer for a rejected body. */
export function toBodyError(refusal: BodyRefusal, limitBytes: number): AppError {
  if (refusal.refused === 'too_large') return new AppError('request.too_large', { limitBytes })
  if (refusal.refused !== 'too_many') return new AppError('request.invalid')
  return new AppError('request.too_many', { retryAfterSeconds: Math.ceil(refusal.waitMs / 1000) })
}
