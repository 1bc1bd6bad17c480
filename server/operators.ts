/** Entry of operators: their second factor, and what it unlocks. */
import type { Pool } from 'pg'
import type { ActionName } from '@madruga/core/audit.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { readTypedCode } from '@madruga/core/accounts.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { Accounts, Owner } from './accounts.ts'
import type { Clock } from './kit/clock.ts'
import { addressShares, createSharedLimiter, perAddress } from './kit/limits.ts'
import type { Limit, Limiter } from './kit/limits.ts'
import type { Notify } from './notify.ts'
import type { KeyRing } from './kit/encryption.ts'
import { digestBackupCode, makeBackupCodes } from './operators/backup-codes.ts'
import * as store from './operators/store.ts'
import type { Db } from './operators/store.ts'
import { describeSecret, findStep, makeSecret } from './operators/totp.ts'
import type { Security } from './security.ts'

export { deleteFactor, listEncryptedColumns } from './operators/store.ts'

/** A signed-in operator, by password only or with the second factor. */
export type Entering = Owner & { email: string; exempt: boolean }

type Answered = Outputs['operators']

export type Operators = {
  /**
   * Refuses with `operators.factor_missing` or `factor_needed`, and with `step_up_needed` if a fresh code is
   * required.
   */
  requireFactor(who: { driverId: string; sessionId: string }, stepUp: boolean): Promise<void>
  readFactor(who: Entering): Promise<Answered['secondFactor']>
  /** Requires the password; replacing an authenticator also requires a fresh code of the old one. */
  startAuthenticator(who: Entering, password: string): Promise<Answered['startAuthenticator']>
  confirmAuthenticator(who: Entering, code: string): Promise<Answered['confirmAuthenticator']>
  /** Refuses with `operators.code_wrong`, and with `operators.locked` after too many. */
  giveCode(who: Entering, code: string): Promise<Answered['giveCode']>
  renewBackupCodes(who: Entering): Promise<Answered['renewBackupCodes']>
}

export type OperatorsDeps = {
  db: Db
  pool: Pool
  keyRing: KeyRing
  clock: Clock
  /** Key of the digests of backup codes; at least 32 characters. */
  secret: string
  settings: Settings['operators']
  security: Security
  accounts: Pick<Accounts, 'reauthenticate' | 'markSecondFactor' | 'readDriver'>
  notify: Pick<Notify, 'sendMessage'>
  /** Writes the audit log in the transaction of the action. */
  recordAction(
    tx: Db,
    actor: { id: string; name: string },
    at: number,
    action: { action: ActionName; driver: { id: string; email: string } },
  ): Promise<unknown>
  limits?: FactorLimits
}

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

/** Creates the second factor of operators. */
export function createOperators(options: OperatorsDeps): Operators {
  const { db, clock, security, recordAction } = options
  const limits = options.limits ?? FACTOR_LIMITS
  const open = (kind: keyof FactorLimits) =>
    createSharedLimiter(
      options.pool,
      `second_factor_${kind}`,
      kind === 'address' ? perAddress(limits[kind]) : limits[kind],
    )
  const tries = { session: open('session'), address: open('address'), total: open('total') }
  const deps: FactorDeps = { ...options, tries }
  const requireFactor: Operators['requireFactor'] = (who, stepUp) => requireProof(deps, who, stepUp)

  return {
    requireFactor,
    readFactor: (who) => readFactor(deps, who),

    async startAuthenticator(who, password) {
      await deps.accounts.reauthenticate(who, password)
      const { driverId, email } = who
      const { enabled } = await store.readProof(db, driverId, who.sessionId)
      if (enabled) await requireFactor(who, true)
      const fresh = makeSecret()
      const pending = { driverId, state: 'pending', secret: fresh, lastStep: 0, now: clock.now() } as const
      await store.writeFactor(db, deps.keyRing, pending)
      return describeSecret(fresh, email)
    },

    async confirmAuthenticator(who, code) {
      const { driverId, email } = who
      const forgive = await countTry(deps, who)
      const backupCodes = await db.transaction().execute((tx) => activate(deps, tx, who, code))
      if (backupCodes === null) throw refuse(deps, who)
      await forgive()
      security.record({ kind: 'second_factor.enabled', driverId, email })
      return { backupCodes }
    },

    async giveCode(who, code) {
      const { driverId, sessionId, email } = who
      const forgive = await countTry(deps, who)
      const by = await db.transaction().execute(async (tx) => {
        const taken = await takeCode(deps, tx, driverId, code)
        if (taken !== null) await deps.accounts.markSecondFactor(tx, sessionId, clock.now())
        return taken
      })
      if (by === null) throw refuse(deps, who)
      await forgive()
      security.record({ kind: 'second_factor.passed', driverId, email })
      if (by === 'backup') security.record({ kind: 'second_factor.backup_code_used', driverId, email })
      return await readFactor(deps, who)
    },

    async renewBackupCodes(who) {
      const { driverId, email } = who
      const backupCodes = await db.transaction().execute(async (tx) => {
        const driver = { id: driverId, email }
        await recordAction(tx, actorOf(who), clock.now(), { action: 'operators.renew_backup_codes', driver })
        return await writeBackupCodes(deps, tx, driverId)
      })
      security.record({ kind: 'second_factor.backup_codes_renewed', driverId, email })
      return { backupCodes }
    },
  }
}

type FactorDeps = OperatorsDeps & { tries: Record<keyof FactorLimits, Limiter> }

async function requireProof(
  { db, clock, settings }: FactorDeps,
  who: { driverId: string; sessionId: string },
  stepUp: boolean,
): Promise<void> {
  const { enabled, givenAt } = await store.readProof(db, who.driverId, who.sessionId)
  if (!enabled) throw new AppError('operators.factor_missing')
  if (givenAt === null) throw new AppError('operators.factor_needed')
  if (stepUp && givenAt + settings.stepUpMs <= clock.now()) throw new AppError('operators.step_up_needed')
}

async function readFactor(
  { db, clock, settings }: FactorDeps,
  { driverId, sessionId, exempt }: Entering,
): Promise<Answered['secondFactor']> {
  const [{ enabled, givenAt }, backupCodesLeft] = await Promise.all([
    store.readProof(db, driverId, sessionId),
    store.countBackupCodes(db, driverId),
  ])
  const given = enabled && givenAt !== null
  const state = exempt ? 'exempt' : given ? 'given' : enabled ? 'needed' : 'missing'
  const until = given ? givenAt + settings.stepUpMs : 0
  return { state, freshUntil: until > clock.now() ? until : null, backupCodesLeft }
}

/** Activates the pending authenticator; returns its backup codes, or null if the code is wrong. */
async function activate(deps: FactorDeps, tx: Db, who: Entering, code: string): Promise<string[] | null> {
  const { driverId, sessionId, email } = who
  const pending = await store.lockFactor(tx, deps.keyRing, driverId, 'pending')
  if (pending === null) throw new AppError('operators.factor_not_started')
  const { enabled, givenAt } = await store.readProof(tx, driverId, sessionId)
  if (enabled && givenAt === null) throw new AppError('operators.factor_needed')
  const now = deps.clock.now()
  const step = await findStep(pending.secret, readTypedCode(code), { now, lastStep: 0 })
  if (step === null) return null
  const active = { driverId, state: 'active', secret: pending.secret, lastStep: step, now } as const
  await store.writeFactor(tx, deps.keyRing, active)
  await store.deletePending(tx, driverId)
  await deps.accounts.markSecondFactor(tx, sessionId, now)
  const codes = await writeBackupCodes(deps, tx, driverId)
  const driver = { id: driverId, email }
  await deps.recordAction(tx, actorOf(who), now, { action: 'operators.enable_factor', driver })
  return codes
}

/**
 * Counts an attempt before the code is verified, so that parallel guesses count too; returns what forgets it
 * after a right code. Someone who knows the password locks out themselves, and with many addresses other new
 * sessions, but no session that gave a code before.
 */
async function countTry(deps: FactorDeps, who: Entering): Promise<() => Promise<void>> {
  const { driverId, sessionId, email, caller } = who
  const { session, address, total } = deps.tries
  const { givenAt } = await store.readProof(deps.db, driverId, sessionId)
  const shares = addressShares(caller.address).map(({ key, points }) => ({
    limiter: address,
    key: `${driverId} ${key}`,
    points,
  }))
  const shared = givenAt === null ? [...shares, { limiter: total, key: driverId, points: 1 }] : []
  for (const { limiter, key, points } of [{ limiter: session, key: sessionId, points: 1 }, ...shared]) {
    const waitMs = await limiter.take(key, points)
    if (waitMs === null) continue
    deps.security.record({ kind: 'second_factor.locked', driverId, email })
    await tellGuessing(deps, driverId)
    throw new AppError('operators.locked', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  }
  return async () => {
    await session.clear(sessionId)
    for (const { limiter, key, points } of shared) await limiter.giveBack(key, points)
  }
}

/** Once an hour at most: whoever guesses codes has the password. */
async function tellGuessing({ db, clock, accounts, notify }: FactorDeps, driverId: string): Promise<void> {
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

function refuse({ security }: FactorDeps, { driverId, email }: Entering): AppError {
  security.record({ kind: 'second_factor.failed', driverId, email })
  return new AppError('operators.code_wrong')
}

/** Uses up an authenticator or backup code, in the transaction of its action; null if it is neither. */
async function takeCode(
  { keyRing, clock, secret }: FactorDeps,
  tx: Db,
  driverId: string,
  code: string,
): Promise<'authenticator' | 'backup' | null> {
  const factor = await store.lockFactor(tx, keyRing, driverId, 'active')
  if (factor === null) return null
  const step = await findStep(factor.secret, readTypedCode(code), {
    now: clock.now(),
    lastStep: factor.lastStep,
  })
  if (step !== null) {
    await store.takeStep(tx, driverId, step)
    return 'authenticator'
  }
  const digest = digestBackupCode(secret, driverId, code)
  return (await store.useBackupCode(tx, driverId, digest)) ? 'backup' : null
}

async function writeBackupCodes({ secret }: FactorDeps, tx: Db, driverId: string): Promise<string[]> {
  const codes = makeBackupCodes()
  const digests = codes.map((code) => digestBackupCode(secret, driverId, code))
  await store.replaceBackupCodes(tx, driverId, digests)
  return codes
}

const actorOf = ({ driverId, email }: Entering) => ({ id: driverId, name: email })
