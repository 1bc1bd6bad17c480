import type { Cents } from '../money.ts'
import type { AmazonFilter, CourierFilter, Filter, PriceRule, Setting } from './model.ts'
import { SETTINGS_MAX } from './validate.ts'

/** The filters whose prices are price rules: one setting or several a station, or one for all places. */
export type PricedFilter = AmazonFilter | CourierFilter

/** Whether a filter's prices are price rules, and not those of trips. */
export function isPriced(filter: Filter): filter is PricedFilter {
  return filter.variant !== 'spark'
}

/**
 * The settings that judge anything: the shared one only if a station has none of its own, those of the
 * stations, and a courier's one rule for all places.
 */
export function settingsInUse(filter: PricedFilter): Setting[] {
  if (filter.variant === 'courier') return [jobSetting(filter)]
  const own = filter.stations.flatMap((choice) => choice.settings)
  return filter.stations.some((choice) => choice.settings.length === 0) ? [filter.shared, ...own] : own
}

/** The filter with every setting changed, in use or not. */
export function changeSettings<F extends PricedFilter>(filter: F, change: (setting: Setting) => Setting): F
export function changeSettings(filter: PricedFilter, change: (setting: Setting) => Setting): PricedFilter {
  if (filter.variant === 'courier') return withJobSetting(filter, change(jobSetting(filter)))
  return {
    ...filter,
    shared: change(filter.shared),
    stations: filter.stations.map((choice) => ({ ...choice, settings: choice.settings.map(change) })),
  }
}

/** A courier's rule for all places, as a setting by the filter's own schedule. */
export function jobSetting({ price, arrivalMinutes }: CourierFilter): Setting {
  return { price, arrivalMinutes, schedule: null }
}

/** The filter with that setting's price and arrival time; a courier's places have no hours of their own. */
export function withJobSetting(filter: CourierFilter, { price, arrivalMinutes }: Setting): CourierFilter {
  return { ...filter, price, arrivalMinutes }
}

/** A price rule that asks for no more than so much an hour; 0 = for nothing. A new object each time. */
export function leastPrice(perHourMinCents: Cents): PriceRule {
  return {
    perHourMinCents,
    perHourMaxCents: null,
    totalMinCents: 0,
    totalMaxCents: null,
    combine: 'both',
    countTip: false,
    byDuration: [],
  }
}

/** Whether a price rule limits the pay of an hour. */
export function usesHourly(price: PriceRule): boolean {
  return price.perHourMinCents > 0 || price.perHourMaxCents !== null
}

/** Whether a price rule limits the pay in all. */
export function usesTotal(price: PriceRule): boolean {
  return price.totalMinCents > 0 || price.totalMaxCents !== null
}

/** A station and its own settings, as a filter or a form stores them. */
type Holder<S> = { stationId: string; settings: readonly S[] }

/**
 * Copies settings to other stations, replacing theirs or adding to them. A station that would exceed `max`
 * (the seed: "at most three settings per filter") stays unchanged and is listed in `full`. Each copy is a new
 * object.
 */
export function copySettings<S, H extends Holder<S>>(
  stations: readonly H[],
  settings: readonly S[],
  to: ReadonlySet<string>,
  how: 'replace' | 'add',
  max = SETTINGS_MAX,
): { stations: H[]; full: string[] } {
  const full: string[] = []
  const copies = stations.map((station) => {
    if (!to.has(station.stationId)) return station
    const rest = how === 'replace' ? [] : station.settings
    if (rest.length + settings.length > max) {
      full.push(station.stationId)
      return station
    }
    return { ...station, settings: [...rest, ...structuredClone(settings)] }
  })
  return { stations: copies, full }
}
