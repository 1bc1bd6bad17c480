import type { Kysely } from 'kysely'
import type { Tables } from '../db.ts'

/** Connections of the product, or a transaction. */
export type Db = Kysely<Tables>

/**
 * A leased search of this process: bot, generation, epoch, abort controller, and since when the row confirms
 * it (monotonic ms).
 */
export type LeasedSearch = {
  driverId: string
  gen: number
  epoch: number
  controller: AbortController
  since: number
  /** When its next poll is due, epoch ms; not set before the search has begun. */
  pollDueAt?: () => number | undefined
  /** The stored time by which that poll must be out, epoch ms. */
  pollNotedBy?: number
}
