import { SECOND_MS } from '@madruga/core/time.ts'
import type { Clock } from '../../../kit/clock.ts'

/** Orders of a page: each costs the platform 25 ms, and 7 KB. */
export const PAGE_SIZE = 30
/** Of more orders than this many pages have, the older ones are left. */
const MOST_PAGES = 20
/** How often all pages are read. Orders move between pages, and come near as their driver moves. */
const WALK_EVERY_MS = 240 * SECOND_MS

/** Which page of a driver's list is read next; the newest orders are on the first. */
export type Pages = {
  /** How many orders the next page skips. */
  offset(): number
  /** Whether the next page is the first of all pages. */
  isWalkDue(): boolean
  /** A page was read: the ids of its orders, and how many entries it had. */
  read(ids: readonly string[], entries: number): void
  /** Reads all pages again. */
  forget(): void
}

/** Starts at the first page. The next one follows while a page is full and its last order is new. */
export function createPages(clock: Clock): Pages {
  let known = new Set<string>()
  let walkDueAt = Number.NEGATIVE_INFINITY
  let isWalk = false
  let offset = 0
  return {
    offset: () => offset,
    isWalkDue: () => offset === 0 && clock.now() >= walkDueAt,
    read(ids, entries) {
      if (offset === 0) {
        isWalk = this.isWalkDue()
        if (isWalk) [known, walkDueAt] = [new Set(), clock.now() + WALK_EVERY_MS]
      }
      const last = ids.at(-1)
      const isNew = last !== undefined && !known.has(last)
      for (const id of ids) known.add(id)
      const isFull = entries >= PAGE_SIZE && offset < (MOST_PAGES - 1) * PAGE_SIZE
      offset = isFull && (isWalk || isNew) ? offset + PAGE_SIZE : 0
    },
    forget() {
      walkDueAt = Number.NEGATIVE_INFINITY
      offset = 0
    },
  }
}
