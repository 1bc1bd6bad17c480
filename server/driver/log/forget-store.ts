import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db.ts'

/**
 * Deletes the lines of a driver who is being deleted, inside the caller's transaction. The head goes first:
 * it waits for writers that hold it.
 */
export async function forgetDriver(tx: Kysely<Tables>, driverId: string): Promise<void> {
  await sql`delete from log_heads where driver_id = ${driverId}`.execute(tx)
  await sql`delete from log_entries where driver_id = ${driverId}`.execute(tx)
  await sql`
    delete from log_ignored where driver_number = (select number from drivers where id = ${driverId})`.execute(
    tx,
  )
}
