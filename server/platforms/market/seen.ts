import type { SeenIds } from './offers.ts'

/** Ids kept beyond the present list, in each of two generations: a few kilobytes a driver. */
const GENERATION = 64

/**
 * Which offers a feed has reported, in bounded memory: ids that were not listed for two generations are
 * forgotten.
 */
export function createSeenIds(): SeenIds & { turn(): void; clear(): void } {
  let young = new Set<string>()
  let old = new Set<string>()
  return {
    isNew(id) {
      if (young.has(id)) return false
      young.add(id)
      return !old.has(id)
    },
    forget(id) {
      young.delete(id)
      old.delete(id)
    },
    /** Before each list: a full generation grows old. What is still listed comes back into the young one. */
    turn() {
      if (young.size < GENERATION) return
      old = young
      young = new Set()
    },
    clear() {
      young = new Set()
      old = new Set()
    },
  }
}
