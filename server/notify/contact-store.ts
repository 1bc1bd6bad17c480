import { sql } from 'kysely'
import type { Reachable } from '@madruga/core/notify.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { Db } from './model.ts'

/** The recipient of messages, and their language. */
export type Contact = Reachable & { driverId: string; language: Language; timeZone: string }

/** How a driver can be reached now; null if there is no such driver. */
export async function readContact(db: Db, driverId: string): Promise<Contact | null> {
  const { rows } = await sql<Contact>`
    select d.id as "driverId", d.email, d.preferred_email as "preferredEmail", d.phone,
      d.phone_confirmed as "phoneConfirmed", d.language, d.time_zone as "timeZone",
      array(select p.id from push_devices p where p.driver_id = d.id order by p.created_at, p.id) as "pushDeviceIds"
    from drivers d where d.id = ${driverId}`.execute(db)
  return rows[0] ?? null
}
