import { sql } from 'kysely'

/** A timestamp (epoch ms) for comparison with a column: read as a number, written as a `Date`. */
export function instant(at: number) {
  return sql<number>`${new Date(at)}::timestamptz`
}
