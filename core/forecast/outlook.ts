import { localDay, localMinute, weekdayOfDay } from '../schedule.ts'
import type { ZoneOffsets } from '../schedule.ts'
import { MINUTE_MS } from '../time.ts'
import { WEEK_HOURS } from './profile.ts'
import { rateAt } from './rates.ts'
import type { ReleaseRates } from './rates.ts'

/**
 * What a search may expect of its stations. All searches of the process share it, since it contains nothing
 * about a driver.
 */
export type StationOutlook = { zone: ZoneOffsets; rates: ReleaseRates }

/** The stations that a search searches. */
export type Outlook = {
  /** The ids of all of them: offers of other stations are ignored. */
  stations: ReadonlySet<string>
  known: readonly StationOutlook[]
  /** The number of stations without data: each is assumed to release like the mean of the others. */
  unknown: number
}

/**
 * Expected offers of all of them together in each minute from `firstMinute` (minutes since 1970) on, written
 * into `into`.
 */
export function expectOffers(
  { known, unknown }: Pick<Outlook, 'known' | 'unknown'>,
  firstMinute: number,
  into: Float64Array,
): void {
  let mean = 0
  for (const { rates } of known) for (const rate of rates.weekHours) mean += rate / 60 / WEEK_HOURS
  into.fill(known.length === 0 ? 0 : (unknown * mean) / known.length)
  for (const { zone, rates } of known) {
    for (let index = 0; index < into.length; index++) {
      const at = (firstMinute + index) * MINUTE_MS
      into[index]! += rateAt(rates, weekdayOfDay(localDay(zone, at)), localMinute(zone, at))
    }
  }
}

/** How many more offers follow one within a minute: the mean of the known stations. */
export function expectFollowers({ known }: Pick<Outlook, 'known'>): number {
  let sum = 0
  for (const { rates } of known) sum += rates.followers
  return known.length === 0 ? 0 : sum / known.length
}
