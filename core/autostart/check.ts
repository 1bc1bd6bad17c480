import { dailyStopAt, hasMode } from '../bot.ts'
import type { FieldError } from '../errors.ts'
import type { Variant } from '../offers.ts'
import type { DailyStop } from '../settings.ts'
import type { Timestamp } from '../time.ts'
import { occurrenceAfter, occurrencesOf } from './due.ts'
import type { TaskPlan, TaskTimes, TaskInput } from './model.ts'
import { readTask } from './read.ts'

/** What a task is validated against. */
export type TaskFacts = {
  now: Timestamp
  /** The driver's variant. */
  timeZone: string
  app: Variant
  /** The driver's other tasks. */
  existing: readonly TaskTimes[]
  dailyStop: DailyStop | null
  mostDays: number
}

/** A valid task, or the reasons why its fields are rejected. */
export type Checked = { plan: TaskPlan; fields: null } | { plan: null; fields: FieldError[] }

/**
 * Validates a task by the seed's rules (section 5): all fields present, a mode that the driver's app offers,
 * a valid date, not in the past, on no day inside the daily stop, and not at the time of another task.
 *
 * Minutes that the clocks skip are due together, when they continue: that alone refuses no task. In that
 * night the task of the later minute comes last and wins, as does a daily stop at that time.
 */
export function checkTask(input: TaskInput, geography: TaskFacts): Checked {
  const reading = readTask(input, geography.mostDays)
  if (reading.fields) return { plan: null, fields: reading.fields }
  const { action, mode, liveLog } = input
  if (action === 'start' && !hasMode(geography.app, mode))
    return { plan: null, fields: [{ path: 'mode', code: 'bot.no_instant_offers' }] }
  const plan = { ...reading.times, timeZone: geography.timeZone, action, mode, liveLog }
  const refusals = refuseTimes(plan, input, geography)
  return refusals ? { plan: null, fields: [refusals] } : { plan, fields: null }
}

function refuseTimes(plan: TaskPlan, { every }: TaskInput, geography: TaskFacts): FieldError | null {
  const { now, dailyStop } = geography
  const first = occurrenceAfter(plan, null)
  if (first === null || first.dueAt < now) {
    // Today a later time would be valid; a range, or a day that is over, needs another day.
    const today = dayOf(now, plan.timeZone)
    return { path: every === 'once' && plan.from === today ? 'time' : 'from', code: 'autostart.past' }
  }
  const times = occurrencesOf(plan, now, Number.POSITIVE_INFINITY).map(({ dueAt }) => dueAt)
  const isInStop = (at: Timestamp) => dailyStopAt(at, dailyStop) !== null
  if (times.every(isInStop) || times.some((at) => isInStop(at) && !isSkipped(plan, at)))
    return { path: 'time', code: 'autostart.daily_stop' }
  if (geography.existing.some((other) => meets(plan, times, other)))
    return { path: 'time', code: 'autostart.conflict' }
  return null
}

/** Whether another task is due at the same time as one of the times of a task. */
function meets(task: TaskTimes, times: readonly Timestamp[], other: TaskTimes): boolean {
  const own = new Set(times)
  const isSameMinute = task.minute === other.minute && task.timeZone === other.timeZone
  return occurrencesOf(other, Math.min(...times), Math.max(...times)).some(
    ({ dueAt }) => own.has(dueAt) && (isSameMinute || !(isSkipped(task, dueAt) || isSkipped(other, dueAt))),
  )
}

/** Whether a task is due then because the clocks skip its own minute. */
function isSkipped({ minute, timeZone }: TaskTimes, dueAt: Timestamp): boolean {
  const wall = Temporal.Instant.fromEpochMilliseconds(dueAt).toZonedDateTimeISO(timeZone)
  return wall.hour * 60 + wall.minute !== minute
}

function dayOf(at: Timestamp, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}
