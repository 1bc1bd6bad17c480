import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Timestamp } from '@madruga/core/time.ts'
import { matchNames } from '../../../console/admin.ts'
import type { Db, Payer } from '../model.ts'

const COLUMNS = sql`
  id, email, coalesce(preferred_email, email) as "mailTo", name, first_name as "firstName", language, variant, plan_number as "planNumber", status,
  status_cause as "statusCause", time_zone as "timeZone", subscribed_until as "subscribedUntil", phone, role,
  referral_code_used as "referralCodeUsed", created_at as "createdAt"`

/** A driver, as far as money asks; null when there is none. */
export async function readPayer(db: Db, driverId: string): Promise<Payer | null> {
  const { rows } = await sql<Payer>`select ${COLUMNS} from drivers where id = ${driverId}`.execute(db)
  return rows[0] ?? null
}

/**
 * The same, their row locked until the transaction ends: whatever changes what a driver owes or has paid for
 * goes one after the other.
 */
export async function lockPayer(tx: Db, driverId: string): Promise<Payer | null> {
  const { rows } = await sql<Payer>`
    select ${COLUMNS} from drivers where id = ${driverId} for no key update`.execute(tx)
  return rows[0] ?? null
}

/** A page of what is looked for: those before an instant, where it is given. */
export type Page = {
  text: string
  limit: number
  before?: Timestamp | undefined
  driverId?: string | undefined
  /** By time; the default is newest first. */
  order?: 'newest' | 'oldest' | undefined
}

/** E-mails of drivers by their ids; those who are gone have none. */
export async function readEmails(
  db: Db,
  driverIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(driverIds)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('drivers').select(['id', 'email']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** Ids of drivers who have every word of a text in their names or e-mail, as part of a statement. */
export function driversNamed(text: string): RawBuilder<unknown> {
  return sql`select d.id from drivers d where ${matchNames(text)}`
}
