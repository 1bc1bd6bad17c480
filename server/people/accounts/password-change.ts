import { readEmail } from '@madruga/core/accounts.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { AccountsDeps } from './deps.ts'
import type { Answered, Caller, Db, Given, Owner } from './model.ts'
import { readOwner, reauthenticate } from './reauthenticate.ts'
import { judgeNewPassword, refuseFields } from './refusals.ts'
import {
  deleteSessions,
  readDriver,
  readDriverByEmail,
  updatePassword,
  useTicket,
  useTicketsOf,
} from './store.ts'
import type { DriverRow } from './store.ts'
import { tellChange } from './tell.ts'

/** Changing a password: by a code for drivers who forgot it, by the old one for the driver of a session. */
export type PasswordChange = {
  /** Sends a code if there is such an account; the answer is the same if there is none. */
  startReset(given: Given['startReset'], caller: Caller): Promise<Answered['startReset']>
  /**
   * Sets the password of the account whose code was confirmed. All its sessions end and its lockouts are
   * cleared. Returns the `Set-Cookie` lines that make the device known.
   */
  resetPassword(given: Given['resetPassword'], caller: Caller): Promise<{ cookies: string[] }>
  /**
   * A ticket with which whoever has it may set the password of this account, as after a code; for a link.
   */
  makeReset(tx: Db, driver: { id: string; email: string }): Promise<string>
  /** All other sessions end. */
  changePassword(given: Given['changePassword'], owner: Owner): Promise<void>
}

/** Creates the password changes. */
export function createPasswordChange(deps: AccountsDeps): PasswordChange {
  const { db, clock, codes } = deps
  return {
    async startReset({ channel, language, ...fields }, caller) {
      const email = readEmail(fields.email)
      refuseFields({ email: email === null ? 'accounts.email_invalid' : null })
      await deps.captcha.check(fields.captcha, caller.address)
      await deps.limits.take('email', email ?? '', caller, channel === 'sms')
      const driver = await readDriverByEmail(db, email ?? '')
      const input = { purpose: 'reset', email, phone: null, variant: null, channel } as const
      return await codes.open({
        ...input,
        driver_id: driver?.id ?? null,
        language: driver?.language ?? language,
      })
    },

    makeReset: (tx, driver) => codes.prove(tx, driver),

    async resetPassword(input, caller) {
      const ticket = await codes.readProven(input.ticket, 'reset')
      const driver = ticket.driver_id === null ? null : await readDriver(db, ticket.driver_id)
      if (!driver) throw new AppError('accounts.ticket_invalid')
      const hash = await hashNewPassword(deps, input, driver)
      const sessionIds = await db.transaction().execute(async (tx) => {
        if (!(await useTicket(tx, ticket.id, clock.now()))) throw new AppError('accounts.ticket_invalid')
        return await setPassword(deps, tx, driver, hash, null)
      })
      await deps.lockout.unlock(driver.email, caller)
      for (const id of sessionIds) deps.onSessionEnded(id)
      const { id: driverId, email } = driver
      deps.security.record({ kind: 'password.reset', driverId, email, count: sessionIds.length })
      return { cookies: [deps.devices.remember(caller.cookie, email)] }
    },

    async changePassword(input, owner) {
      const driver = await readOwner(deps, owner.driverId)
      const hash = await hashNewPassword(deps, input, driver, () =>
        reauthenticate(deps, owner, input.current),
      )
      const sessionIds = await db
        .transaction()
        .execute((tx) => setPassword(deps, tx, driver, hash, owner.sessionId))
      for (const id of sessionIds) deps.onSessionEnded(id)
      const { id: driverId, email } = driver
      deps.security.record({ kind: 'password.changed', driverId, email, count: sessionIds.length })
    },
  }
}

/** The hash of a valid password; `prove` runs before it is computed. */
async function hashNewPassword(
  deps: AccountsDeps,
  input: { password: string; confirmPassword: string },
  driver: DriverRow,
  prove: () => Promise<unknown> = async () => {},
): Promise<string> {
  const { email, first_name: firstName, last_name: lastName, phone } = driver
  refuseFields(await judgeNewPassword(input, { email, firstName, lastName, phone }, deps.judgePassword))
  await prove()
  return await deps.passwords.goFirst(() => deps.passwords.hash(input.password))
}

/**
 * Stores another password and notifies the driver. Pending codes, and all sessions but one, end with the old
 * one.
 */
async function setPassword(
  deps: AccountsDeps,
  tx: Db,
  driver: DriverRow,
  hash: string,
  keptSessionId: string | null,
): Promise<string[]> {
  await updatePassword(tx, driver.id, hash)
  await useTicketsOf(tx, driver.id, deps.clock.now())
  const sessionIds = await deleteSessions(tx, driver.id, keptSessionId)
  await tellChange(deps, tx, driver, 'password', [driver.email])
  return sessionIds
}
