import { sql } from 'kysely'
import type { Timestamp } from '@madruga/core/time.ts'
import { KEY_ID_SQL } from '../../kit/rewrap.ts'
import type { EncryptedColumn } from '../../kit/rewrap.ts'
import type { EncryptionContext } from '../../kit/encryption.ts'
import type { Db } from './model.ts'

/** A driver's calendar address as stored. */
export type LinkRow = { encrypted: Buffer; createdAt: Timestamp; readAt: Timestamp | null }

const COLUMN = 'sealed_secret'

/** The location of an encrypted secret. */
export function linkPlace(driverId: string): EncryptionContext {
  return { table: 'calendar_links', column: COLUMN, row: driverId }
}

/** The driver's address; null = none. */
export async function readLink(db: Db, driverId: string): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`
    select sealed_secret as encrypted, created_at as "createdAt", read_at as "readAt"
    from calendar_links where driver_id = ${driverId}`.execute(db)
  return rows[0] ?? null
}

/** Replaces the address. */
export async function saveLink(
  db: Db,
  driverId: string,
  { digest, encrypted, at }: { digest: Buffer; encrypted: Buffer; at: Timestamp },
): Promise<void> {
  await sql`
    insert into calendar_links (driver_id, digest, sealed_secret, created_at)
    values (${driverId}, ${digest}, ${encrypted}, ${new Date(at)})
    on conflict (driver_id) do update set digest = excluded.digest, sealed_secret = excluded.sealed_secret,
      created_at = excluded.created_at, read_at = null`.execute(db)
}

/** Deletes the address. False if there was none. */
export async function deleteLink(db: Db, driverId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from calendar_links where driver_id = ${driverId}`.execute(db)
  return numAffectedRows === 1n
}

/** The owner of the address with this digest; null = unknown. */
export async function findByDigest(db: Db, digest: Buffer): Promise<string | null> {
  const { rows } = await sql<{ driverId: string }>`
    select driver_id as "driverId" from calendar_links where digest = ${digest}`.execute(db)
  return rows[0]?.driverId ?? null
}

/** Records that a calendar has read it; at most once per `everyMs`, since calendars poll often. */
export async function noteRead(db: Db, digest: Buffer, at: Timestamp, everyMs: number): Promise<void> {
  await sql`update calendar_links set read_at = ${new Date(at)}
    where digest = ${digest} and (read_at is null or read_at <= ${new Date(at - everyMs)})`.execute(db)
}

/** The encrypted columns of this module, for a key rotation. */
export function listEncryptedColumns(db: Db): EncryptedColumn<string>[] {
  const keyId = sql.raw(KEY_ID_SQL(COLUMN))
  return [
    {
      name: `calendar_links.${COLUMN}`,
      async readOthers(current, after, limit) {
        const { rows } = await sql<{ driverId: string; encrypted: Buffer }>`
          select driver_id as "driverId", sealed_secret as encrypted from calendar_links
          where ${keyId} <> ${current} and driver_id > ${after ?? ''} order by driver_id limit ${limit}`.execute(
          db,
        )
        return rows.map(({ driverId, encrypted }) => ({
          key: driverId,
          place: linkPlace(driverId),
          encrypted,
        }))
      },
      async replace(driverId, from, to) {
        const { numAffectedRows } = await sql`update calendar_links set sealed_secret = ${to}
          where driver_id = ${driverId} and sealed_secret = ${from}`.execute(db)
        return numAffectedRows === 1n
      },
      async countByKey() {
        const { rows } = await sql<{ keyId: string; count: number }>`
          select ${keyId} as "keyId", count(*) as count from calendar_links group by 1`.execute(db)
        return new Map(rows.map((row) => [row.keyId, row.count]))
      },
    },
  ]
}
