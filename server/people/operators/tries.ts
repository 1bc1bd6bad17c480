import type { Pool } from 'pg'
import { AppError } from '@madruga/core/errors.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { Accounts, Owner } from '../accounts.ts'
import type { Clock } from '../../kit/clock.ts'
import { addressShares, createSharedLimiter, perAddress } from '../../kit/limits.ts'
import type { Limit, Limiter } from '../../kit/limits.ts'
import type { Notify } from '../../notify.ts'
import type { Security } from '../../ops/security.ts'
import * as store from './store.ts'
import type { Db } from './store.ts'

/** Allowed wrong codes of an operator, out of a million. */
export type FactorLimits = {
  session: Limit
  /** Per address (an IPv6 /64): whoever has the password can open any number of sessions. */
  address: Limit
  /** For all sessions together that never gave a code; the operator's own session does not count. */
  total: Limit
}

const FACTOR_LIMITS: FactorLimits = {
  session: { points: 5, windowS: 15 * 60 },
  address: { points: 10, windowS: 15 * 60 },
  total: { points: 50, windowS: 24 * 3_600 },
}

type TriesDeps = {
  db: Db
  pool: Pool
  clock: Clock
  security: Security
  accounts: Pick<Accounts, 'readDriver'>
  notify: Pick<Notify, 'sendMessage'>
  limits?: FactorLimits
}

/** Counts what an operator gives; see `countTry`. */
export function createTries(deps: TriesDeps) {
  const limits = deps.limits ?? FACTOR_LIMITS
  const open = (kind: keyof FactorLimits) =>
    createSharedLimiter(
      deps.pool,
      `second_factor_${kind}`,
      kind === 'address' ? perAddress(limits[kind]) : limits[kind],
    )
  const limiters = { session: open('session'), address: open('address'), total: open('total') }
  return (who: Owner & { email: string }) => countTry(deps, limiters, who)
}

/**
 * Counts an attempt before the code is verified, so that parallel guesses count too; returns what forgets it
 * after a right code. Someone who knows the password locks out themselves, and with many addresses other new
 * sessions, but no session that gave a code before.
 */
async function countTry(
  deps: TriesDeps,
  { session, address, total }: Record<keyof FactorLimits, Limiter>,
  { driverId, sessionId, email, caller }: Owner & { email: string },
): Promise<() => Promise<void>> {
  const { givenAt } = await store.readProof(deps.db, driverId, sessionId)
  const shares = addressShares(caller.address).map(({ key, points }) => ({
    limiter: address,
    key: `${driverId} ${key}`,
    points,
  }))
  const sharedCounts = givenAt === null ? [...shares, { limiter: total, key: driverId, points: 1 }] : []
  for (const { limiter, key, points } of [{ limiter: session, key: sessionId, points: 1 }, ...sharedCounts]) {
    const waitMs = await limiter.take(key, points)
    if (waitMs === null) continue
    deps.security.record({ kind: 'second_factor.locked', driverId, email })
    await tellGuessing(deps, driverId)
    throw new AppError('operators.locked', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  }
  return async () => {
    await session.clear(sessionId)
    for (const { limiter, key, points } of sharedCounts) await limiter.giveBack(key, points)
  }
}

/** Once an hour at most: whoever guesses codes has the password. */
async function tellGuessing({ db, clock, accounts, notify }: TriesDeps, driverId: string): Promise<void> {
  const { email: recipient, language, timeZone } = await accounts.readDriver(driverId)
  const hour = Math.floor(clock.now() / HOUR_MS)
  await notify.sendMessage(db, {
    driverId,
    channel: 'email',
    recipient,
    language,
    timeZone,
    template: 'factor_guessed',
    params: {},
    event: `factor_guessed:${driverId}:${hour}`,
    expiresAt: null,
  })
}
