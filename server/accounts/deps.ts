import type { Notify } from '../notify.ts'
import type { Clock } from '../kit/clock.ts'
import type { Security } from '../security.ts'
import type { Captcha } from './captcha.ts'
import type { CodeLimits } from './code-limits.ts'
import type { Codes } from './codes.ts'
import type { Devices } from './devices.ts'
import type { Lockout } from './lockout.ts'
import type { Db } from './model.ts'
import type { PasswordJudge } from './password-judge.ts'
import type { Passwords } from './passwords.ts'

/** What accounts ask of the words above and beside them; set in `world`. */
export type AccountsHooks = {
  /** Whether a driver's bot rests, for as long as the caller's transaction lasts. */
  isBotResting(tx: Db, driverId: string): Promise<boolean>
  /** Deletes the lines of a driver's log, which nothing else refers to. */
  forgetLog(tx: Db, driverId: string): Promise<void>
  /**
   * Lets money have its say before a driver is deleted; refuses with `accounts.dues_open` and
   * `accounts.week_open`. It keeps by what they are known again.
   */
  leaveBilling(tx: Db, driverId: string): Promise<void>
  /** Leaves of a driver's invoices and payments what names nobody: the books keep them. */
  forgetPayer(tx: Db, driverId: string): Promise<void>
  /** Finds what the card gateway keeps of a driver; the answer forgets it there, once they are gone here. */
  gatherCards(driverId: string): Promise<() => void>
  /**
   * Takes the driver's filters to their new zone, inside the transaction of the change; the answer is called
   * when that is committed.
   */
  moveFilters(tx: Db, driverId: string, timeZone: string): Promise<() => void>
  /** A session is over: its live streams end. */
  onSessionEnded(sessionId: string): void
}

/** Who brought a new driver; its word is billing's. */
export type ReferralsHook = {
  /** Why a code thanks nobody, where it does not. */
  checkCode(code: string, phone: string | null): Promise<null | 'unknown' | 'self'>
  /** Writes it inside the transaction that makes the account. */
  join(tx: Db, friend: { friendId: string; phone: string | null; code: string; at: number }): Promise<void>
}

/** What the operations of accounts share. */
export type AccountsDeps = AccountsHooks & {
  /** With instants as epoch ms. */
  db: Db
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
