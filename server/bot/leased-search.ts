import type { Search } from './search.ts'

/**
 * A bot that this process owns: generation, epoch, abort controller, and since when the row confirms it
 * (monotonic ms).
 */
export type LeasedSearch = {
  driverId: string
  gen: number
  epoch: number
  controller: AbortController
  since: number
  /** Its search; not set before there is one. */
  search?: Search
  /** The stored time by which its next poll must be out, epoch ms. */
  pollNotedBy?: number
}
