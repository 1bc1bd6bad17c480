import { plainDigits } from './digits.ts'
import { proposeFilter } from './filters.ts'
import type { Filter } from './filters.ts'
import type { Cents } from './money.ts'
import type { Variant } from './offers.ts'

/** Entry of the landing: what a stranger is shown before there is an account. */

/**
 * The filter by which strangers' examples are judged, in a zone: the editor's own proposal, so that a new
 * driver finds in it what the landing promised.
 */
export function sampleFilter<V extends Variant>(
  variant: V,
  timeZone: string,
  stationIds: readonly string[],
): Extract<Filter, { variant: V }> {
  return proposeFilter(variant, 'basic', timeZone, stationIds)
}

/** The five digits of a typed ZIP code, also of a ZIP+4; null if it is none. */
export function readZip(typed: string): string | null {
  return /^(\d{5})([-‐-―]?\d{4})?$/.exec(plainDigits(typed).trim())?.[1] ?? null
}

/** The names that the page's texts have values for; the server fills them in, or the app does. */
export const LANDING_VALUES = [
  'block',
  'trip_least',
  'trip_most',
  'shift',
  'order',
  'instant_day',
  'check_in',
  'advanced',
  'professional',
  'per_hour',
  'curbside',
  'shopping',
  'multiple',
  'from',
  'to',
  'arrival',
  'operator',
  'contact',
] as const
export type LandingValues = Record<(typeof LANDING_VALUES)[number], string>

/** What those values are made from. */
type LandingFacts = {
  prices: {
    blockCents: Cents
    tripCents: { least: Cents; most: Cents }
    jobCents: { shift: Cents; order: Cents }
    instantDayCents: Cents
    checkInCents: Cents
    advancedWeekCents: Cents
    professionalWeekCents: Cents
  }
  sample: {
    perHourMinCents: Cents
    tripMinCents: { curbside: Cents; shopping: Cents; multiple: Cents }
    fromMinute: number
    toMinute: number
    arrivalMinutes: number
  }
  operator: { name: string; contact: string | null } | null
}

/** The values of the page's texts, in a language's money and time of day (minutes after midnight). */
export function landingValues(
  { prices, sample, operator }: LandingFacts,
  { money, time }: { money(cents: Cents): string; time(minute: number): string },
): LandingValues {
  return {
    block: money(prices.blockCents),
    trip_least: money(prices.tripCents.least),
    trip_most: money(prices.tripCents.most),
    shift: money(prices.jobCents.shift),
    order: money(prices.jobCents.order),
    instant_day: money(prices.instantDayCents),
    check_in: money(prices.checkInCents),
    advanced: money(prices.advancedWeekCents),
    professional: money(prices.professionalWeekCents),
    per_hour: money(sample.perHourMinCents),
    curbside: money(sample.tripMinCents.curbside),
    shopping: money(sample.tripMinCents.shopping),
    multiple: money(sample.tripMinCents.multiple),
    from: time(sample.fromMinute),
    to: time(sample.toMinute),
    arrival: String(sample.arrivalMinutes),
    operator: operator?.name ?? '',
    contact: operator?.contact ?? '',
  }
}
