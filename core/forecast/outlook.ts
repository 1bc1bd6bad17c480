import type { Filter } from '../filters.ts'
import { localDay } from '../schedule.ts'
import type { ZoneOffsets } from '../schedule.ts'
import { MINUTE_MS } from '../time.ts'
import { localMinute } from './days.ts'
import { WEEK_HOURS } from './profile.ts'
import { rateAt } from './rates.ts'
import type { ReleaseRates } from './rates.ts'

/**
 * What a search may expect of its stations; shared by every search of the process, since nothing of a driver
 * is in it.
 */
export type StationOutlook = { zone: ZoneOffsets; rates: ReleaseRates }

/** The stations that a search searches. */
export type Outlook = {
  /** The ids of all of them: offers of others are no observation. */
  stations: ReadonlySet<string>
  known: readonly StationOutlook[]
  /** Of so many more nothing is known yet: each is taken to release like the mean of the others. */
  unknown: number
}

/**
 * Offers that all of them together are expected to release in each minute from `firstMinute` (minutes since
 * 1970) on, into `into`.
 */
export function expectOffers(
  { known, unknown }: Pick<Outlook, 'known' | 'unknown'>,
  firstMinute: number,
  into: Float64Array,
): void {
  into.fill(0)
  for (const { zone, rates } of known) {
    for (let index = 0; index < into.length; index++) {
      const at = (firstMinute + index) * MINUTE_MS
      const weekday = (((localDay(zone, at) + 3) % 7) + 7) % 7
      into[index]! += rateAt(rates, weekday, localMinute(zone, at))
    }
  }
  if (unknown === 0 || known.length === 0) return
  let mean = 0
  for (const { rates } of known) for (const rate of rates.weekHours) mean += rate / 60 / WEEK_HOURS
  const more = (unknown * mean) / known.length
  for (let index = 0; index < into.length; index++) into[index]! += more
}

/** How many more offers come with one, within a minute: the mean of the stations that are known. */
export function expectFollowers({ known }: Pick<Outlook, 'known'>): number {
  let sum = 0
  for (const { rates } of known) sum += rates.followers
  return known.length === 0 ? 0 : sum / known.length
}

/** The stations or stores that a filter searches. */
export function searchedStations(filter: Filter): string[] {
  return filter.variant === 'amazon' ? filter.stations.map((wish) => wish.stationId) : filter.storeIds
}
