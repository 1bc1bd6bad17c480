import { createHmac } from 'node:crypto'
import { AppError } from '@madruga/core/errors.ts'
import { addressGroup } from '../kit/http.ts'
import { createSharedLimiter } from '../kit/limits.ts'
import type { Limit } from '../kit/limits.ts'
import type { Pool } from 'pg'

/** Failed sign-ins allowed per account and per address (an IPv6 /64). */
export type LockoutLimits = { account: Limit; address: Limit }

export const LOCKOUT: LockoutLimits = {
  account: { points: 5, windowS: 15 * 60 },
  address: { points: 30, windowS: 15 * 60 },
}

/**
 * Counts sign-ins before their password is looked at, so that guesses sent all at once count too. An e-mail that belongs to
 * nobody is counted and locked like any other: a locked answer tells nothing about who has an account. Keys are stored as
 * digests: the table holds no addresses of people.
 */
export function createLockout(pool: Pool, secret: string, limits: LockoutLimits = LOCKOUT) {
  const accounts = createSharedLimiter(pool, 'sign_in_account', limits.account)
  const addresses = createSharedLimiter(pool, 'sign_in_address', limits.address)
  const digest = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')

  return {
    /** Counts one try; refuses with `accounts.locked` where there have been too many. */
    async count(email: string, address: string): Promise<void> {
      const addressWaitMs = await addresses.take(digest(addressGroup(address)))
      const accountWaitMs = addressWaitMs === null ? await accounts.take(digest(email)) : null
      const waitMs = addressWaitMs ?? accountWaitMs
      if (waitMs !== null)
        throw new AppError('accounts.locked', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    },
    /** The try was a success: it counts against nobody. */
    async forgive(email: string, address: string): Promise<void> {
      await Promise.all([accounts.clear(digest(email)), addresses.giveBack(digest(addressGroup(address)))])
    },
    /** Looks at the password of a try that was counted; one that nobody had the time to look at counts against nobody. */
    async unlessBusy<T>(email: string, address: string, look: () => Promise<T>): Promise<T> {
      try {
        return await look()
      } catch (error) {
        if (error instanceof AppError && error.code === 'accounts.busy')
          await Promise.all([accounts.giveBack(digest(email)), addresses.giveBack(digest(address))])
        throw error
      }
    },
    /** The account's owner proved who they are in another way. */
    async unlock(email: string): Promise<void> {
      await accounts.clear(digest(email))
    },
  }
}

export type Lockout = ReturnType<typeof createLockout>
