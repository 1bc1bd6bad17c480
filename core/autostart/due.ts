import type { Timestamp } from '../time.ts'
import type { Occurrence, TaskTimes } from './model.ts'

/**
 * The due time of a task on one day (`2026-11-21`), whether or not the task includes that day. A minute that
 * the clocks skip (spring) is due at the change. A minute that they repeat (autumn) is due only the first
 * time.
 */
export function dueAtOn(
  { minute, timeZone }: Pick<TaskTimes, 'minute' | 'timeZone'>,
  day: string,
): Timestamp {
  return dueOn(Temporal.PlainDate.from(day), minute, timeZone)
}

function dueOn(day: Temporal.PlainDate, minute: number, timeZone: string): Timestamp {
  const wall = day.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
  const at = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (at.toPlainDateTime().equals(wall)) return at.epochMilliseconds
  // Skipped: the result lies before the gap, which ends at the next change of the clocks.
  const change = at.getTimeZoneTransition('next')
  return (change ?? at).epochMilliseconds
}

/** Every due time of a task between `from` and `to`, both inclusive, in order. */
export function occurrencesOf(task: TaskTimes, from: Timestamp, to: Timestamp): Occurrence[] {
  const occurrences: Occurrence[] = []
  for (const occurrence of daysOf(task, from)) {
    if (occurrence.dueAt > to) break
    if (occurrence.dueAt >= from) occurrences.push(occurrence)
  }
  return occurrences
}

/** The next day of a task after this one, or its first; null if there is none. */
export function occurrenceAfter(task: TaskTimes, day: string | null): Occurrence | null {
  let next = day === null ? Temporal.PlainDate.from(task.from) : Temporal.PlainDate.from(day).add({ days: 1 })
  for (; next.toString() <= task.to; next = next.add({ days: 1 })) {
    if (task.weekdays.includes(next.dayOfWeek))
      return { day: next.toString(), dueAt: dueOn(next, task.minute, task.timeZone) }
  }
  return null
}

/** The days of a task from the day before `from`: zones lie up to a day apart. */
function* daysOf(
  { minute, timeZone, weekdays, from: first, to: last }: TaskTimes,
  from: Timestamp,
): Generator<Occurrence> {
  const early = Temporal.Instant.fromEpochMilliseconds(from)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .subtract({ days: 1 })
  const begin = Temporal.PlainDate.from(first)
  const end = Temporal.PlainDate.from(last)
  let day = Temporal.PlainDate.compare(early, begin) > 0 ? early : begin
  for (; Temporal.PlainDate.compare(day, end) <= 0; day = day.add({ days: 1 })) {
    if (weekdays.includes(day.dayOfWeek)) yield { day: day.toString(), dueAt: dueOn(day, minute, timeZone) }
  }
}
