import type { Sighting, SightingHistory } from '@madruga/core/sightings.ts'
import type { Instant } from '@madruga/core/time.ts'
import type { Shelf } from './shelf.ts'

/** From which place on each shelf is looked at, so that it is the newest of all shelves together. */
export type Cut = {
  /** Whatever was seen from this instant on is among them, as far as it is on a shelf. */
  at: Instant
  firsts: number[]
}

/** The newest `most` sightings of all shelves that were seen from `since` on; exactly so many where there are. */
export function cutNewest(shelves: readonly Shelf[], since: Instant, most: number): Cut {
  const firstsFrom = (at: Instant): number[] => shelves.map((shelf) => shelf.firstFrom(at))
  const all = firstsFrom(since)
  if (countFrom(shelves, all) <= most) return { at: since, firsts: all }
  // The earliest instant from which on there are no more than `most`.
  let low = since
  let high =
    Math.max(...shelves.map((shelf) => (shelf.size() > 0 ? shelf.seenAt(shelf.size() - 1) : since))) + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (countFrom(shelves, firstsFrom(middle)) <= most) high = middle
    else low = middle + 1
  }
  const firsts = firstsFrom(low)
  // The rest of the number from those seen a millisecond before, of which there are too many.
  let missing = most - countFrom(shelves, firsts)
  const before = firstsFrom(low - 1)
  for (let i = 0; i < firsts.length && missing > 0; i++) {
    const more = Math.min(missing, firsts[i]! - before[i]!)
    firsts[i]! -= more
    missing -= more
  }
  return { at: low - 1, firsts }
}

function countFrom(shelves: readonly Shelf[], firsts: readonly number[]): number {
  return shelves.reduce((count, shelf, i) => count + shelf.size() - firsts[i]!, 0)
}

/** What lies behind a cut as one history, shelf after shelf. Hands out one object, over and over. */
export function viewCut(shelves: readonly Shelf[], { firsts }: Cut): SightingHistory {
  /** Where each shelf begins in the history, and where the last one ends. */
  const begins = [0]
  for (const [i, shelf] of shelves.entries()) begins.push(begins[i]! + shelf.size() - firsts[i]!)
  const length = begins.at(-1)!
  const sighting: Sighting = { ...BLANK }
  let on = 0
  const turnTo = (index: number): void => {
    if (index < begins[on]! || index >= begins[on + 1]!) on = findShelf(begins, index)
  }
  return {
    length,
    at(index) {
      if (!(index >= 0 && index < length)) return undefined
      turnTo(index)
      shelves[on]!.read(firsts[on]! + index - begins[on]!, sighting)
      return sighting
    },
    seenAt(index) {
      turnTo(index)
      return shelves[on]!.seenAt(firsts[on]! + index - begins[on]!)
    },
  }
}

function findShelf(begins: readonly number[], index: number): number {
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
const BLANK: Sighting = {
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
}
