import { AppError } from '@madruga/core/errors.ts'
import { isTimeZone } from '@madruga/core/time.ts'
import type { AccountsDeps } from './deps.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { Answered, Driver, Given } from './model.ts'
import { readOwner } from './reauthenticate.ts'
import { refuseFields } from './refusals.ts'
import { asDriver } from './sign-in.ts'
import { updateDriver } from './store.ts'

type ProfileView = Answered['profile']

/** The data that a driver provides about themselves. */
export type Profile = {
  readProfile(driverId: string): Promise<ProfileView>
  /**
   * Refuses with `accounts.bot_running` if the variant changes while the bot is not at rest, and one that is
   * not offered.
   */
  saveProfile(
    driverId: string,
    given: Given['saveProfile'],
  ): Promise<{ profile: ProfileView; driver: Driver }>
  setLanguage(driverId: string, language: Language): Promise<Driver>
  /** The driver as the app shell shows them. */
  readDriver(driverId: string): Promise<Driver>
}

/** Creates the profile operations. */
export function createProfile(deps: AccountsDeps): Profile {
  const { db, notify } = deps

  async function readProfile(driverId: string): Promise<ProfileView> {
    const [row, alerts] = await Promise.all([readOwner(deps, driverId), notify.readAlerts(driverId)])
    return {
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      preferredEmail: row.preferred_email,
      phone: row.phone,
      phoneConfirmed: row.phone !== null && row.phone_confirmed,
      language: row.language,
      app: row.variant,
      timeZone: row.time_zone,
      ...alerts,
    }
  }

  const readDriver = async (driverId: string) => asDriver(await readOwner(deps, driverId))

  return {
    readProfile,
    readDriver,

    async saveProfile(driverId, input) {
      const { firstName, lastName, app, timeZone, ...alerts } = input
      refuseFields({ timeZone: isTimeZone(timeZone) ? null : 'accounts.time_zone_unknown' })
      const before = await readOwner(deps, driverId)
      if (before.variant !== app && !deps.offered.includes(app)) throw new AppError('request.invalid')
      const announceMoved = await db.transaction().execute(async (tx) => {
        // The bot's row before the driver's, in the order in which a start locks them.
        if (before.variant !== app && !(await deps.isBotResting(tx, driverId)))
          throw new AppError('accounts.bot_running')
        await updateDriver(tx, driverId, {
          name: `${firstName} ${lastName}`,
          first_name: firstName,
          last_name: lastName,
          variant: app,
          time_zone: timeZone,
        })
        await notify.saveAlerts(tx, driverId, alerts)
        return before.time_zone === timeZone ? () => {} : await deps.moveFilters(tx, driverId, timeZone)
      })
      announceMoved()
      return { profile: await readProfile(driverId), driver: await readDriver(driverId) }
    },

    async setLanguage(driverId, language) {
      const row = await updateDriver(db, driverId, { language, language_chosen: true })
      if (!row) throw new AppError('accounts.signed_out')
      return asDriver(row)
    },
  }
}
