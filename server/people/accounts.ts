import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Variant } from '@madruga/core/offers.ts'
import { planNumberOf } from '@madruga/core/plans.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import type { Tables, Database } from '../db.ts'
import type { Clock } from '../kit/clock.ts'
import { openSecrets } from '../kit/encryption.ts'
import type { KeyRing, Secrets } from '../kit/encryption.ts'
import type { TaskQueue } from '../kit/task-queue.ts'
import { defineModule } from '../module.ts'
import type { Security } from '../ops/security.ts'
import { createAssignedPasswords } from './accounts/assigned-passwords.ts'
import { createAuth, SESSION_LIFE_MS } from './accounts/auth.ts'
import type { AuthOptions } from './accounts/auth.ts'
import { createCaptcha, CHALLENGE_LIFE_MS } from './accounts/captcha.ts'
import type { AltchaWork, CaptchaConfig } from './accounts/captcha.ts'
import { CODES, createCodeLimits } from './accounts/code-limits.ts'
import type { CodeFigures } from './accounts/code-limits.ts'
import { createCodes } from './accounts/codes.ts'
import { createContacts } from './accounts/contacts.ts'
import type { AccountsHooks, AccountsDeps, ReferralsHook } from './accounts/deps.ts'
import { createDevices } from './accounts/devices.ts'
import { fitOffer } from './accounts/fit-offer.ts'
import { accountsHandlers } from './accounts/handlers.ts'
import { createLockout } from './accounts/lockout.ts'
import type { LockoutLimits } from './accounts/lockout.ts'
import type { Accounts } from './accounts/operations.ts'
import { createPasskeys, PASSKEY_LIFE_MS } from './accounts/passkeys.ts'
import { createPasswordChange } from './accounts/password-change.ts'
import { createPasswordJudge } from './accounts/password-judge.ts'
import { createPasswords } from './accounts/passwords.ts'
import type { Passwords, HashingCost } from './accounts/passwords.ts'
import { createProfile } from './accounts/profile.ts'
import { reauthenticate } from './accounts/reauthenticate.ts'
import { createRegistration } from './accounts/registration.ts'
import { createRemoval } from './accounts/removal.ts'
import { createSessions } from './accounts/sessions.ts'
import { createSignIn } from './accounts/sign-in.ts'
import {
  deleteEndedChallenges,
  deleteEndedTickets,
  insertDriver,
  markSecondFactor,
  readDriverByEmail,
  updateDriver,
} from './accounts/store.ts'
import { readDigestKey } from './service-keys.ts'

export { SESSION_LIFE_MS } from './accounts/auth.ts'

export { streamAccount } from './accounts/export.ts'

export { deletePasskeys } from './accounts/store.ts'
export { CODES } from './accounts/code-limits.ts'
export type { AltchaWork, CaptchaConfig } from './accounts/captcha.ts'
export type { CodeFigures } from './accounts/code-limits.ts'
export type { AccountsHooks } from './accounts/deps.ts'
export type { Driver, NewDriver, Owner } from './accounts/model.ts'
export type { Accounts } from './accounts/operations.ts'

/** The declaration of accounts. */
export const accounts = defineModule({
  tables: [
    'captcha_uses',
    'code_tickets',
    'credentials',
    'drivers',
    'former_tokens',
    'passkeys',
    'rate_limits',
    'sessions',
    'verifications',
  ],
  sections: [
    {
      name: 'sessions',
      from: 'sessions',
      columns: 'id, created_at, updated_at as last_used_at, expires_at, ip_address, user_agent',
      key: [['id', 'text']],
    },
    { name: 'passkeys', from: 'passkeys', columns: 'id, name, created_at, used_at', key: [['id', 'text']] },
  ],
  handlers: accountsHandlers,
  retention: (parts: { accounts: Pick<Accounts, 'forgetSessions' | 'forgetTickets'> }) => [
    { tables: 'sessions, former_tokens', forget: parts.accounts.forgetSessions },
    { tables: 'code_tickets, captcha_uses, verifications', forget: parts.accounts.forgetTickets },
  ],
})

/** Dependencies and configuration of accounts. */
export type AccountsOptions = AuthOptions &
  AccountSecrets &
  AccountsHooks & {
    /** With timestamps as epoch ms. */
    db: Kysely<Tables>
    /** The apps whose drivers are served. */
    offered: readonly Variant[]
    /** For limits shared by all processes. */
    pool: Pool
    clock: Clock
    notify: AccountsDeps['notify']
    security: Security
    referrals: ReferralsHook
    captcha: CaptchaConfig
    /** Where new passwords are checked against breached ones; null = nowhere. */
    breachesUrl: string | null
    lockout?: LockoutLimits
    codes?: CodeFigures
    captchaWork?: AltchaWork
    /** Lifetime of an operator's session from sign-in. */
    operatorSessionMs?: number
    /** The queue of password hashes. */
    hashing?: TaskQueue
    /** What a new hash costs; OWASP's minimum when not given. */
    hashingCost?: HashingCost
  }

/** Creates the accounts module over our tables. */
export async function createAccounts(options: AccountsOptions): Promise<Accounts> {
  const { db, clock } = options
  const passwords = createPasswords(options.hashing, options.hashingCost)
  const innerSecret = randomBytes(32).toString('hex')
  const auth = createAuth(options, passwords, innerSecret)
  const context = await auth.$context
  const deps = createDeps(options, passwords)
  const newId = (): string => {
    const id = context.generateId({ model: 'user' })
    if (!id) throw new Error('no id for the new driver')
    return id
  }
  const { openSession, beginSession, ...signIn } = await createSignIn({
    auth,
    innerSecret,
    sessionSecrets: options.sessionSecrets,
    operatorSessionMs: options.operatorSessionMs ?? DEFAULT_SETTINGS.operators.sessionMs,
    ...deps,
  })
  return {
    ...signIn,
    ...createRegistration(deps, openSession, newId),
    ...createPasskeys({ ...options, ...deps }, beginSession),
    ...createPasswordChange(deps),
    ...createSessions(deps),
    ...createProfile(deps),
    ...createContacts(deps),
    ...createAssignedPasswords(deps),
    ...createRemoval(deps),
    judgePassword: deps.judgePassword,
    countWaitingHashes: passwords.countWaiting,
    async createDriver(values, tx) {
      const id = newId()
      const driver = { variant: options.offered[0]!, ...values }
      const hash = await passwords.withoutRefusal(() => passwords.hash(driver.password))
      if (tx) await insertDriver(tx, id, driver, hash)
      else await db.transaction().execute((own) => insertDriver(own, id, driver, hash))
      return id
    },
    ...DRIVER_CHANGES,
    fitOffer: (offer) => fitOffer(deps, offer),
    async findDriver(email) {
      return (await readDriverByEmail(db, email.trim().toLowerCase()))?.id ?? null
    },
    async reauthenticate(owner, password) {
      await reauthenticate(deps, owner, password)
    },
    markSecondFactor,
    async forgetTickets() {
      await deleteEndedTickets(db, clock.now())
      await deleteEndedChallenges(db, clock.now())
    },
  }
}

function createDeps(options: AccountsOptions, passwords: Passwords): AccountsDeps {
  const { db, clock, notify, pool } = options
  const figures = options.codes ?? CODES
  const devices = createDevices({ secret: options.secret, secure: options.publicUrl.startsWith('https:') })
  const limits = createCodeLimits(pool, options.secret, devices, figures)
  return {
    db,
    offered: options.offered,
    clock,
    security: options.security,
    notify,
    limits,
    devices,
    lockout: createLockout(pool, options.secret, devices, options.lockout),
    codes: createCodes({ db, clock, notify, limits, figures, secrets: options.codeSecrets }),
    captcha: createCaptcha({
      db,
      clock,
      config: options.captcha,
      secrets: options.captchaSecrets,
      onFault: options.onFault,
      ...(options.captchaWork && { work: options.captchaWork }),
    }),
    passwords,
    referrals: options.referrals,
    judgePassword: createPasswordJudge(options),
    isBotResting: options.isBotResting,
    forgetLog: options.forgetLog,
    leaveBilling: options.leaveBilling,
    forgetPayer: options.forgetPayer,
    gatherCards: options.gatherCards,
    moveFilters: options.moveFilters,
    onSessionEnded: options.onSessionEnded,
  }
}

const DRIVER_CHANGES: Pick<Accounts, 'markDemo' | 'setStatus' | 'setPlan' | 'setDevice'> = {
  async markDemo(tx, driverId) {
    await updateDriver(tx, driverId, { is_demo: true })
  },
  async setStatus(tx, driverId, status, reason, cause = 'operator') {
    const change = { status, status_reason: reason, status_cause: cause }
    return (await updateDriver(tx, driverId, change)) !== null
  },
  async setPlan(tx, driverId, { plan, subscribedUntil }) {
    const until = subscribedUntil === null ? null : new Date(subscribedUntil)
    const change = { plan_number: planNumberOf(plan), subscribed_until: until }
    return (await updateDriver(tx, driverId, change)) !== null
  },
  async setDevice(tx, driverId, deviceId) {
    return (await updateDriver(tx, driverId, { device_id: deviceId })) !== null
  },
}

/** The secrets of accounts for signatures and digests, the same in every process. */
export type AccountSecrets = {
  /** Key of the digests under which limits are counted; at least 32 characters. */
  secret: string
  /** Secrets that sign sessions, codes and challenges. */
  sessionSecrets: Secrets
  codeSecrets: Secrets
  captchaSecrets: Secrets
  passkeySecrets: Secrets
}

/** Tolerance for signatures of a clock slightly behind ours. */
const SLACK_MS = MINUTE_MS

/** Derives the secrets of accounts from the ring; each former one stays valid as long as what it signed. */
export async function openAccountSecrets(
  db: Database['kysely'],
  keyRing: KeyRing,
  clock: Clock,
): Promise<AccountSecrets> {
  const lasting = (purpose: string, lifeMs: number) =>
    openSecrets(keyRing, purpose, { lifeMs: lifeMs + SLACK_MS, now: clock.now })
  return {
    secret: await readDigestKey(db, keyRing),
    sessionSecrets: lasting('sessions', SESSION_LIFE_MS),
    codeSecrets: lasting('codes', CODES.ticketMs),
    captchaSecrets: lasting('captcha', CHALLENGE_LIFE_MS),
    passkeySecrets: lasting('passkeys', PASSKEY_LIFE_MS),
  }
}
