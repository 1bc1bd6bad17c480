import type { Kysely } from 'kysely'
import type { Tables } from '../db.ts'

/** Connections of the product, or a transaction. */
export type Db = Kysely<Tables>

/**
 * A search of this process: which incarnation of whose bot, how to end it, and since when (monotonic) the row
 * says so.
 */
export type LeasedSearch = {
  driverId: string
  gen: number
  epoch: number
  controller: AbortController
  since: number
  /** When its next poll is due, epoch ms; not set before the search has begun. */
  pollDueAt?: () => number | undefined
  /** By when that poll has to be out, as it was written last, epoch ms. */
  pollNotedBy?: number
}
