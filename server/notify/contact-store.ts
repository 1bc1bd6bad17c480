import { sql } from 'kysely'
import type { Language } from '@madruga/core/languages.ts'
import type { Reachable } from '@madruga/core/notify.ts'
import type { Db } from './model.ts'

/** The recipient of messages, and their language. */
type Contact = Reachable & { driverId: string; language: Language; timeZone: string }

/** How a driver can be reached now; null if there is no such driver. */
export async function readContact(db: Db, driverId: string): Promise<Contact | null> {
  const { rows } = await sql<Contact>`
    select d.id as "driverId", d.email, d.preferred_email as "preferredEmail", d.phone,
      d.phone_confirmed as "phoneConfirmed", d.language, d.time_zone as "timeZone",
      array(select p.id from push_devices p where p.driver_id = d.id order by p.created_at, p.id) as "pushDeviceIds"
    from drivers d where d.id = ${driverId}`.execute(db)
  return rows[0] ?? null
}

/** Of these digests of phones, those whose owners want no text messages. */
export async function readOptOuts(db: Db, digests: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ digest: string }>`
    select digest from sms_opt_outs where digest = any(${digests}::text[])`.execute(db)
  return rows.map((row) => row.digest)
}

/** Opts a phone out; the first time counts. */
export async function insertOptOut(db: Db, digest: string, at: number): Promise<void> {
  await sql`
    insert into sms_opt_outs (digest, at) values (${digest}, ${new Date(at)})
    on conflict (digest) do nothing`.execute(db)
}

/** Opts a phone in again. */
export async function deleteOptOut(db: Db, digest: string): Promise<void> {
  await sql`delete from sms_opt_outs where digest = ${digest}`.execute(db)
}
