import { costCurrency } from '../costs.ts'
import { roadMiles } from '../geo.ts'
import type { Place } from '../geo.ts'
import { HOUSE_LIMITS } from '../house-rules.ts'
import type { HouseRules } from '../house-rules.ts'
import { buildWindows, readZoneOffsets } from '../schedule.ts'
import type { Schedule, Windows, ZoneOffsets } from '../schedule.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import type { JobKind } from '../offers.ts'
import { describeVariant, WORK_WEEK_MINUTES } from '../variants.ts'
import type { HoursLimits } from './held-hours.ts'
import { SPARK_KINDS } from './model.ts'
import type {
  CourierFilter,
  DurationPrice,
  Filter,
  Geography,
  MilesTier,
  NetRule,
  PriceRule,
  Rule,
  Setting,
  SparkKind,
  SparkKindRule,
} from './model.ts'
import { jobSetting, leastPrice, usesHourly, usesTotal } from './settings.ts'

/**
 * One setting as numbers. All have the same fields in the same order, so that the hot path stays
 * monomorphic.
 */
export type PreparedSetting = {
  countTip: boolean
  /** Minimum 0 and maximum Infinity = unused. */
  hourlyUsed: boolean
  hourlyMinCents: number
  hourlyMaxCents: number
  totalUsed: boolean
  totalMinCents: number
  totalMaxCents: number
  /** Hourly and total are both used and one of them is enough. */
  either: boolean
  /** By minutes, replacing hourly and total; null = unused. */
  durations: ReadonlyMap<number, DurationPrice> | null
  arrivalMinutes: number
  windows: Windows
  mustEndInside: boolean
  /** An offer of unknown pay passes: no rule asks for its pay, or the driver takes it without. */
  takesUnknownPay: boolean
}

/** Limits of spark trips only. */
export type PreparedTrip = {
  countTip: boolean
  kinds: Readonly<Record<SparkKind, SparkKindRule>>
  tiers: readonly MilesTier[]
}

/** Limits of a courier's jobs only. */
export type PreparedJob = {
  kinds: Readonly<Record<JobKind, boolean>>
  minMs: number
  /** Infinity = unused. */
  maxMs: number
  /** Infinity = unused. */
  maxMiles: number
  /** As `plainSkill` writes them. */
  skills: ReadonlySet<string>
  /** The driver joins the wait list of a full job. */
  joinsWaitList: boolean
}

/** A filter as numbers, sets and windows: everything that judging reads. */
export type PreparedFilter = {
  settingsOf: ReadonlyMap<string, readonly PreparedSetting[]>
  /** Judges an offer of an unselected station, so that its other rules can be explained too. */
  elsewhere: readonly PreparedSetting[]
  trip: PreparedTrip | null
  job: PreparedJob | null
  hours: HoursLimits
  house: PreparedHouse | null
  zone: ZoneOffsets
  /** null = unused. */
  net: PreparedNet | null
  travel: PreparedTravel | null
}

/** The pay left after the cost of the miles. */
export type PreparedNet = {
  rule: NetRule
  /** Of what a mile costs: net pay in any other currency is unknown. null = USD. */
  currency: string | null
  /**
   * Road miles from the driver's location to each station; null = no location is saved, and the way is not
   * counted.
   */
  wayMilesOf: ReadonlyMap<string, number> | null
}

/** What the house asks for on top of the filter. */
export type PreparedHouse = { rules: HouseRules; hours: HoursLimits }

/** The driving time between two blocks. */
export type PreparedTravel = { mph: number; places: ReadonlyMap<string, Place> }

/** No locations are known. */
export const NO_GEOGRAPHY: Geography = { home: null, places: new Map() }

/** Zone offsets start here: a week of held blocks before an offer that began a day ago. */
const PAST_DAYS = 9
/** Windows start here: a trip that began recently can still be listed. */
export const WINDOW_PAST_DAYS = 1

/**
 * Prepares a filter for judging from `now` until `horizonDays` later. Throws RangeError for an unknown time
 * zone.
 */
export function prepareFilter(
  filter: Filter,
  now: Timestamp,
  horizonDays: number,
  geography: Geography = NO_GEOGRAPHY,
): PreparedFilter {
  const from = now - WINDOW_PAST_DAYS * DAY_MS
  const to = now + horizonDays * DAY_MS
  const zone = readZoneOffsets(filter.timeZone, now - PAST_DAYS * DAY_MS, to)
  const layOut = (schedule: Schedule) => buildWindows(schedule, zone, from, to)
  const global = layOut(filter.schedule)
  const net = prepareNet(filter.net, geography)
  const takes = takesUnknownPay(filter, net)
  const prepareOne = (setting: Setting): PreparedSetting =>
    prepareSetting(
      setting.price,
      setting.arrivalMinutes,
      setting.schedule ?? filter.schedule,
      setting.schedule === null ? global : layOut(setting.schedule),
      takes,
    )

  const limits = {
    hours: prepareHours(filter),
    house: geography.houseRules === undefined ? null : prepareHouse(geography.houseRules),
    zone,
    net,
    travel: filter.safetyLimits.keepDrivingTime
      ? { mph: filter.safetyLimits.drivingMph, places: geography.places }
      : null,
  }
  if (filter.variant === 'spark') {
    const every = [prepareSetting(leastPrice(0), filter.arrivalMinutes, filter.schedule, global, takes)]
    const { countTip, kinds, milesTiers } = filter
    return {
      settingsOf: new Map(filter.storeIds.map((id) => [id, every])),
      elsewhere: every,
      trip: { countTip, kinds, tiers: milesTiers },
      job: null,
      ...limits,
    }
  }
  if (filter.variant === 'courier') {
    const every = [prepareOne(jobSetting(filter))]
    return {
      settingsOf: new Map(filter.placeIds.map((id) => [id, every])),
      elsewhere: every,
      trip: null,
      job: prepareJob(filter),
      ...limits,
    }
  }
  const shared = [prepareOne(filter.shared)]
  const settingsOf = new Map(
    filter.stations.map((choice) => [
      choice.stationId,
      choice.settings.length === 0 ? shared : choice.settings.map(prepareOne),
    ]),
  )
  return { settingsOf, elsewhere: shared, trip: null, job: null, ...limits }
}

/**
 * The same filter with what one person can work besides: no more hours than the platform lets a driver hold,
 * nor than a week of work where the filter says nothing, and the time to drive from one block to the next.
 * `lifted`: the limit of hours that does not count.
 */
export function limitToWorkable(
  prepared: PreparedFilter,
  filter: Filter,
  { places }: Geography = NO_GEOGRAPHY,
  lifted?: Rule,
): PreparedFilter & { hours: { maxDayMs: number; maxWeekMs: number } } {
  const { dayMinutes, weekMinutes } = describeVariant(filter.variant).mostHeld
  const ownDay = lifted === 'hours_day' ? null : filter.maxMinutesPerDay
  const ownWeek = lifted === 'hours_week' ? weekMinutes : (filter.maxMinutesPerWeek ?? WORK_WEEK_MINUTES)
  return {
    ...prepared,
    hours: {
      ...prepared.hours,
      maxDayMs: Math.min(ownDay ?? dayMinutes, dayMinutes) * MINUTE_MS,
      maxWeekMs: Math.min(ownWeek, weekMinutes) * MINUTE_MS,
    },
    travel: prepared.travel ?? { mph: filter.safetyLimits.drivingMph, places },
  }
}

function prepareHours({ maxMinutesPerDay, maxMinutesPerWeek, rest }: Filter): HoursLimits {
  return {
    maxDayMs: maxMinutesPerDay === null ? null : maxMinutesPerDay * MINUTE_MS,
    maxWeekMs: maxMinutesPerWeek === null ? null : maxMinutesPerWeek * MINUTE_MS,
    restMs: (rest?.hoursBetweenDays ?? 0) * HOUR_MS,
    maxDaysInARow: rest?.maxDaysInARow ?? 0,
    weekRestMs: (rest?.hoursPerWeek ?? 0) * HOUR_MS,
  }
}

/** The rules of a house as limits; null where none limits an offer. */
export function prepareHouse(rules: HouseRules): PreparedHouse | null {
  if (HOUSE_LIMITS.every((limit) => rules[limit] === null)) return null
  const { maxHoursPerDay: day, maxHoursPerWeek: week } = rules
  const hours = {
    maxDayMs: day === null ? null : day * HOUR_MS,
    maxWeekMs: week === null ? null : week * HOUR_MS,
    restMs: (rules.restHoursBetweenDays ?? 0) * HOUR_MS,
    maxDaysInARow: 0,
    weekRestMs: (rules.restHoursPerWeek ?? 0) * HOUR_MS,
  }
  return { rules, hours }
}

function prepareJob(filter: CourierFilter): PreparedJob {
  return {
    kinds: filter.kinds,
    minMs: filter.minMinutes * MINUTE_MS,
    maxMs: filter.maxMinutes === null ? Infinity : filter.maxMinutes * MINUTE_MS,
    maxMiles: filter.maxMiles === 0 ? Infinity : filter.maxMiles,
    skills: new Set(filter.skills.map(plainSkill)),
    joinsWaitList: filter.waitlist === 'hold',
  }
}

/** A skill without regard to case and blanks: people and platforms write the same one differently. */
export function plainSkill(skill: string): string {
  return skill.replace(/\s+/g, '').toLowerCase()
}

/**
 * How a filter meets unknown pay: `always` takes it, whatever its price rules; `never`; or only where no rule
 * asks for pay, as amazon's and spark's do, whose platforms state it.
 */
function takesUnknownPay(filter: Filter, net: PreparedNet | null): 'always' | 'never' | 'if_unpriced' {
  if (filter.variant === 'courier') return filter.unknownPay === 'take' ? 'always' : 'never'
  if (net !== null) return 'never'
  if (filter.variant === 'amazon') return 'if_unpriced'
  const asks = filter.milesTiers.length > 0 || SPARK_KINDS.some((kind) => filter.kinds[kind].minPayCents > 0)
  return asks ? 'never' : 'always'
}

function prepareNet(rule: NetRule, { home, places, currency: paidIn }: Geography): PreparedNet | null {
  if (rule.perHourMinCents <= 0) return null
  const currency = costCurrency(rule, paidIn)
  if (home === null) return { rule, currency, wayMilesOf: null }
  const ways = [...places].map(([id, place]): [string, number] => [id, roadMiles(home, place)])
  return { rule, currency, wayMilesOf: new Map(ways) }
}

function prepareSetting(
  price: PriceRule,
  arrivalMinutes: number,
  schedule: Schedule,
  windows: Windows,
  takes: 'always' | 'never' | 'if_unpriced',
): PreparedSetting {
  const hourlyUsed = usesHourly(price)
  const totalUsed = usesTotal(price)
  return {
    countTip: price.countTip,
    hourlyUsed,
    hourlyMinCents: price.perHourMinCents,
    hourlyMaxCents: price.perHourMaxCents ?? Infinity,
    totalUsed,
    totalMinCents: price.totalMinCents,
    totalMaxCents: price.totalMaxCents ?? Infinity,
    either: hourlyUsed && totalUsed && price.combine === 'either',
    durations:
      price.byDuration.length > 0 ? new Map(price.byDuration.map((row) => [row.minutes, row])) : null,
    arrivalMinutes,
    windows,
    mustEndInside: schedule.mustEndInside,
    takesUnknownPay:
      takes === 'always' ||
      (takes === 'if_unpriced' && !hourlyUsed && !totalUsed && price.byDuration.length === 0),
  }
}
