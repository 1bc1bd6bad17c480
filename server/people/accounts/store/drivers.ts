import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { DatabaseError } from 'pg'
import { AppError } from '@madruga/core/errors.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { planNumberOf } from '@madruga/core/plans.ts'
import type { Tables } from '../../../db.ts'
import type { Db, NewDriver } from '../model.ts'

export type DriverRow = Selectable<Tables['drivers']>

/**
 * Inserts a driver and their password's hash inside the caller's transaction. Refuses with
 * `accounts.email_taken`.
 */
export async function insertDriver(
  tx: Db,
  id: string,
  driver: NewDriver,
  passwordHash: string,
): Promise<void> {
  await refuseTaken(tx.insertInto('drivers').values(rowOf(id, driver)).execute())
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
}

function rowOf(id: string, driver: NewDriver): Insertable<Tables['drivers']> {
  const { language, variant, timeZone, role, terms } = driver
  return {
    id,
    ...namesOf(driver),
    email: driver.email.trim().toLowerCase(),
    email_verified: true,
    phone: driver.phone ?? null,
    phone_confirmed: driver.phoneConfirmed ?? false,
    plan_number: planNumberOf(driver.plan ?? 'basic'),
    subscribed_until: toDate(driver.subscribedUntil),
    device_id: driver.deviceId ?? null,
    referral_code_used: driver.referralCode || null,
    ...(terms && { terms_version: terms.version, terms_accepted_at: toDate(terms.acceptedAt) }),
    ...demoOf(driver),
    ...(language && { language }),
    language_chosen: language !== undefined,
    ...(variant && { variant }),
    ...(timeZone && { time_zone: timeZone }),
    ...(role && { role }),
  }
}

function demoOf({ isDemo = false, joinedAt }: NewDriver) {
  return { is_demo: isDemo, ...(joinedAt !== undefined && { created_at: new Date(joinedAt) }) }
}

function namesOf({ name, firstName, lastName }: NewDriver) {
  const [first = '', ...others] = name.split(/\s+/)
  return { name, first_name: firstName ?? first, last_name: lastName ?? others.join(' ') }
}

/** A driver's row. */
export async function readDriver(db: Db, driverId: string): Promise<DriverRow | null> {
  const row = await db.selectFrom('drivers').selectAll().where('id', '=', driverId).executeTakeFirst()
  return row ?? null
}

/** The owner of an address. */
export async function readDriverByEmail(db: Db, email: string): Promise<DriverRow | null> {
  const row = await db.selectFrom('drivers').selectAll().where('email', '=', email).executeTakeFirst()
  return row ?? null
}

/**
 * Updates a driver inside the caller's transaction; null if there is none. Refuses with
 * `accounts.email_taken`.
 */
export async function updateDriver(
  tx: Db,
  driverId: string,
  change: Updateable<Tables['drivers']>,
): Promise<DriverRow | null> {
  const rows = await refuseTaken(
    tx
      .updateTable('drivers')
      .set({ ...change, updated_at: sql<Date>`now()` })
      .where('id', '=', driverId)
      .returningAll()
      .execute(),
  )
  return rows[0] ?? null
}

/** Notes that a driver signed in; whether it was the first time. */
export async function markSignedIn(db: Db, driverId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('drivers')
    .set({ signed_in_at: new Date(now) })
    .where('id', '=', driverId)
    .where('signed_in_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Drivers whose app is none of these. */
export async function listOfOtherApps(db: Db, variants: readonly Variant[]): Promise<string[]> {
  const rows = await db
    .selectFrom('drivers')
    .select('id')
    .where('variant', 'not in', [...variants])
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends every plan, and every suspension for an unpaid invoice. */
export async function endPlansAndDues(db: Db): Promise<void> {
  await db
    .updateTable('drivers')
    .set({ plan_number: null, subscribed_until: null })
    .where('plan_number', 'is not', null)
    .execute()
  await db
    .updateTable('drivers')
    .set({ status: 'active', status_reason: null, status_cause: 'operator' })
    .where('status', '=', 'suspended')
    .where('status_cause', '=', 'dues')
    .execute()
}

/** Deletes a driver and, by foreign keys, all their data. */
export async function deleteDriver(tx: Db, driverId: string): Promise<void> {
  await tx.deleteFrom('drivers').where('id', '=', driverId).execute()
}

/** The hash of a driver's password. */
export async function readPasswordHash(db: Db, driverId: string): Promise<string | null> {
  const row = await db
    .selectFrom('credentials')
    .select('password')
    .where('driver_id', '=', driverId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}

/** Replaces a driver's password. */
export async function updatePassword(tx: Db, driverId: string, passwordHash: string): Promise<void> {
  await tx
    .updateTable('credentials')
    .set({ password: passwordHash, updated_at: sql<Date>`now()` })
    .where('driver_id', '=', driverId)
    .where('provider_id', '=', 'credential')
    .execute()
}

async function refuseTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'drivers_email_key')
      throw new AppError('accounts.email_taken')
    throw error
  }
}

function toDate(at: number | null | undefined): Date | null {
  return at === null || at === undefined ? null : new Date(at)
}
