import { isDay } from '../days.ts'
import type { FieldError } from '../errors.ts'
import { DAY_MS } from '../time.ts'
import { EVERY_DAY } from './model.ts'
import type { TaskTimes, TaskInput } from './model.ts'

/** A parsed input without its zone, or the invalid fields. */
export type ReadTask =
  | { times: Omit<TaskTimes, 'timeZone'>; fields: null }
  | { times: null; fields: FieldError[] }

/**
 * Validates what can be judged without a zone: missing fields, invalid times and dates, a range that ends
 * before it begins, lasts longer than `mostDays` or holds none of its weekdays. The browser calls it too,
 * before it submits the form.
 */
export function readTask(input: TaskInput, mostDays: number): ReadTask {
  const range = input.every === 'range'
  const minute = readMinute(input.time)
  const fields: FieldError[] = []
  if (minute === null) fields.push({ path: 'time', code: blankOr(input.time, 'autostart.time_invalid') })
  for (const path of range ? (['from', 'to'] as const) : (['from'] as const)) {
    if (!isDay(input[path])) fields.push({ path, code: blankOr(input[path], 'autostart.date_invalid') })
  }
  if (fields.length === 0 && range) fields.push(...refuseLength(input, mostDays))
  const to = range ? input.to : input.from
  const weekdays = EVERY_DAY.filter((weekday) => !range || input.weekdays.includes(weekday))
  const lacking = refuseWeekdays(fields.length === 0 ? { from: input.from, to } : null, weekdays)
  if (lacking) fields.push(lacking)
  if (minute === null || fields.length > 0) return { times: null, fields }
  return { times: { minute, from: input.from, to, weekdays }, fields: null }
}

function refuseLength({ from, to }: TaskInput, mostDays: number): FieldError[] {
  const days = daysBetween(from, to) + 1
  if (days < 1) return [{ path: 'to', code: 'autostart.range_order' }]
  if (days <= mostDays) return []
  return [{ path: 'to', code: 'autostart.range_too_long', params: { days: mostDays } }]
}

/** Why weekdays are rejected: there is none, or none of the range, if that is valid. */
function refuseWeekdays(
  range: { from: string; to: string } | null,
  weekdays: readonly number[],
): FieldError | null {
  if (weekdays.length === 0) return { path: 'weekdays', code: 'autostart.missing' }
  if (range === null || hasWeekday(range.from, range.to, weekdays)) return null
  return { path: 'weekdays', code: 'autostart.no_day' }
}

/** Whether a range of valid days holds one of these weekdays. */
function hasWeekday(from: string, to: string, weekdays: readonly number[]): boolean {
  const first = (new Date(`${from}T00:00Z`).getUTCDay() + 6) % 7
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => ((first + index) % 7) + 1).some(
    (weekday) => weekdays.includes(weekday),
  )
}

function blankOr(text: string, code: string): string {
  return text.trim() === '' ? 'autostart.missing' : code
}

/** Minutes after midnight of `04:30`; null if it is not a time of day. */
function readMinute(text: string): number | null {
  const [, hour, minute] = /^(\d{2}):(\d{2})$/.exec(text) ?? []
  const [hours, minutes] = [Number(hour), Number(minute)]
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : null
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY_MS
}
