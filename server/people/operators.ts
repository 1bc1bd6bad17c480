import type { Pool } from 'pg'
import type { ActionName } from '@madruga/core/audit.ts'
import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { readTypedCode } from '@madruga/core/accounts.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Settings } from '@madruga/core/settings.ts'
import type { Accounts, Owner } from './accounts.ts'
import type { Clock } from '../kit/clock.ts'
import type { Notify } from '../notify.ts'
import type { KeyRing } from '../kit/encryption.ts'
import * as store from './operators/store.ts'
import { listEncryptedColumns } from './operators/store.ts'
import type { Db } from './operators/store.ts'
import { describeSecret, findStep, makeSecret } from './operators/totp.ts'
import { createTries } from './operators/tries.ts'
import type { FactorLimits } from './operators/tries.ts'
import type { Security } from '../ops/security.ts'
import { defineModule } from '../module.ts'
import { operatorsHandlers } from './operators/handlers.ts'
import type { Entering, Operators, PasskeyAction } from './operators/operations.ts'
import { createHmac, randomInt } from 'node:crypto'

/** Entry of operators: their second factor, and what it unlocks. */

export type { Operators } from './operators/operations.ts'
export { deleteFactor } from './operators/store.ts'

/** The declaration of operators. */
export const operators = defineModule({
  tables: ['operator_backup_codes', 'operator_factors'],
  encrypted: listEncryptedColumns,
  create: ({ database, secrets, settings, ...parts }: OperatorsParts) => ({
    operators: createOperators({
      ...parts,
      pool: database.pool,
      secret: secrets.secret,
      settings: settings.operators,
    }),
  }),
  handlers: operatorsHandlers,
})

type OperatorsParts = Omit<OperatorsDeps, 'pool' | 'secret' | 'settings'> & {
  database: { pool: Pool }
  secrets: { secret: string }
  settings: Pick<Settings, 'operators'>
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
  accounts: Pick<Accounts, 'reauthenticate' | 'markSecondFactor' | 'readDriver' | 'provePasskey'>
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

/** Creates the second factor of operators. */
export function createOperators(options: OperatorsDeps): Operators {
  const { db, clock, security, recordAction } = options
  const deps: FactorDeps = { ...options, countTry: createTries(options) }
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
      const forgive = await deps.countTry(who)
      const backupCodes = await db.transaction().execute((tx) => activate(deps, tx, who, code))
      if (backupCodes === null) throw refuse(deps, who)
      await forgive()
      security.record({ kind: 'second_factor.enabled', driverId, email })
      return { backupCodes }
    },

    async giveCode(who, code) {
      const { driverId, sessionId, email } = who
      const forgive = await deps.countTry(who)
      const by = await db.transaction().execute(async (tx) => {
        const outcome = await takeCode(deps, tx, driverId, code)
        if (outcome !== null) await deps.accounts.markSecondFactor(tx, sessionId, clock.now())
        return outcome
      })
      if (by === null) throw refuse(deps, who)
      await forgive()
      security.record({ kind: 'second_factor.passed', driverId, email })
      if (by === 'backup') security.record({ kind: 'second_factor.backup_code_used', driverId, email })
      return await readFactor(deps, who)
    },

    givePasskey: (who, input) => givePasskey(deps, who, input),
    guardPasskeys: (who) => guardPasskeys(deps, who),

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

type FactorDeps = OperatorsDeps & { countTry: ReturnType<typeof createTries> }

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

async function givePasskey(
  deps: FactorDeps,
  who: Entering,
  input: Inputs['operators']['givePasskey'],
): Promise<Outputs['operators']['givePasskey']> {
  const { driverId, sessionId, email } = who
  const forgive = await deps.countTry(who)
  const signerId = await deps.accounts.provePasskey(input).catch((error: unknown) => {
    if (error instanceof AppError) refuse(deps, who)
    throw error
  })
  if (signerId !== driverId) {
    refuse(deps, who)
    throw new AppError('accounts.passkey_refused')
  }
  await deps.accounts.markSecondFactor(deps.db, sessionId, deps.clock.now())
  await forgive()
  deps.security.record({ kind: 'second_factor.passed', driverId, email, what: 'passkey' })
  return await readFactor(deps, who)
}

async function guardPasskeys(deps: FactorDeps, { driverId, sessionId }: Owner) {
  const { db, clock, accounts, recordAction } = deps
  const { isOperator, enabled } = await store.readProof(db, driverId, sessionId)
  if (!isOperator) return async () => {}
  if (enabled) await requireProof(deps, { driverId, sessionId }, true)
  const { email } = await accounts.readDriver(driverId)
  return async (tx: Db, action: PasskeyAction) => {
    const driver = { id: driverId, email }
    await recordAction(tx, { id: driverId, name: email }, clock.now(), { action, driver })
    if (action === 'operators.enable_factor') await accounts.markSecondFactor(tx, sessionId, clock.now())
  }
}

async function readFactor(
  { db, clock, settings }: FactorDeps,
  { driverId, sessionId, exempt }: Entering,
): Promise<Outputs['operators']['secondFactor']> {
  const [{ ways, enabled, givenAt }, backupCodesLeft] = await Promise.all([
    store.readProof(db, driverId, sessionId),
    store.countBackupCodes(db, driverId),
  ])
  const isGiven = enabled && givenAt !== null
  const state = exempt ? 'exempt' : isGiven ? 'given' : enabled ? 'needed' : 'missing'
  const until = isGiven ? givenAt + settings.stepUpMs : 0
  return { state, freshUntil: until > clock.now() ? until : null, backupCodesLeft, ways }
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

/** Without letters and digits that are easily confused on paper. */
const LETTERS = '23456789abcdefghjkmnpqrstvwxyz'
/** 24 of 30 letters are 117 bits: from 112 on a plain digest is enough (ASVS V6.5.2). */
const GROUPS = 4
const GROUP_LENGTH = 6
const BACKUP_CODES = 10

/** Ten random codes, in groups for readability. */
function makeBackupCodes(): string[] {
  return Array.from({ length: BACKUP_CODES }, () => Array.from({ length: GROUPS }, makeGroup).join('-'))
}

function makeGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** The stored form of a code, however it was typed. */
function digestBackupCode(secret: string, driverId: string, code: string): Buffer {
  const plain = code
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
  return createHmac('sha256', secret).update(`backup code ${driverId} ${plain}`).digest()
}
