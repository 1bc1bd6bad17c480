import { OFFER_KINDS } from '@madruga/core/offers.ts'
import type { Observation } from '@madruga/core/observations.ts'
import { countCurrency } from '@madruga/core/pay-sums.ts'
import type { CurrencyCounts } from '@madruga/core/pay-sums.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Row } from './store.ts'

/**
 * The observations of one station as columns of numbers, in the order of sight: some 60 octets each, where
 * objects take 250. When the platform withdraws an offer is not kept: no rule asks for it.
 */
export type ColumnCache = {
  readonly stationId: string
  /** Everything seen from this instant on is here. */
  completeFrom: Timestamp
  /** Everything numbered up to this is here, as far as `completeFrom` goes. */
  lastId: number
  size(): number
  seenAt(index: number): Timestamp
  /** Adds the currencies of all from a place on. */
  countCurrencies(from: number, into: CurrencyCounts): void
  /** The place of the first that was seen at an instant or later. */
  firstFrom(at: Timestamp): number
  add(row: Row): void
  /** Forgets what was seen before an instant, once there is enough of it to be worth the moving. */
  forgetBefore(at: Timestamp): void
  /** Reads one into an object that is there. */
  read(index: number, into: Observation): void
}

/** seenAt, startAt, endAt. */
const INSTANTS = 3
/** payCents, tipCents, stops (-1 = null), kind, flags. */
const COUNTS = 5
const FLAGS = 4
const WORTH_MOVING = 1_000
const BATCHED = 1
const PAY_UNKNOWN = 2
const FULL = 4
/** From this bit on: the place of the currency among those that the cache has met. */
const CURRENCY_SHIFT = 3

export function createColumnCache(stationId: string, completeFrom: Timestamp, lastId: number): ColumnCache {
  let instants = new Float64Array(64 * INSTANTS)
  let counts = new Int32Array(64 * COUNTS)
  // Numbers as they came: read from a typed column, each would be made anew.
  const miles: (number | null)[] = []
  const skills: (readonly string[] | null)[] = []
  const currencies: (string | null)[] = [null]

  const seenAt = (index: number): Timestamp => instants[index * INSTANTS]!
  const firstFrom = (at: Timestamp): number => findFirst(miles.length, (index) => seenAt(index) >= at)
  const move = (to: number, from: number): void => {
    instants.copyWithin(to * INSTANTS, from * INSTANTS, miles.length * INSTANTS)
    counts.copyWithin(to * COUNTS, from * COUNTS, miles.length * COUNTS)
  }

  return {
    stationId,
    completeFrom,
    lastId,
    size: () => miles.length,
    seenAt,
    firstFrom,
    countCurrencies(from, into) {
      const rest = miles.length - from
      // Dollars alone, as at most stations: nothing to read.
      if (currencies.length === 1 && rest > 0) return countCurrency(into, null, rest)
      for (let index = from; index < miles.length; index++)
        countCurrency(into, currencies[counts[index * COUNTS + FLAGS]! >> CURRENCY_SHIFT])
    },
    add(row) {
      if ((miles.length + 1) * INSTANTS > instants.length) {
        instants = widen(instants, new Float64Array(instants.length * 2))
        counts = widen(counts, new Int32Array(counts.length * 2))
      }
      // Another process may have seen one a little earlier and written it a little later.
      let index = miles.length
      while (index > 0 && seenAt(index - 1) > Math.round(row[1])) index--
      move(index + 1, index)
      const [, seenTime, start, end, payCents, tipCents, trip, stops, kind, , , neededSkills] = row
      const flags = writeFlags(row, currencies)
      instants.set([seenTime, start, end].map(Math.round), index * INSTANTS)
      counts.set([payCents, tipCents, stops ?? -1, OFFER_KINDS.indexOf(kind), flags], index * COUNTS)
      insertAt(miles, index, trip)
      insertAt(skills, index, neededSkills)
    },
    forgetBefore(at) {
      const old = firstFrom(at)
      if (old < WORTH_MOVING) return
      move(0, old)
      miles.splice(0, old)
      skills.splice(0, old)
    },
    read(index, into) {
      const instant = index * INSTANTS
      const count = index * COUNTS
      const stops = counts[count + 2]!
      into.stationId = stationId
      into.seenAt = instants[instant]!
      into.startAt = instants[instant + 1]!
      into.endAt = instants[instant + 2]!
      into.payCents = counts[count]!
      into.tipCents = counts[count + 1]!
      into.miles = miles[index]!
      into.stops = stops < 0 ? null : stops
      into.kind = OFFER_KINDS[counts[count + 3]!]!
      const flags = counts[count + FLAGS]!
      into.batched = (flags & BATCHED) !== 0
      into.payBasis = (flags & PAY_UNKNOWN) !== 0 ? 'unknown' : null
      into.full = (flags & FULL) !== 0
      into.currency = currencies[flags >> CURRENCY_SHIFT]!
      into.skills = skills[index]!
    },
  }
}

/** The first place, of this many, from which on the answer is yes; their number if it never is. */
function findFirst(size: number, isFrom: (index: number) => boolean): number {
  let [low, high] = [0, size]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isFrom(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** What is yes or no, and the place of the currency, in one number. */
function writeFlags(row: Row, currencies: (string | null)[]): number {
  const [, , , , , , , , , isBatched, payBasis, , full, currency] = row
  const flags = (isBatched ? BATCHED : 0) | (payBasis === 'unknown' ? PAY_UNKNOWN : 0) | (full ? FULL : 0)
  return flags | (placeOf(currencies, currency) << CURRENCY_SHIFT)
}

function placeOf<T>(list: T[], value: T): number {
  const place = list.indexOf(value)
  return place < 0 ? list.push(value) - 1 : place
}

function insertAt<T>(list: T[], index: number, value: T): void {
  if (index === list.length) list.push(value)
  else list.splice(index, 0, value)
}

function widen<A extends Float64Array | Int32Array>(narrow: A, wide: A): A {
  wide.set(narrow)
  return wide
}
