import type { Place } from '../geo.ts'
import type { HouseRules } from '../house-rules.ts'
import type { Cents } from '../money.ts'
import type { JobKind, Offer, Variant } from '../offers.ts'
import type { Plan } from '../plans.ts'
import type { CustomSpeed, Speed } from '../settings.ts'
import type { Schedule } from '../schedule.ts'
import type { Verdict } from './verdict.ts'

export * from './verdict.ts'

/** Required pay for blocks of exactly this length; a length without a row is rejected (professional only). */
export type DurationPrice = { minutes: number; minCents: Cents; maxCents: Cents | null }

/** 0 means unused, as the seed says; a maximum of null means none. */
export type PriceRule = {
  perHourMinCents: Cents
  perHourMaxCents: Cents | null
  totalMinCents: Cents
  totalMaxCents: Cents | null
  /** If hourly and total are both used: both must hold, or either. */
  combine: 'both' | 'either'
  /** Count the projected tip as pay. */
  countTip: boolean
  /** Empty = unused; otherwise it replaces hourly and total. */
  byDuration: DurationPrice[]
}

/** The driver's requirements for a station; up to three each. */
export type Setting = {
  price: PriceRule
  /** Whole minutes needed to get there; 0 = unused. */
  arrivalMinutes: number
  /** null = the filter's global schedule. */
  schedule: Schedule | null
}

/** A station without its own settings is judged by the filter's shared setting. */
export type StationChoice = { stationId: string; settings: Setting[] }

export type Switches = {
  /** Minutes to sleep after an award; 0 = off. */
  sleepAfterAwardMinutes: number
  sleepDuringDelivery: boolean
  logOutOfPlatformOnStart: boolean
  hideIgnoredByPrice: boolean
}

/**
 * The middle tier between ignoring and accepting: for an offer that fails the filter but matches this wider
 * one, the driver is asked to confirm within a minute. Stations, kinds, stops and hours a day and week are
 * never widened, nor is rest.
 */
export type ConfirmationRule = {
  enabled: boolean
  /** Every price minimum is lower by this many percent, 0 to 90. */
  lowerPayPercent: number
  /** Minutes by which the arrival time may fall short. */
  lessArrivalMinutes: number
  /** At any hour, regardless of the schedule. */
  anyHour: boolean
}

/** Safety limits against days that go wrong; each is off at 0. */
export type SafetyLimits = {
  /** Consecutive misses after which the bot pauses. */
  pauseAfterMisses: number
  /** Blocks released by the driver within a day after which the bot pauses. */
  pauseAfterReleases: number
  /** How long such a pause lasts, minutes. */
  pauseMinutes: number
  /**
   * Pay of the blocks of this week (Monday to Sunday in the filter's zone) at which the bot stops, as in
   * "$800 this week, then stop".
   */
  weekGoalCents: Cents
  /** No two blocks closer than the driving time between their stations. */
  keepDrivingTime: boolean
  /** Speed used to estimate driving times, miles an hour. */
  drivingMph: number
}

/**
 * The pay left after the cost of the miles. 0 an hour = the rule is unused; the recap still uses the rest.
 */
export type NetRule = {
  perHourMinCents: Cents
  /**
   * The cost of a mile: its fuel, the IRS mileage rate of the year, which is for pay in US dollars alone, or
   * the driver's own.
   */
  cost: 'fuel' | 'tax' | 'own'
  milesPerGallon: number
  /** Cents per gallon. */
  fuelCentsPerGallon: Cents
  /** The driver's own cost of a mile; none, as in filters of before, or 0 = not stated. */
  ownCentsPerMile?: Cents | undefined
  /** Miles driven per hour of delivering, if the platform does not state the miles of the trip. */
  milesPerHour: number
}

/** The rest that a driver keeps; each is off at 0. Days and weeks as those of the hours. */
export type RestRule = {
  /** Between the blocks of two days. */
  hoursBetweenDays: number
  /** Days in a row with a block. */
  maxDaysInARow: number
  /** Free at one stretch in each week. */
  hoursPerWeek: number
}

/** What the filters of all variants have. */
export type CommonFilter = {
  plan: Plan
  /** IANA zone of every schedule of this filter. */
  timeZone: string
  speed: Speed
  /** Present exactly when speed is 4X. */
  custom: CustomSpeed | null
  /** The global schedule. */
  schedule: Schedule
  switches: Switches
  /** Maximum hours a day and a week, in minutes; null = no limit. */
  maxMinutesPerDay: number | null
  maxMinutesPerWeek: number | null
  /** None, as in filters of before, or 0 = off. */
  rest?: RestRule | undefined
  confirmation: ConfirmationRule
  safetyLimits: SafetyLimits
  net: NetRule
}

export type AmazonFilter = CommonFilter & {
  variant: 'amazon'
  stations: StationChoice[]
  /** The setting of every station without its own; basic has only this one. */
  shared: Setting
}

/**
 * What counts as which kind: `curbside` and `delivery` with up to 3 stops, `shopping`, and anything batched
 * or longer = `multiple`.
 */
export type SparkKind = 'curbside' | 'shopping' | 'multiple'
export const SPARK_KINDS: readonly SparkKind[] = ['curbside', 'shopping', 'multiple']

/** More customers than this make a multiple order (the seed: "curbside orders allow at most 3 stops"). */
export const CURBSIDE_MAX_STOPS = 3

/** maxStops 0 = unused. */
export type SparkKindRule = { enabled: boolean; minPayCents: Cents; maxStops: number }

/** "Up to N miles pays at least P"; rows ascend by miles. */
export type MilesTier = { upToMiles: number; minPayCents: Cents }

export type SparkFilter = CommonFilter & {
  variant: 'spark'
  storeIds: string[]
  kinds: Record<SparkKind, SparkKindRule>
  /** Empty = unused; an offer beyond the last tier is rejected. */
  milesTiers: MilesTier[]
  countTip: boolean
  arrivalMinutes: number
}

/** What to do with a job whose pay the platform does not state. */
export const UNKNOWN_PAYS = ['take', 'ask', 'leave', 'own_rate'] as const
/**
 * `take`: no price rule applies. `leave`: it fails `pay_known`. `ask`: it fails `pay_known`, and the driver
 * is asked if that is all it fails. `own_rate`: it is judged by what the driver's own rate makes of it.
 */
export type UnknownPay = (typeof UNKNOWN_PAYS)[number]

/** The rate of an hour and a mile by which a driver estimates unknown pay; at least one of them is used. */
export type OwnRate = { perHourCents: Cents; perMileCents: Cents }

export type CourierFilter = CommonFilter & {
  variant: 'courier'
  placeIds: string[]
  /** Which kinds are wanted: planned shifts, ad-hoc orders. */
  kinds: Record<JobKind, boolean>
  /** Shortest job; 0 = unused. */
  minMinutes: number
  /** Longest job; null = unused. */
  maxMinutes: number | null
  price: PriceRule
  unknownPay: UnknownPay
  ownRate: OwnRate
  /** Longest way of a job; 0 = unused. */
  maxMiles: number
  /** The skills that the driver has, in the platform's words. */
  skills: string[]
  /** What to do with a place on a full shift's wait list: hold it, or give it back at once. */
  waitlist: 'hold' | 'leave'
  arrivalMinutes: number
}

export type Filter = AmazonFilter | SparkFilter | CourierFilter

/** A stored filter: every save makes a new version, and each attempt records the version that judged it. */
export type SavedFilter = { variant: Variant; version: number; savedAt: number; filter: Filter }

/**
 * A time span that the driver has already committed, with its station if known. `isOpen`: its end is
 * estimated, and it occupies all time from its start until the platform says that it is over. `isRunning`: it
 * began with its accept, so that it occupies the time before its scheduled start as well.
 */
export type HeldSpan = {
  startAt: number
  endAt: number
  stationId?: string
  isOpen?: boolean | undefined
  isRunning?: boolean | undefined
  /** It is a place on a wait list. */
  isWaitListed?: boolean | undefined
}

/** What a filter needs besides itself: locations, the currency of its amounts, and the rules of the house. */
export type Geography = {
  /** The driver's saved location; null = none, and then the way to a station costs nothing. */
  home: Place | null
  /** Stations and stores by their id. */
  places: ReadonlyMap<string, Place>
  /** In which the driver's places pay; none = USD. */
  currency?: string | null | undefined
  /** Of the platform's operator; none = NO_HOUSE_RULES. */
  houseRules?: HouseRules | undefined
}

/** The inputs of judging besides offer and filter. */
export type JudgeContext = {
  now: number
  /** Blocks the driver holds, in any order; limits of a week also need the finished ones of the last week. */
  held: readonly HeldSpan[]
  /** When the offer was first seen; none = the caller keeps the head start of the house. */
  firstSeenAt?: number | undefined
}

/**
 * A filter compiled for the hot path: precomputed schedule windows, numbers and sets, no time-zone arithmetic
 * per offer.
 */
export type CompiledFilter = {
  filter: Filter
  /** Judged on top of the filter. */
  houseRules: HouseRules
  /** The offer with its unknown pay estimated, if the driver has a rate for it; any other offer as it is. */
  readPay(offer: Offer): Offer
  /** Whether every rule holds; the same answer as `judge`, without reasons. */
  matches(offer: Offer, context: JudgeContext): boolean
  judge(offer: Offer, context: JudgeContext): Verdict
  /** Compile again after this time (a day from `now`): the schedule is expanded for 16 days only. */
  validUntil: number
  /** The same filter with the same locations, compiled from a later time. */
  compileAgain(now: number): CompiledFilter
}
