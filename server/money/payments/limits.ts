import { AppError } from '@madruga/core/errors.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { createMemoryLimiter, createSharedLimiter } from '../../kit/limits.ts'
import type { Limiter } from '../../kit/limits.ts'
import type { Tx } from '../payers.ts'
import type { PaymentsDeps } from './model.ts'
import { readRefusals } from './store/payments.ts'

/**
 * What keeps one driver from wearing the gateway out, or from finding out by it which cards work. Each
 * refuses with `request.too_many`.
 */
export type BillingLimits = {
  /** Whatever asks the gateway. */
  ask(driverId: string): Promise<void>
  /** Another card or bank account. */
  setUp(driverId: string): Promise<void>
  /** Work that names a coupon: codes that there are none of count, others do not. */
  guess<Result>(driverId: string, coupon: string, work: () => Promise<Result>): Promise<Result>
}

/** Puts the limits together. */
export function createBillingLimits({ database, settings }: PaymentsDeps): BillingLimits {
  const { asksPerMinute, setupsPerHour, guessesPerHour } = settings.limits
  const perHour = (name: string, points: number) =>
    createSharedLimiter(database.pool, name, { points, windowS: 3600 })
  const asks = createMemoryLimiter({ points: asksPerMinute, windowS: 60 })
  const setups = perHour('card_setup', setupsPerHour)
  const guesses = perHour('coupon_guess', guessesPerHour)
  return {
    ask: (driverId) => take(asks, driverId),
    setUp: (driverId) => take(setups, driverId),
    async guess(driverId, coupon, work) {
      if (coupon.trim() === '') return await work()
      await take(guesses, driverId)
      try {
        const result = await work()
        await guesses.giveBack(driverId)
        return result
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'billing.coupon_unknown')
          await guesses.giveBack(driverId)
        throw error
      }
    },
  }
}

/**
 * Refuses with `request.too_many` a driver whose cards were refused too often within a day; the caller holds
 * the driver locked.
 */
export async function refuseTester(deps: PaymentsDeps, tx: Tx, driverId: string): Promise<void> {
  const now = deps.clock.now()
  const most = deps.settings.limits.refusalsPerDay
  const refusals = await readRefusals(tx, driverId, { since: now - DAY_MS, most })
  const freedAt = refusals[most - 1]
  if (freedAt === undefined) return
  const retryAfterSeconds = Math.ceil((freedAt + DAY_MS - now) / 1000)
  throw new AppError('request.too_many', { retryAfterSeconds })
}

async function take(limiter: Limiter, driverId: string): Promise<void> {
  const waitMs = await limiter.take(driverId)
  if (waitMs !== null) throw new AppError('request.too_many', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}
