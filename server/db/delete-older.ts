import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from './tables.gen.ts'

/** Rows of a statement: short enough that no one waits for its locks. */
const ROWS_AT_ONCE = 5_000

/**
 * Deletes rows of a table whose time in `column` lies before `before`, and for which `only` holds of the row
 * `r`, some thousands in each statement. Rows that somebody has locked are left for the next time.
 */
export async function deleteOlder(
  db: Kysely<Tables>,
  { table, column, only = sql`true` }: AgedRows,
  before: number,
): Promise<void> {
  let deleted: bigint
  do {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select r.ctid from ${sql.table(table)} r
        where r.${sql.ref(column)} < ${new Date(before)} and ${only}
        order by r.${sql.ref(column)} limit ${ROWS_AT_ONCE} for update skip locked))`.execute(db)
    deleted = numAffectedRows
  } while (deleted === BigInt(ROWS_AT_ONCE))
}

/** Which rows grow old, and by which of their times. */
export type AgedRows = { table: keyof Tables; column: string; only?: RawBuilder<boolean> }
