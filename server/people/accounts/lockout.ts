import { createHmac } from 'node:crypto'
import { AppError } from '@madruga/core/errors.ts'
import { addressGroup } from '../../kit/http.ts'
import { addressShares, createSharedLimiter, perAddress } from '../../kit/limits.ts'
import type { Limit, Limiter } from '../../kit/limits.ts'
import type { Pool } from 'pg'
import type { Devices } from './devices.ts'
import type { Caller } from './model.ts'

/**
 * Allowed wrong passwords, by origin. If a limit is reached again within the next one's window, the delay
 * grows to that.
 */
export type LockoutLimits = {
  /** Per session, for confirming the password. */
  session: readonly Limit[]
  /** Per device on which the account was signed in before. */
  device: readonly Limit[]
  /** Per address and account. */
  pair: readonly Limit[]
  /** For all strangers together per account: bounds guessing from many addresses. */
  strangers: readonly Limit[]
  /** Per address for all accounts; an IPv6 /64 is one, its /56 two, its /48 four. */
  address: readonly Limit[]
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
// Short at first, for typos; six hours if it continues.
const GROWING: readonly Limit[] = [
  { points: 5, windowS: MINUTE_S },
  { points: 10, windowS: 6 * HOUR_S },
]

export const LOCKOUT: LockoutLimits = {
  session: GROWING,
  device: GROWING,
  pair: GROWING,
  // More than one address alone can use up, and no more than NIST SP 800-63B allows in a row.
  strangers: [
    { points: 20, windowS: 15 * MINUTE_S },
    { points: 100, windowS: 24 * HOUR_S },
  ],
  address: [{ points: 30, windowS: 15 * MINUTE_S }],
}

/** One password attempt, counted before it is verified, so that parallel guesses count too. */
export type PasswordTry = {
  /** The password was correct: the attempt is not counted. */
  forgive(): Promise<void>
  /** Verifies the password; if the server was too busy to verify it, the attempt is not counted. */
  look<T>(look: () => Promise<T>): Promise<T>
}

/** A counter and its key. */
type Count = { limiter: Limiter; key: string; points?: number }

/**
 * Counts password attempts; refuses with `accounts.locked` beyond the limits. Strangers lock out themselves
 * and, with many addresses, other strangers, but not the owner: a known device and a session have their own
 * counters, and a reset by a code stays open. An unknown e-mail is counted like any other, so that no answer
 * reveals who has an account. Keys are stored as digests: the table holds no addresses of people.
 */
export function createLockout(pool: Pool, secret: string, devices: Devices, limits: LockoutLimits = LOCKOUT) {
  const open = (name: string, steps: readonly Limit[]): Limiter[] =>
    steps.map((limit, step) => createSharedLimiter(pool, `${name}_${step}`, limit))
  const sessions = open('password_session', limits.session)
  const deviceLimiter = open('sign_in_device', limits.device)
  const pairs = open('sign_in_pair', limits.pair)
  const strangers = open('sign_in_strangers', limits.strangers)
  const addresses = open('sign_in_address', limits.address.map(perAddress))
  const digest = (...parts: string[]): string =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')

  const sharesOf = ({ address }: Caller): Count[] =>
    addressShares(address).flatMap(({ key, points }) =>
      countsOf(addresses, digest(key)).map((count) => ({ ...count, points })),
    )

  return {
    /** Counts a sign-in. */
    async countSignIn(email: string, caller: Caller): Promise<PasswordTry> {
      const device = devices.find(caller.cookie, email)
      if (device !== null) return await take(countsOf(deviceLimiter, digest(email, device)))
      const group = addressGroup(caller.address)
      const pair = countsOf(pairs, digest(email, group))
      const shares = [...countsOf(strangers, digest(email)), ...sharesOf(caller)]
      // The pair first: an attempt that it refuses is no guess and uses up nothing of other strangers.
      return await take(pair, shares)
    },
    /** Counts a sign-in by a passkey, which names no account before it is verified. */
    countPasskey: (caller: Caller): Promise<PasswordTry> => take([], sharesOf(caller)),
    /** Counts an attempt at the password of a session's own driver. */
    countReauthentication: (sessionId: string): Promise<PasswordTry> =>
      take(countsOf(sessions, digest(sessionId))),
    /**
     * The account's owner proved their identity another way: their counters and those of strangers are
     * cleared.
     */
    async unlock(email: string, { address }: Caller): Promise<void> {
      const pair = countsOf(pairs, digest(email, addressGroup(address)))
      const all = [...pair, ...countsOf(strangers, digest(email))]
      await Promise.all(all.map(({ limiter, key }) => limiter.clear(key)))
    },
  }
}

export type Lockout = ReturnType<typeof createLockout>

function countsOf(limiters: readonly Limiter[], key: string): Count[] {
  return limiters.map((limiter) => ({ limiter, key }))
}

/**
 * Takes one point of each; a correct password clears the caller's own counters and returns the points of
 * shared ones.
 */
async function take(own: readonly Count[], shares: readonly Count[] = []): Promise<PasswordTry> {
  for (const { limiter, key, points } of [...own, ...shares]) {
    const waitMs = await limiter.take(key, points)
    if (waitMs !== null)
      throw new AppError('accounts.locked', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  }
  const giveBack = (counts: readonly Count[]) =>
    Promise.all(counts.map(({ limiter, key, points }) => limiter.giveBack(key, points)))
  return {
    async forgive() {
      await Promise.all([...own.map(({ limiter, key }) => limiter.clear(key)), giveBack(shares)])
    },
    async look(look) {
      try {
        return await look()
      } catch (error) {
        if (error instanceof AppError && error.code === 'accounts.busy') await giveBack([...own, ...shares])
        throw error
      }
    },
  }
}
