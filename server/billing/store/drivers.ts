import { sql } from 'kysely'
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

/** The driver of a payment, locked like `lockPayer`; null where they are gone. */
export async function lockPayerOf(tx: Db, paymentId: string): Promise<Payer | null> {
  const { rows } = await sql<Payer>`
    select ${COLUMNS} from drivers where id = (select driver_id from payments where id = ${paymentId})
    for no key update`.execute(tx)
  return rows[0] ?? null
}
