import { phoneFormOf, readEmail, readPhone, refusePhone } from '@madruga/core/accounts.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { AccountsDeps } from './deps.ts'
import type { Answered, Given, Owner } from './model.ts'
import { readOwner, reauthenticate } from './reauthenticate.ts'
import { refuseFields } from './refusals.ts'
import { proveAndUseTicket, updateDriver, useTicketsOf } from './store.ts'
import type { DriverRow, Ticket } from './store.ts'
import { tellChange } from './tell.ts'

/** Changes of a driver's e-mail or phone: a new one takes effect once its code is confirmed. */
export type Contacts = {
  /**
   * Sends a code to the new contact. A taken e-mail gets the same answer as a free one: its owner gets a
   * different e-mail.
   */
  changeContact(given: Given['changeContact'], owner: Owner): Promise<Answered['changeContact']>
  /**
   * Confirms the code and notifies the old address. Returns the `Set-Cookie` lines by which the browser stays
   * known under a new one.
   */
  confirmContact(given: Given['confirmContact'], owner: Owner): Promise<{ cookies: string[] }>
  /** Alerts go to the account's own e-mail again. */
  removePreferredEmail(owner: Owner): Promise<void>
}

const PURPOSES = { email: 'email', preferredEmail: 'preferred_email', phone: 'phone' } as const

/** Creates the changes of e-mail and phone. */
export function createContacts(deps: AccountsDeps): Contacts {
  const { db, codes, limits } = deps
  return {
    async changeContact({ kind, value, password }, owner) {
      const isPhone = kind === 'phone'
      const email = isPhone ? null : readEmail(value)
      const emailRefusal = email === null ? 'accounts.email_invalid' : null
      const form = phoneFormOf(await readOwner(deps, owner.driverId), 'full')
      refuseFields({ value: isPhone ? refusePhone(value, form) : emailRefusal })
      const phone = isPhone ? readPhone(value, form) : null
      const driver = await reauthenticate(deps, owner, password)
      const channel = isPhone ? 'sms' : 'email'
      await limits.take(channel, phone ?? email ?? '', owner.caller)
      const { id: driver_id, language } = driver
      return await codes.open({
        purpose: PURPOSES[kind],
        driver_id,
        email,
        phone,
        variant: null,
        language,
        channel,
      })
    },

    async confirmContact({ ticket, code }, { driverId, caller }) {
      const row = await codes.tryCode(ticket, code, { purposes: Object.values(PURPOSES), driverId })
      const driver = await readOwner(deps, driverId)
      await db
        .transaction()
        .execute(async (tx) => {
          const now = deps.clock.now()
          if (!(await proveAndUseTicket(tx, row, now))) throw new AppError('accounts.code_mismatch')
          await updateDriver(tx, driverId, changeOf(row))
          // A pending code to the old address must not undo this.
          await useTicketsOf(tx, driverId, now)
          await tellChange(deps, tx, driver, whatOf(row), addressesOf(row, driver))
        })
        .catch((error: unknown) => {
          const isTaken = error instanceof AppError && error.code === 'accounts.email_taken'
          throw isTaken ? new AppError('accounts.ticket_invalid') : error
        })
      deps.security.record({ kind: 'contact.changed', driverId, what: whatOf(row), email: driver.email })
      const { email } = changeOf(row)
      return { cookies: email === undefined ? [] : [deps.devices.remember(caller.cookie, email)] }
    },

    async removePreferredEmail({ driverId }) {
      const driver = await readOwner(deps, driverId)
      const old = driver.preferred_email
      if (old === null) return
      await db.transaction().execute(async (tx) => {
        await updateDriver(tx, driverId, { preferred_email: null })
        await tellChange(deps, tx, driver, 'preferredEmail', [driver.email, old])
      })
      deps.security.record({ kind: 'contact.changed', driverId, what: 'preferredEmail', email: driver.email })
    },
  }
}

function changeOf(row: Ticket): Parameters<typeof updateDriver>[2] & { email?: string } {
  if (row.purpose === 'phone') return { phone: row.phone, phone_confirmed: true }
  return row.purpose === 'email' ? { email: row.email ?? '' } : { preferred_email: row.email }
}

function whatOf(row: Ticket): 'email' | 'phone' | 'preferredEmail' {
  if (row.purpose === 'phone') return 'phone'
  return row.purpose === 'email' ? 'email' : 'preferredEmail'
}

/** The addresses at which the driver was reached before. */
function addressesOf(row: Ticket, driver: DriverRow): string[] {
  const replacesPreferred = row.purpose === 'preferred_email' && driver.preferred_email !== null
  return replacesPreferred ? [driver.email, driver.preferred_email ?? ''] : [driver.email]
}
