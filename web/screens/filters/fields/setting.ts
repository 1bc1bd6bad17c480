import type { PriceRule, Setting } from '@madruga/core/filters.ts'
import { orNaN, toCents, toAmount, toMaxCents } from './numbers.ts'
import { checkWeek, crossesMidnight, plainWeek, toSchedule, toWeek, weekField } from './week.ts'
import type { HoursFields, TypedRefusal, WeekFields } from './week.ts'

/** Pay for blocks of one length; a maximum of null or zero means none. */
export type LengthFields = { hours: number | null; min: number | null; max: number | null }

/** One setting in its form: amounts, hours, clock texts; null for a cleared number. */
export type SettingFields = {
  /**
   * By hour and block, or by the length of the block (professional): the inactive option keeps its numbers.
   */
  payBy: 'hour' | 'length'
  perHour: number | null
  perHourMax: number | null
  total: number | null
  totalMax: number | null
  combine: PriceRule['combine']
  countTip: boolean
  lengths: LengthFields[]
  arrivalMinutes: number | null
  /** Hours of its own, or the filter's. */
  ownWeek: boolean
  week: WeekFields
}

/** A setting in its form; its own hours start as `week`. */
export function toSettingFields(setting: Setting, week: WeekFields): SettingFields {
  const { price, schedule } = setting
  return {
    payBy: price.byDuration.length > 0 ? 'length' : 'hour',
    perHour: toAmount(price.perHourMinCents),
    perHourMax: toAmount(price.perHourMaxCents),
    total: toAmount(price.totalMinCents),
    totalMax: toAmount(price.totalMaxCents),
    combine: price.combine,
    countTip: price.countTip,
    lengths: price.byDuration.map((row) => ({
      hours: row.minutes / 60,
      min: toAmount(row.minCents),
      max: toAmount(row.maxCents),
    })),
    arrivalMinutes: setting.arrivalMinutes,
    ownWeek: schedule !== null,
    week: schedule === null ? stationWeek(week) : toWeek(schedule),
  }
}

/** The setting of the input. Hidden values are kept if valid, and dropped otherwise. */
export function toSetting(fields: SettingFields): Setting {
  const byLength = fields.payBy === 'length'
  return {
    price: {
      ...(byLength ? soundBounds(fields) : bounds(fields)),
      combine: fields.combine,
      countTip: fields.countTip,
      byDuration: byLength
        ? fields.lengths.map((row) => ({
            minutes: Math.round(orNaN(row.hours) * 60),
            minCents: toCents(row.min),
            maxCents: toMaxCents(row.max),
          }))
        : [],
    },
    arrivalMinutes: orNaN(fields.arrivalMinutes),
    schedule: fields.ownWeek ? toSchedule(fields.week) : null,
  }
}

/** Errors that only a form can have: pay by length without a length, and empty hours. */
export function checkSetting(fields: SettingFields, path: string): TypedRefusal[] {
  const lengths: TypedRefusal[] =
    fields.payBy === 'length' && fields.lengths.length === 0
      ? [{ field: `${path}.lengths`, code: 'filters.no_duration_price' }]
      : []
  return [...lengths, ...(fields.ownWeek ? checkWeek(fields.week, `${path}.week`) : [])]
}

const FIELD_OF: Record<string, string> = {
  'price.perHourMinCents': 'perHour',
  'price.perHourMaxCents': 'perHourMax',
  'price.totalMinCents': 'total',
  'price.totalMaxCents': 'totalMax',
  'price.byDuration': 'lengths',
}
const LENGTH_FIELD: Record<string, string> = { minutes: 'hours', minCents: 'min', maxCents: 'max' }

/** The setting's field of an error's path inside it. */
export function settingField(path: string, setting: Setting | undefined): string {
  const field = FIELD_OF[path]
  if (field !== undefined) return field
  const row = /^price\.byDuration\.(\d+)\.(\w+)$/.exec(path)
  if (row) return `lengths.${row[1]}.${LENGTH_FIELD[row[2]!] ?? 'hours'}`
  if (path.startsWith('schedule'))
    return `week.${weekField(path.slice('schedule.'.length), setting?.schedule)}`
  return path
}

/** Initial lengths: two, three and four hours at the current hourly pay. */
export function proposeLengths(fields: SettingFields): LengthFields[] {
  return [2, 3, 4].map((hours) => lengthOf(fields, hours))
}

/** One length more: half an hour over the longest. */
export function proposeLength(fields: SettingFields): LengthFields {
  const longest = Math.max(1.5, ...fields.lengths.map((row) => row.hours ?? 0))
  return lengthOf(fields, Math.min(24, longest + 0.5))
}

function lengthOf(fields: SettingFields, hours: number): LengthFields {
  return { hours, min: Math.max(0, Math.round((fields.perHour ?? 0) * hours)), max: null }
}

/** The meaningful values of a setting, for comparing two inputs. */
export function plainSetting(fields: SettingFields): unknown {
  const { ownWeek, week, lengths, payBy } = fields
  return { ...fields, lengths: payBy === 'length' ? lengths : null, week: ownWeek ? plainWeek(week) : null }
}

/** A station's own hours may not cross midnight: if the filter's do, they start as the part before it. */
function stationWeek(week: WeekFields): WeekFields {
  return {
    ...week,
    days: week.days.map((day) => ({
      ...untilMidnight(day),
      second: day.second && untilMidnight(day.second),
    })),
  }
}

function untilMidnight<H extends HoursFields>(hours: H): H {
  return crossesMidnight(hours) ? { ...hours, to: '00:00' } : hours
}

function bounds(fields: SettingFields) {
  return {
    perHourMinCents: toCents(fields.perHour),
    perHourMaxCents: toMaxCents(fields.perHourMax),
    totalMinCents: toCents(fields.total),
    totalMaxCents: toMaxCents(fields.totalMax),
  }
}

function soundBounds(fields: SettingFields) {
  const [perHourMinCents, totalMinCents] = [soundFloor(fields.perHour), soundFloor(fields.total)]
  return {
    perHourMinCents,
    perHourMaxCents: soundCeiling(fields.perHourMax, perHourMinCents),
    totalMinCents,
    totalMaxCents: soundCeiling(fields.totalMax, totalMinCents),
  }
}

function soundFloor(amount: number | null): number {
  return Math.max(0, toCents(amount ?? 0))
}

function soundCeiling(amount: number | null, minCents: number): number | null {
  const cents = toMaxCents(amount)
  return cents === null || cents < minCents ? null : cents
}
