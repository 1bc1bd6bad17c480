import { AppError } from '@madruga/core/errors.ts'
import type { PlatformReply, PlatformTrouble } from './model.ts'

/** The refusal that a driver reads when a platform does not do what they requested by hand. */
export function refusalOf({ trouble, retryAfterMs }: PlatformTrouble): AppError {
  if (trouble === 'sign_in_refused') return new AppError('platforms.sign_in_refused')
  if (trouble === 'human_needed') return new AppError('platforms.human_needed')
  if (trouble === 'turned_off') return new AppError('platforms.turned_off')
  // A limit is no silence: the platform answers, and the driver is told when to try again.
  const code = trouble === 'rate_limited' ? 'platforms.busy' : 'platforms.unavailable'
  const wait = retryAfterMs === null ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }
  return new AppError(code, wait)
}

/** The answer; throws the refusal if there is none. */
export function valueOf<T>(reply: PlatformReply<T>): T {
  if (reply.ok) return reply.value
  throw refusalOf(reply.problem)
}
