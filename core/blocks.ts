import { keepOf } from './costs.ts'
import type { Kept, PayCosts } from './costs.ts'
import { shiftDay } from './days.ts'
import type { Pay } from './offers.ts'
import { sumPay } from './pay-sums.ts'
import type { PaySum } from './pay-sums.ts'
import { MINUTE_MS } from './time.ts'
import type { Timestamp } from './time.ts'
import type { Cents } from './money.ts'

/** Entry of blocks: what a driver holds, and the actions around it. */

/** A block, or an accept that the platform has not decided. */
type Job = Pay & Omit<BlockSpan, 'state'> & { id: string; state: BlockState | 'waiting' }

/** Whether a job counts: a released block pays nothing, and one that waits is none yet. */
export function counts({ state }: Pick<Job, 'state'>): boolean {
  return state !== 'forfeited' && state !== 'waiting'
}

/** Pay, projected tips, number and length (ms) of blocks, without released and waiting ones. */
export function sumUp(jobs: readonly Job[]): PaySum & { count: number; ms: number } {
  const own = jobs.filter(counts)
  return {
    ...sumPay(own),
    count: own.length,
    ms: own.reduce((sum, { startAt, endAt }) => sum + endAt - startAt, 0),
  }
}

/** What is kept of these jobs; `costs` by their id. What waits costs nothing yet. */
export function keepOfJobs(jobs: readonly Job[], costs: Readonly<Record<string, PayCosts>>): Kept {
  return keepOf(
    jobs.flatMap((pay) => {
      const cost = costs[pay.id]
      if (cost === undefined || pay.state === 'waiting') return []
      return [{ pay, isReleased: pay.state === 'forfeited', costs: cost }]
    }),
  )
}

/** A time span, end exclusive. */
export type Span = { from: Timestamp; to: Timestamp }

/**
 * The week of a timestamp, Monday to Sunday on the wall clock of a zone: 167 or 169 hours if the clocks
 * change. Requires `Temporal`. Throws RangeError for an unknown zone.
 */
export function weekSpan(timeZone: string, at: Timestamp): Span {
  const monday = mondayOf(timeZone, at)
  return { from: startOf(monday, timeZone), to: startOf(monday.add({ days: 7 }), timeZone) }
}

/** The Monday of the week of a timestamp, on the wall clock of a zone. Requires `Temporal`. */
export function mondayOf(timeZone: string, at: Timestamp): Temporal.PlainDate {
  const day = dateOf(timeZone, at)
  return day.subtract({ days: day.dayOfWeek - 1 })
}

/** The day of a timestamp on the wall clock of a zone, such as `2026-11-21`. Requires `Temporal`. */
export function dayOf(timeZone: string, at: Timestamp): string {
  return dateOf(timeZone, at).toString()
}

/**
 * The time from the start of the first day to the end of the second, such as `2026-11-21`, on the wall clock
 * of a zone. Null if one of them does not exist or they are in the wrong order. Requires `Temporal`.
 */
export function daysSpan(timeZone: string, first: string, last: string): Span | null {
  const [from, to] = [readDay(first), readDay(last)]
  if (from === null || to === null || Temporal.PlainDate.compare(from, to) > 0) return null
  return { from: startOf(from, timeZone), to: startOf(to.add({ days: 1 }), timeZone) }
}

function dateOf(timeZone: string, at: Timestamp): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
}

function readDay(text: string): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    return null
  }
}

/** The first moment of a day: midnight, or one o'clock if the clocks skip midnight. */
function startOf(day: Temporal.PlainDate, timeZone: string): Timestamp {
  return day.toZonedDateTime({ timeZone }).epochMilliseconds
}

/**
 * Days here are names such as `2026-11-21`, months `2026-11`: without a zone or timestamp, so clock changes
 * cannot shift them.
 */

/** The month some months later, or earlier with a negative number. */
export function addMonths(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** The same day some months away, or that month's last day if it has no such day. */
export function addMonthsToDay(day: string, months: number): string {
  const month = addMonths(day.slice(0, 7), months)
  const last = shiftDay(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}-${day.slice(8)}`
  return same > last ? last : same
}

/** Monday = 1 to Sunday = 7. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** The seven days of a day's week, Monday first: the one week of pay, fees, goals and limits. */
export function weekOf(day: string): string[] {
  const monday = shiftDay(day, 1 - weekdayOf(day))
  return Array.from({ length: 7 }, (_, index) => shiftDay(monday, index))
}

/** The four to six weeks that a month touches, Monday first, including days of adjacent months. */
export function weeksOfMonth(month: string): string[][] {
  const last = shiftDay(`${addMonths(month, 1)}-01`, -1)
  const weeks: string[][] = []
  for (let week = weekOf(`${month}-01`); week[0]! <= last; week = weekOf(shiftDay(week[0]!, 7)))
    weeks.push(week)
  return weeks
}

/** A span of a day on the wall clock, in minutes after midnight. */
export type DayPart = { startMinute: number; endMinute: number }

/** The position of a span among those that it overlaps with: lane `lane` of `lanes`. */
export type Laid<T> = { item: T; lane: number; lanes: number }

/**
 * Places the overlapping spans of one day side by side. Each takes the first free lane, and a cluster has as
 * many lanes as its busiest moment needs. Blocks that one driver holds never overlap, but released ones may.
 */
export function layDay<T extends DayPart>(items: readonly T[]): Laid<T>[] {
  const order = items.toSorted((a, b) => a.startMinute - b.startMinute || b.endMinute - a.endMinute)
  const layout: Laid<T>[] = []
  let cluster: Omit<Laid<T>, 'lanes'>[] = []
  let ends: number[] = []
  const close = () => {
    const lanes = ends.length
    layout.push(...cluster.map((one) => ({ ...one, lanes })))
    cluster = []
    ends = []
  }
  for (const item of order) {
    if (ends.every((end) => end <= item.startMinute)) close()
    const free = ends.findIndex((end) => end <= item.startMinute)
    const lane = free === -1 ? ends.length : free
    ends[lane] = item.endMinute
    cluster.push({ item, lane })
  }
  close()
  return layout
}

/**
 * The whole hours that a week's spans need, at least `least` hours: `{ from: 6, to: 20 }`; null without
 * spans.
 */
export function hoursOf(parts: readonly DayPart[], least: number): { from: number; to: number } | null {
  if (parts.length === 0) return null
  const from = Math.floor(Math.min(...parts.map((part) => part.startMinute)) / 60)
  const to = Math.ceil(Math.max(...parts.map((part) => part.endMinute)) / 60)
  const start = Math.min(from, 24 - least)
  return { from: start, to: Math.max(to, start + least) }
}

/** The operator's settings of check-in. */
export type CheckInSettings = { opensMs: number }

/** The time span in which check-in at a block is open, end exclusive. */
export function checkInSpan(
  { startAt, endAt }: Pick<BlockSpan, 'startAt' | 'endAt'>,
  { opensMs }: CheckInSettings,
): { opensAt: Timestamp; closesAt: Timestamp } {
  return { opensAt: startAt - opensMs, closesAt: endAt }
}

/**
 * Why the driver cannot check in at a block now; null if they can, as far as we know: the platform checks the
 * location.
 */
export type CheckInRefusal = 'not_held' | 'too_early' | 'too_late'

/** Judges a check-in. A repeated check-in is never refused, since it changes nothing. */
export function refuseCheckIn(
  block: BlockSpan,
  now: Timestamp,
  settings: CheckInSettings,
): CheckInRefusal | null {
  const { opensAt, closesAt } = checkInSpan(block, settings)
  if (block.state === 'checked_in') return null
  if (block.state === 'forfeited') return 'not_held'
  if (now < opensAt) return 'too_early'
  return now >= closesAt || block.state === 'done' ? 'too_late' : null
}

/** The price of a check-in: the fee if no offer was won in its week, else nothing (the seed, section 9). */
export function checkInFee(awardsInWeek: number, checkInCents: Cents): Cents {
  return awardsInWeek === 0 ? checkInCents : 0
}

/**
 * Whether releasing a block at `now` is late: less than `lateMs` before its start (product.md: 45 minutes).
 */
export function isLateRelease(startAt: Timestamp, now: Timestamp, lateMs: number): boolean {
  return startAt - now < lateMs
}

/** Why a block cannot be released; null if it can. */
export type ReleaseRefusal = 'not_held' | 'too_late' | 'not_confirmed'

/**
 * Judges a release: the block must be held and not started, and a late release needs an acknowledged warning.
 */
export function refuseRelease(
  block: BlockSpan,
  now: Timestamp,
  { lateMs, confirmedLate }: { lateMs: number; confirmedLate: boolean },
): ReleaseRefusal | null {
  if (block.state === 'forfeited' || block.state === 'done') return 'not_held'
  if (block.state === 'checked_in' || now >= block.startAt) return 'too_late'
  return isLateRelease(block.startAt, now, lateMs) && !confirmedLate ? 'not_confirmed' : null
}

/** When a block's reminder is sent. */
export function reminderAt(startAt: Timestamp, minutes: number): Timestamp {
  return startAt - minutes * MINUTE_MS
}

/**
 * Whether a reminder `minutes` before the start is useful at `now`: its time has come and the block is held
 * and has not started. Until then a late reminder, after an outage, is better than none.
 */
export function isReminderDue({ startAt, state }: BlockSpan, minutes: number, now: Timestamp): boolean {
  return state === 'held' && reminderAt(startAt, minutes) <= now && now < startAt
}

/** Minutes left at `now`, rounded up, so that a late reminder is still accurate. */
export function minutesUntil(startAt: Timestamp, now: Timestamp): number {
  return Math.ceil((startAt - now) / MINUTE_MS)
}

/**
 * Why the reminder of a block cannot be skipped or restored; null if it can. `minutes` null = the driver has
 * no reminders.
 */
export type SkipRefusal = 'reminders_off' | 'not_held' | 'reminder_passed'

/** Judges whether a reminder may be skipped. */
export function refuseSkip(block: BlockSpan, minutes: number | null, now: Timestamp): SkipRefusal | null {
  if (minutes === null) return 'reminders_off'
  if (block.state === 'forfeited') return 'not_held'
  return block.state !== 'held' || now >= reminderAt(block.startAt, minutes) ? 'reminder_passed' : null
}

/** The state of a block: held until it starts and is checked in, over, or released. */
export const BLOCK_STATES = ['held', 'checked_in', 'done', 'forfeited'] as const
export type BlockState = (typeof BLOCK_STATES)[number]

/** The input of the rules around a block. */
export type BlockSpan = { startAt: Timestamp; endAt: Timestamp; state: BlockState }
