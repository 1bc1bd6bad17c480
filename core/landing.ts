import { plainDigits } from './digits.ts'
import { proposeFilter } from './filters.ts'
import type { Filter } from './filters.ts'
import { LANGUAGES } from './languages.ts'
import type { Language } from './languages.ts'
import type { Cents } from './money.ts'
import type { Variant } from './offers.ts'
import { inVariant } from './variant-words.ts'
import { describeVariant, FIRST_VARIANT } from './variants.ts'

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
export function readZip(text: string): string | null {
  return /^(\d{5})([-‐-―]?\d{4})?$/.exec(plainDigits(text).trim())?.[1] ?? null
}

/** The names that the page's texts have values for; the server fills them in, or the app does. */
export const LANDING_VALUES = [
  'blocks',
  'stations',
  'block',
  'trip_least',
  'trip_most',
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
  'trip_arrival',
  'operator',
  'contact',
  // Empty where it is not so.
  'market',
  'paid',
  'amazon',
  'spark',
  'courier',
] as const
export type LandingValues = Record<(typeof LANDING_VALUES)[number], string>

/** What those values are made from. */
type LandingFacts = {
  /** The apps whose drivers are served. */
  variants: readonly Variant[]
  /** Whether drivers pay. */
  billing: boolean
  /** Whether any of them works in the simulated market. */
  simulated: boolean
  prices: {
    blockCents: Cents
    tripCents: { least: Cents; most: Cents }
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
    tripArrivalMinutes: number
  }
  operator: { name: string; contact: string | null } | null
}

const flag = (on: boolean): string => (on ? 'yes' : '')

/** The values of the page's texts, in a language's words, money and time of day (minutes after midnight). */
export function landingValues(
  { variants, billing, simulated, prices, sample, operator }: LandingFacts,
  {
    language,
    money,
    time,
  }: { language: Language; money(cents: Cents): string; time(minute: number): string },
): LandingValues {
  const first = variants[0] ?? FIRST_VARIANT
  return {
    blocks: inVariant(LANGUAGES[language].plurals.blocks, first, language),
    stations: inVariant(LANGUAGES[language].plurals.stations, first, language),
    market: flag(simulated),
    paid: flag(billing && variants.some((variant) => describeVariant(variant).isBilled)),
    amazon: flag(variants.includes('amazon')),
    spark: flag(variants.includes('spark')),
    courier: flag(variants.includes('courier')),
    block: money(prices.blockCents),
    trip_least: money(prices.tripCents.least),
    trip_most: money(prices.tripCents.most),
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
    trip_arrival: String(sample.tripArrivalMinutes),
    operator: operator?.name ?? '',
    contact: operator?.contact ?? '',
  }
}
