import { sql } from 'kysely'

/** An instant (epoch ms) to compare a column with: what is read as a number is written as a `Date`. */
export function instant(at: number) {
  return sql<number>`${new Date(at)}::timestamptz`
}
