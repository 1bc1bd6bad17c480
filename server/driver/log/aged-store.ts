import type { Kysely } from 'kysely'
import { deleteOlder } from '../../db.ts'
import type { Tables } from '../../db.ts'

/** Deletes the requests of hours before `before`. */
export async function forgetRequestHours(db: Kysely<Tables>, before: number): Promise<void> {
  await deleteOlder(db, { table: 'request_hours', column: 'hour_at' }, before)
}

/** Deletes what was offered in hours before `before`; the figures of days stay. */
export async function forgetOfferHours(db: Kysely<Tables>, before: number): Promise<void> {
  await deleteOlder(db, { table: 'offer_hours', column: 'hour_at' }, before)
}

/** Deletes what no line has named since `before`. */
export async function forgetLogParts(db: Kysely<Tables>, before: number): Promise<void> {
  await deleteOlder(db, { table: 'log_parts', column: 'used_on' }, before)
}
