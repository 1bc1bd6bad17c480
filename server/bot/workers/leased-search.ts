import type { Timestamp } from '@madruga/core/time.ts'
import type { Search } from '../search/loop.ts'

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
  /** When the run window of its search opened. */
  window?: Timestamp | null
  /** What is stored of it: by when its next poll must be out, epoch ms, and whether it reads lists. */
  noted?: { by: number; reads: Reads }
}

/** Whether a search reads lists; `not_yet` = it has neither read nor missed one. */
export type Reads = 'not_yet' | 'read' | 'unread'
