import type { ConfirmationRule, Filter, SafetyLimits, NetRule, Switches } from '@madruga/core/filters.ts'
import type { Speed } from '@madruga/core/settings.ts'
import type { Key } from '../../../i18n.ts'
import { orNaN, toCents, toAmount } from './numbers.ts'
import { plainWeek, toSchedule, toWeek, weekField } from './week.ts'
import type { WeekFields } from './week.ts'

type Typed<T> = { [K in keyof T]: T[K] extends number ? number | null : T[K] }
/** The driver's own run schedule; used only if the speed is 4X. */
export type CustomFields = {
  refreshSeconds: number | null
  runMinutes: number | null
  sleepMinutes: number | null
}
/** 0 = no limit. */
export type LimitFields = {
  hoursPerDay: number | null
  hoursPerWeek: number | null
  restBetweenDays: number | null
  daysInARow: number | null
  restPerWeek: number | null
}
export type SwitchFields = Typed<Switches>
export type ConfirmationFields = Typed<ConfirmationRule>
export type SafetyLimitFields = Typed<Omit<SafetyLimits, 'weekGoalCents'>> & { weekGoal: number | null }
export type NetFields = Typed<Omit<NetRule, 'perHourMinCents' | 'fuelCentsPerGallon' | 'ownCentsPerMile'>> & {
  perHourMin: number | null
  fuelPerGallon: number | null
  /** 0 = not stated. */
  ownPerMile: number | null
}

/** The common fields of both variants' editors: amounts, hours, clock texts; null for a cleared number. */
export type CommonFields = {
  week: WeekFields
  speed: Speed
  custom: CustomFields
  switches: SwitchFields
  limits: LimitFields
  confirmation: ConfirmationFields
  safetyLimits: SafetyLimitFields
  net: NetFields
}

/** Values of a filter without a form field. */
export type FilterOrigin = Pick<Filter, 'plan' | 'timeZone'>
type CommonOf = Omit<Extract<Filter, { variant: 'amazon' }>, 'variant' | 'stations' | 'shared'>

/** The initial custom run schedule: half an hour on and off, a poll every two seconds. */
const CUSTOM: CustomFields = { refreshSeconds: 2, runMinutes: 30, sleepMinutes: 30 }

/** The common part of a filter in its form. */
export function toCommon(filter: Filter): CommonFields {
  const { custom, safetyLimits, net } = filter
  const { weekGoalCents, ...numbers } = safetyLimits
  const { perHourMinCents, fuelCentsPerGallon, ownCentsPerMile = 0, ...netNumbers } = net
  return {
    week: toWeek(filter.schedule),
    speed: filter.speed,
    custom: custom
      ? {
          refreshSeconds: custom.refreshMs / 1000,
          runMinutes: custom.runMinutes,
          sleepMinutes: custom.sleepMinutes,
        }
      : { ...CUSTOM },
    switches: { ...filter.switches },
    limits: {
      hoursPerDay: (filter.maxMinutesPerDay ?? 0) / 60,
      hoursPerWeek: (filter.maxMinutesPerWeek ?? 0) / 60,
      restBetweenDays: filter.rest?.hoursBetweenDays ?? 0,
      daysInARow: filter.rest?.maxDaysInARow ?? 0,
      restPerWeek: filter.rest?.hoursPerWeek ?? 0,
    },
    confirmation: { ...filter.confirmation },
    safetyLimits: { ...numbers, weekGoal: toAmount(weekGoalCents) },
    net: {
      ...netNumbers,
      perHourMin: toAmount(perHourMinCents),
      fuelPerGallon: toAmount(fuelCentsPerGallon),
      ownPerMile: toAmount(ownCentsPerMile),
    },
  }
}

/** The common part of the input's filter. A cleared number becomes NaN, which validation rejects. */
export function fromCommon(fields: CommonFields, base: FilterOrigin): CommonOf {
  const { custom, switches, limits, confirmation, safetyLimits, net } = fields
  return {
    plan: base.plan,
    timeZone: base.timeZone,
    speed: fields.speed,
    custom:
      fields.speed === '4X'
        ? {
            refreshMs: Math.round(orNaN(custom.refreshSeconds) * 1000),
            runMinutes: orNaN(custom.runMinutes),
            sleepMinutes: orNaN(custom.sleepMinutes),
          }
        : null,
    schedule: toSchedule(fields.week),
    switches: { ...switches, sleepAfterAwardMinutes: orNaN(switches.sleepAfterAwardMinutes) },
    maxMinutesPerDay: toLimit(limits.hoursPerDay),
    maxMinutesPerWeek: toLimit(limits.hoursPerWeek),
    rest: {
      hoursBetweenDays: orNaN(limits.restBetweenDays),
      maxDaysInARow: orNaN(limits.daysInARow),
      hoursPerWeek: orNaN(limits.restPerWeek),
    },
    confirmation: {
      ...confirmation,
      lowerPayPercent: orNaN(confirmation.lowerPayPercent),
      lessArrivalMinutes: orNaN(confirmation.lessArrivalMinutes),
    },
    safetyLimits: {
      pauseAfterMisses: orNaN(safetyLimits.pauseAfterMisses),
      pauseAfterReleases: orNaN(safetyLimits.pauseAfterReleases),
      pauseMinutes: orNaN(safetyLimits.pauseMinutes),
      weekGoalCents: toCents(safetyLimits.weekGoal),
      keepDrivingTime: safetyLimits.keepDrivingTime,
      drivingMph: orNaN(safetyLimits.drivingMph),
    },
    net: {
      perHourMinCents: toCents(net.perHourMin),
      cost: net.cost,
      milesPerGallon: orNaN(net.milesPerGallon),
      fuelCentsPerGallon: toCents(net.fuelPerGallon),
      ownCentsPerMile: toCents(net.ownPerMile),
      milesPerHour: orNaN(net.milesPerHour),
    },
  }
}

const FIELD_OF: Record<string, string> = {
  maxMinutesPerDay: 'limits.hoursPerDay',
  maxMinutesPerWeek: 'limits.hoursPerWeek',
  'rest.hoursBetweenDays': 'limits.restBetweenDays',
  'rest.maxDaysInARow': 'limits.daysInARow',
  'rest.hoursPerWeek': 'limits.restPerWeek',
  custom: 'speed',
  'custom.refreshMs': 'custom.refreshSeconds',
  'safetyLimits.weekGoalCents': 'safetyLimits.weekGoal',
  'net.perHourMinCents': 'net.perHourMin',
  'net.fuelCentsPerGallon': 'net.fuelPerGallon',
  'net.ownCentsPerMile': 'net.ownPerMile',
}

/** The common part's field of an error's path; null if the path is elsewhere. */
export function commonField(path: string, filter: Filter): string | null {
  const field = FIELD_OF[path]
  if (field !== undefined) return field
  if (/^schedule\b/.test(path)) return `week.${weekField(path.slice('schedule.'.length), filter.schedule)}`
  return /^(speed|custom|switches|confirmation|safetyLimits|net)\b/.test(path) ? path : null
}

/** The meaningful values of the common part, for comparing two inputs. */
export function plainCommon(fields: CommonFields): object {
  return { ...fields, week: plainWeek(fields.week), custom: fields.speed === '4X' ? fields.custom : null }
}

/** The common parts of a draft, with values that an older version of the app did not have from `fallback`. */
export function mendCommon(fields: CommonFields, fallback: CommonFields) {
  return {
    custom: { ...fallback.custom, ...fields.custom },
    switches: { ...fallback.switches, ...fields.switches },
    limits: { ...fallback.limits, ...fields.limits },
    confirmation: { ...fallback.confirmation, ...fields.confirmation },
    safetyLimits: { ...fallback.safetyLimits, ...fields.safetyLimits },
    net: { ...fallback.net, ...fields.net },
  }
}

function toLimit(hours: number | null): number | null {
  return hours === 0 ? null : Math.round(orNaN(hours) * 60)
}

/** Whether a stored value is a list of texts, as ids and skills are. */
export function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** The text of a refusal. Where no one pays, none names a plan: none is sold there. */
export function refusalKey(code: string, isPaid: boolean): Key {
  return !isPaid && code.startsWith('filters.needs_') ? 'plan.closed_part' : (`error.${code}` as Key)
}
