import type { ActionName } from '@madruga/core/audit.ts'
import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import type { Owner } from '../accounts.ts'
import type { Db } from './store.ts'

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
  /** Refuses like `giveCode`, and with `accounts.passkey_refused`. */
  givePasskey(who: Entering, given: Inputs['operators']['givePasskey']): Promise<Answered['givePasskey']>
  renewBackupCodes(who: Entering): Promise<Answered['renewBackupCodes']>
  /**
   * Guards an operator's own passkeys, each of which is a second factor: refuses without a fresh one if
   * there is one. Returns what a change also writes in its transaction. For a driver it does nothing.
   */
  guardPasskeys(who: Owner): Promise<(tx: Db, action: PasskeyAction) => Promise<void>>
}

export type PasskeyAction = Extract<ActionName, 'operators.enable_factor' | 'operators.reset_factor'>
