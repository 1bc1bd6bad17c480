import type { Variant } from '@madruga/core/offers.ts'
import type { Notify } from '../../notify.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Security } from '../../ops/security.ts'
import type { Captcha } from './captcha.ts'
import type { CodeLimits } from './code-limits.ts'
import type { Codes } from './codes.ts'
import type { Devices } from './devices.ts'
import type { Lockout } from './lockout.ts'
import type { Db } from './model.ts'
import type { PasswordJudge } from './password-judge.ts'
import type { Passwords } from './passwords.ts'

/** What accounts need from other modules; set in `world`. */
export type AccountsHooks = {
  /** Whether a driver's bot is at rest, and stays so until the caller's transaction ends. */
  isBotResting(tx: Db, driverId: string): Promise<boolean>
  /** Deletes a driver's log lines, which no foreign key covers. */
  forgetLog(tx: Db, driverId: string): Promise<void>
  /**
   * Lets billing check a driver before deletion; refuses with `accounts.dues_open` and `accounts.week_open`.
   * It stores the digests by which the person is recognized later.
   */
  leaveBilling(tx: Db, driverId: string): Promise<void>
  /** Anonymizes a deleted driver's invoices and payments, which the books keep. */
  forgetPayer(tx: Db, driverId: string): Promise<void>
  /**
   * Finds a driver's data at the card gateway; the returned function deletes it there after the deletion
   * here.
   */
  gatherCards(driverId: string): Promise<() => void>
  /**
   * Moves the driver's filters to their new zone, inside the transaction of the change; call the returned
   * function after the commit.
   */
  moveFilters(tx: Db, driverId: string, timeZone: string): Promise<() => void>
  /** A session ended: end its live streams. */
  onSessionEnded(sessionId: string): void
}

/** Who referred a new driver; provided by billing. */
export type ReferralsHook = {
  /** Why a code earns no reward; null if it does. */
  checkCode(code: string, phone: string | null): Promise<null | 'unknown' | 'self'>
  /** Stores it inside the transaction that creates the account. */
  join(tx: Db, friend: { friendId: string; phone: string | null; code: string; at: number }): Promise<void>
}

/** Shared dependencies of the account operations. */
export type AccountsDeps = AccountsHooks & {
  /** With timestamps as epoch ms. */
  db: Db
  /** The apps whose drivers are served, at least one. */
  offered: readonly Variant[]
  clock: Clock
  security: Security
  notify: Pick<
    Notify,
    'sendMessage' | 'wakeSenders' | 'announce' | 'readAlerts' | 'saveAlerts' | 'forgetDriver'
  >
  lockout: Lockout
  devices: Devices
  limits: CodeLimits
  codes: Codes
  passwords: Passwords
  captcha: Captcha
  referrals: ReferralsHook
  judgePassword: PasswordJudge
}
