import type { Variant } from '../../offers.ts'
import type { DaySchedule, Schedule, TimeRange, Weekday } from '../../schedule.ts'
import { SPEEDS } from '../../settings.ts'
import { PLANS } from '../../plans.ts'
import { UNKNOWN_PAYS } from '../model.ts'
import type {
  AmazonFilter,
  CourierFilter,
  DurationPrice,
  Filter,
  MilesTier,
  PriceRule,
  Setting,
  SparkFilter,
  SparkKindRule,
  StationChoice,
} from '../model.ts'

/** The shape that the contract accepts, checked by hand: the browser has no schema library. */
const NUMBER_LIMIT = 1_000_000_000
const LIMITS = {
  stations: 500,
  settings: 20,
  durations: 48,
  tiers: 20,
  days: 14,
  ranges: 10,
  text: 64,
  id: 100,
  skills: 50,
}
const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7]

/** Records the path of an invalid value. */
class Broken extends Error {
  path: string
  constructor(path: string) {
    super(path)
    this.path = path
  }
}

/** The filter in a record from a file, without unknown fields; or the path of the first invalid value. */
export function readFilter(
  record: Record<string, unknown>,
  variant: Variant,
): { ok: true; filter: Filter } | { ok: false; path: string } {
  try {
    const open = openRecord(record, '')
    return { ok: true, filter: READERS[variant](open) }
  } catch (error) {
    if (error instanceof Broken) return { ok: false, path: error.path }
    throw error
  }
}

/** One record of the file; each function reads one of its fields or reports it as broken. */
function openRecord(value: unknown, path: string): OpenRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Broken(path)
  const record = value as Record<string, unknown>
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  const broken = (name: string) => new Broken(at(name))

  function number(name: string): number {
    const field = record[name]
    if (typeof field !== 'number' || !(Math.abs(field) <= NUMBER_LIMIT)) throw broken(name)
    return field
  }
  function flag(name: string): boolean {
    const field = record[name]
    if (typeof field !== 'boolean') throw broken(name)
    return field
  }
  function text(name: string, longest: number): string {
    const field = record[name]
    if (typeof field !== 'string' || field.length === 0 || field.length > longest) throw broken(name)
    return field
  }
  function oneOf<T extends string | number>(name: string, choices: readonly T[]): T {
    const match = choices.find((choice) => choice === record[name])
    if (match === undefined) throw broken(name)
    return match
  }
  const inside = (name: string): OpenRecord => openRecord(record[name], at(name))
  function list<T>(name: string, longest: number, read: (each: OpenRecord) => T): T[] {
    const field = record[name]
    if (!Array.isArray(field) || field.length > longest) throw broken(name)
    return field.map((each, index) => read(openRecord(each, `${at(name)}.${index}`)))
  }
  function texts(name: string, longest: number, eachLongest: number): string[] {
    const field = record[name]
    if (!Array.isArray(field) || field.length > longest) throw broken(name)
    return field.map((each: unknown, index) => {
      if (typeof each === 'string' && each.length > 0 && each.length <= eachLongest) return each
      throw new Broken(`${at(name)}.${index}`)
    })
  }
  return {
    number,
    numberOrNull: (name: string) => (record[name] === null ? null : number(name)),
    numberOr: (name: string, absent: number) => (record[name] === undefined ? absent : number(name)),
    flag,
    text,
    oneOf,
    inside,
    insideOrNull: (name: string) => (record[name] === null ? null : inside(name)),
    insideIfAny: (name: string) => (record[name] === undefined ? null : inside(name)),
    list,
    texts,
  }
}
type OpenRecord = {
  number(name: string): number
  numberOrNull(name: string): number | null
  numberOr(name: string, absent: number): number
  flag(name: string): boolean
  text(name: string, longest: number): string
  oneOf<T extends string | number>(name: string, choices: readonly T[]): T
  inside(name: string): OpenRecord
  insideOrNull(name: string): OpenRecord | null
  insideIfAny(name: string): OpenRecord | null
  list<T>(name: string, longest: number, read: (each: OpenRecord) => T): T[]
  texts(name: string, longest: number, eachLongest: number): string[]
}

function readCommon(filter: OpenRecord): Omit<AmazonFilter, 'variant' | 'stations' | 'shared'> {
  const custom = filter.insideOrNull('custom')
  // Files of before do not have it.
  const rest = filter.insideIfAny('rest')
  const [switches, confirmation, safetyLimits, net] = (
    ['switches', 'confirmation', 'safetyLimits', 'net'] as const
  ).map((name) => filter.inside(name)) as [OpenRecord, OpenRecord, OpenRecord, OpenRecord]
  return {
    plan: filter.oneOf('plan', PLANS),
    timeZone: filter.text('timeZone', LIMITS.text),
    speed: filter.oneOf('speed', SPEEDS),
    custom: custom && {
      refreshMs: custom.number('refreshMs'),
      runMinutes: custom.number('runMinutes'),
      sleepMinutes: custom.number('sleepMinutes'),
    },
    schedule: readSchedule(filter.inside('schedule')),
    switches: {
      sleepAfterAwardMinutes: switches.number('sleepAfterAwardMinutes'),
      sleepDuringDelivery: switches.flag('sleepDuringDelivery'),
      logOutOfPlatformOnStart: switches.flag('logOutOfPlatformOnStart'),
      hideIgnoredByPrice: switches.flag('hideIgnoredByPrice'),
    },
    maxMinutesPerDay: filter.numberOrNull('maxMinutesPerDay'),
    maxMinutesPerWeek: filter.numberOrNull('maxMinutesPerWeek'),
    rest: {
      hoursBetweenDays: rest?.number('hoursBetweenDays') ?? 0,
      maxDaysInARow: rest?.number('maxDaysInARow') ?? 0,
      hoursPerWeek: rest?.number('hoursPerWeek') ?? 0,
    },
    confirmation: {
      enabled: confirmation.flag('enabled'),
      lowerPayPercent: confirmation.number('lowerPayPercent'),
      lessArrivalMinutes: confirmation.number('lessArrivalMinutes'),
      anyHour: confirmation.flag('anyHour'),
    },
    safetyLimits: {
      pauseAfterMisses: safetyLimits.number('pauseAfterMisses'),
      pauseAfterReleases: safetyLimits.number('pauseAfterReleases'),
      pauseMinutes: safetyLimits.number('pauseMinutes'),
      weekGoalCents: safetyLimits.number('weekGoalCents'),
      keepDrivingTime: safetyLimits.flag('keepDrivingTime'),
      drivingMph: safetyLimits.number('drivingMph'),
    },
    net: {
      perHourMinCents: net.number('perHourMinCents'),
      cost: net.oneOf('cost', ['fuel', 'tax', 'own'] as const),
      milesPerGallon: net.number('milesPerGallon'),
      fuelCentsPerGallon: net.number('fuelCentsPerGallon'),
      // Files of before do not have it.
      ownCentsPerMile: net.numberOr('ownCentsPerMile', 0),
      milesPerHour: net.number('milesPerHour'),
    },
  }
}

function readAmazon(filter: OpenRecord): AmazonFilter {
  return {
    ...readCommon(filter),
    variant: 'amazon',
    stations: filter.list('stations', LIMITS.stations, readStation),
    shared: readSetting(filter.inside('shared')),
  }
}

function readSpark(filter: OpenRecord): SparkFilter {
  const kinds = filter.inside('kinds')
  const readKind = (name: string): SparkKindRule => {
    const kind = kinds.inside(name)
    return {
      enabled: kind.flag('enabled'),
      minPayCents: kind.number('minPayCents'),
      maxStops: kind.number('maxStops'),
    }
  }
  return {
    ...readCommon(filter),
    variant: 'spark',
    storeIds: filter.texts('storeIds', LIMITS.stations, LIMITS.id),
    kinds: { curbside: readKind('curbside'), shopping: readKind('shopping'), multiple: readKind('multiple') },
    milesTiers: filter.list('milesTiers', LIMITS.tiers, (tier): MilesTier => ({
      upToMiles: tier.number('upToMiles'),
      minPayCents: tier.number('minPayCents'),
    })),
    countTip: filter.flag('countTip'),
    arrivalMinutes: filter.number('arrivalMinutes'),
  }
}

function readCourier(filter: OpenRecord): CourierFilter {
  const kinds = filter.inside('kinds')
  const ownRate = filter.inside('ownRate')
  return {
    ...readCommon(filter),
    variant: 'courier',
    placeIds: filter.texts('placeIds', LIMITS.stations, LIMITS.id),
    kinds: { shift: kinds.flag('shift'), order: kinds.flag('order') },
    minMinutes: filter.number('minMinutes'),
    maxMinutes: filter.numberOrNull('maxMinutes'),
    price: readPrice(filter.inside('price')),
    unknownPay: filter.oneOf('unknownPay', UNKNOWN_PAYS),
    ownRate: { perHourCents: ownRate.number('perHourCents'), perMileCents: ownRate.number('perMileCents') },
    maxMiles: filter.number('maxMiles'),
    skills: filter.texts('skills', LIMITS.skills, LIMITS.id),
    waitlist: filter.oneOf('waitlist', ['hold', 'leave'] as const),
    arrivalMinutes: filter.number('arrivalMinutes'),
  }
}

const READERS: Record<Variant, (filter: OpenRecord) => Filter> = {
  amazon: readAmazon,
  spark: readSpark,
  courier: readCourier,
}

function readStation(choice: OpenRecord): StationChoice {
  return {
    stationId: choice.text('stationId', LIMITS.id),
    settings: choice.list('settings', LIMITS.settings, readSetting),
  }
}

function readSetting(setting: OpenRecord): Setting {
  const schedule = setting.insideOrNull('schedule')
  return {
    price: readPrice(setting.inside('price')),
    arrivalMinutes: setting.number('arrivalMinutes'),
    schedule: schedule && readSchedule(schedule),
  }
}

function readPrice(price: OpenRecord): PriceRule {
  return {
    perHourMinCents: price.number('perHourMinCents'),
    perHourMaxCents: price.numberOrNull('perHourMaxCents'),
    totalMinCents: price.number('totalMinCents'),
    totalMaxCents: price.numberOrNull('totalMaxCents'),
    combine: price.oneOf('combine', ['both', 'either'] as const),
    countTip: price.flag('countTip'),
    byDuration: price.list('byDuration', LIMITS.durations, (row): DurationPrice => ({
      minutes: row.number('minutes'),
      minCents: row.number('minCents'),
      maxCents: row.numberOrNull('maxCents'),
    })),
  }
}

function readSchedule(schedule: OpenRecord): Schedule {
  return {
    days: schedule.list('days', LIMITS.days, (day): DaySchedule => ({
      day: day.oneOf('day', WEEKDAYS),
      allDay: day.flag('allDay'),
      ranges: day.list('ranges', LIMITS.ranges, (range): TimeRange => ({
        startMinute: range.number('startMinute'),
        endMinute: range.number('endMinute'),
      })),
    })),
    mustEndInside: schedule.flag('mustEndInside'),
  }
}
