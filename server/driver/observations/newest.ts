import type { Observation, ObservationHistory } from '@madruga/core/observations.ts'
import type { CurrencyCounts } from '@madruga/core/pay-sums.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { ColumnCache } from './column-cache.ts'

/** The place from which each cache is read, so that these are the newest of all caches together. */
export type TopWindow = {
  /** Whatever was seen from this instant on is among them, as far as a cache holds it. */
  at: Timestamp
  firsts: number[]
}

/**
 * The newest `most` observations of all caches that were seen from `since` on; exactly this many where there
 * are.
 */
export function topNewest(caches: readonly ColumnCache[], since: Timestamp, most: number): TopWindow {
  const firstsFrom = (at: Timestamp): number[] => caches.map((cache) => cache.firstFrom(at))
  const all = firstsFrom(since)
  if (countFrom(caches, all) <= most) return { at: since, firsts: all }
  // The earliest instant from which on there are no more than `most`.
  let low = since
  let high =
    Math.max(...caches.map((cache) => (cache.size() > 0 ? cache.seenAt(cache.size() - 1) : since))) + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (countFrom(caches, firstsFrom(middle)) <= most) high = middle
    else low = middle + 1
  }
  const firsts = firstsFrom(low)
  // The rest of the number from those seen a millisecond before, of which there are too many.
  let missing = most - countFrom(caches, firsts)
  const before = firstsFrom(low - 1)
  for (let i = 0; i < firsts.length && missing > 0; i++) {
    const more = Math.min(missing, firsts[i]! - before[i]!)
    firsts[i]! -= more
    missing -= more
  }
  return { at: low - 1, firsts }
}

function countFrom(caches: readonly ColumnCache[], firsts: readonly number[]): number {
  return caches.reduce((count, cache, i) => count + cache.size() - firsts[i]!, 0)
}

/** The rows within the window as one history, cache after cache. Hands out one object, over and over. */
export function viewWindow(caches: readonly ColumnCache[], { firsts }: TopWindow): ObservationHistory {
  /** Where each cache begins in the history, and where the last one ends. */
  const begins = [0]
  for (const [i, cache] of caches.entries()) begins.push(begins[i]! + cache.size() - firsts[i]!)
  const length = begins.at(-1)!
  const observation: Observation = { ...BLANK }
  let on = 0
  const turnTo = (index: number): void => {
    if (index < begins[on]! || index >= begins[on + 1]!) on = findCache(begins, index)
  }
  return {
    length,
    at(index) {
      if (!(index >= 0 && index < length)) return undefined
      turnTo(index)
      caches[on]!.read(firsts[on]! + index - begins[on]!, observation)
      return observation
    },
    seenAt(index) {
      turnTo(index)
      return caches[on]!.seenAt(firsts[on]! + index - begins[on]!)
    },
    countCurrencies() {
      const counts: CurrencyCounts = new Map()
      for (const [i, cache] of caches.entries()) cache.countCurrencies(firsts[i]!, counts)
      return counts
    },
  }
}

function findCache(begins: readonly number[], index: number): number {
  let low = 0
  let high = begins.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (begins[middle]! <= index) low = middle
    else high = middle - 1
  }
  return low
}

/** Numbers that are no small integers, so that the object keeps one shape whatever is read into it. */
const BLANK: Observation = {
  id: '',
  stationId: '',
  kind: 'block',
  startAt: 0.5,
  endAt: 0.5,
  payCents: 0,
  tipCents: 0,
  miles: null,
  stops: null,
  batched: false,
  expiresAt: null,
  seenAt: 0.5,
  payBasis: null,
  full: false,
  currency: null,
  skills: null,
}
