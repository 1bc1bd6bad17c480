import { dailyStopAt, hasMode } from '../bot.ts'
import type { FieldError } from '../errors.ts'
import type { Variant } from '../offers.ts'
import type { DailyStop } from '../settings.ts'
import type { Timestamp } from '../time.ts'
import { dueAtOn, occurrencesOf } from './due.ts'
import { SAME_TIME_MS } from './model.ts'
import type { TaskPlan, TaskTimes, TaskWish } from './model.ts'
import { readWish } from './wish.ts'

/** What a task is judged against. */
export type TaskFacts = {
  now: Timestamp
  /** The driver's. */
  timeZone: string
  app: Variant
  /** The driver's other tasks. */
  existing: readonly TaskTimes[]
  dailyStop: DailyStop | null
  mostDays: number
}

/** A sound task, or why its fields are refused. */
export type Checked = { plan: TaskPlan; fields: null } | { plan: null; fields: FieldError[] }

/**
 * Judges a task as the seed's rules have it (section 5): all fields there, offers that the driver's app
 * makes, a valid date, not in the past, on none of its days inside the daily stop, and at the time of no
 * other task.
 */
export function checkTask(wish: TaskWish, geography: TaskFacts): Checked {
  const read = readWish(wish, geography.mostDays)
  if (read.fields) return { plan: null, fields: read.fields }
  const { action, mode, liveLog } = wish
  if (action === 'start' && !hasMode(geography.app, mode))
    return { plan: null, fields: [{ path: 'mode', code: 'bot.no_instant_offers' }] }
  const plan = { ...read.times, timeZone: geography.timeZone, action, mode, liveLog }
  const refused = refuseTimes(plan, wish, geography)
  return refused ? { plan: null, fields: [refused] } : { plan, fields: null }
}

function refuseTimes(plan: TaskPlan, { every }: TaskWish, geography: TaskFacts): FieldError | null {
  const { now, dailyStop } = geography
  if (dueAtOn(plan, plan.from) < now) {
    // Today a later hour would do; a range, and a day that is over, need another day.
    const today = dayOf(now, plan.timeZone)
    return { path: every === 'once' && plan.from === today ? 'time' : 'from', code: 'autostart.past' }
  }
  const times = occurrencesOf(plan, now, Number.POSITIVE_INFINITY).map(({ dueAt }) => dueAt)
  if (times.some((at) => dailyStopAt(at, dailyStop) !== null))
    return { path: 'time', code: 'autostart.daily_stop' }
  if (geography.existing.some((other) => meets(times, other)))
    return { path: 'time', code: 'autostart.conflict' }
  return null
}

/** Whether another task is due at the same time as one of these, which are in order. */
function meets(times: readonly Timestamp[], other: TaskTimes): boolean {
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return false
  const others = occurrencesOf(other, first - SAME_TIME_MS, last + SAME_TIME_MS)
  let next = 0
  return others.some(({ dueAt }) => {
    while (next < times.length && times[next]! <= dueAt - SAME_TIME_MS) next++
    return next < times.length && times[next]! < dueAt + SAME_TIME_MS
  })
}

function dayOf(at: Timestamp, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}
