import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Variant } from '@madruga/core/offers.ts'
import type { Tables } from '../../db.ts'

type Db = Kysely<Tables>
type Account = { driverId: string; variant: Variant }

/** Notes that a run puts the driver online at the platform. False if that was noted before. */
export async function noteOnline(db: Db, { driverId, variant }: Account, at: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update platform_accounts set switched_online_at = ${new Date(at)}
    where driver_id = ${driverId} and variant = ${variant} and switched_online_at is null`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

/** Forgets that note: the driver is offline again, or was online before. */
export async function forgetOnline(db: Db, { driverId, variant }: Account): Promise<void> {
  await sql`update platform_accounts set switched_online_at = null
    where driver_id = ${driverId} and variant = ${variant}`.execute(db)
}

/** Accounts with that note, the oldest first. */
export async function listSwitchedOnline(db: Db, most: number): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select driver_id as "driverId", variant from platform_accounts
    where switched_online_at is not null order by switched_online_at limit ${most}`.execute(db)
  return rows
}
