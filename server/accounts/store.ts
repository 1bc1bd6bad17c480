import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { DatabaseError } from 'pg'
import { AppError } from '@madruga/core/errors.ts'
import type { Tables } from '../db.ts'
import { ABSOLUTE_DAYS } from './auth.ts'
import type { NewDriver } from './model.ts'

/** Writes a driver and their password's hash in one transaction. Refuses with `accounts.email_taken`. */
export async function insertDriver(
  db: Kysely<Tables>,
  id: string,
  driver: NewDriver,
  passwordHash: string,
): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('drivers')
        .values({
          id,
          name: driver.name,
          email: driver.email.trim().toLowerCase(),
          email_verified: true,
          prepaid: driver.prepaid ?? null,
          subscribed_until: driver.subscribedUntil ? new Date(driver.subscribedUntil) : null,
          device_id: driver.deviceId ?? null,
          ...(driver.language && { language: driver.language }),
          ...(driver.variant && { variant: driver.variant }),
          ...(driver.timeZone && { time_zone: driver.timeZone }),
          ...(driver.role && { role: driver.role }),
        })
        .execute()
      await tx
        .insertInto('credentials')
        .values({
          id: `${id}-password`,
          driver_id: id,
          account_id: id,
          provider_id: 'credential',
          password: passwordHash,
        })
        .execute()
    })
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'drivers_email_key')
      throw new AppError('accounts.email_taken')
    throw error
  }
}

/** When a session ends (epoch ms), by its last use or by its age; null when there is none. */
export async function readSessionEnd(db: Kysely<Tables>, sessionId: string): Promise<number | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!row) return null
  const created = new Date(row.created_at).getTime()
  return Math.min(new Date(row.expires_at).getTime(), created + ABSOLUTE_DAYS * 86_400_000)
}

/** Removes the sessions that are over at an instant. */
export async function deleteEndedSessions(db: Kysely<Tables>, now: number): Promise<void> {
  const end = sql`least(expires_at, created_at + ${ABSOLUTE_DAYS}::int * interval '1 day')`
  await db
    .deleteFrom('sessions')
    .where(sql<boolean>`${end} <= ${new Date(now)}`)
    .execute()
}
