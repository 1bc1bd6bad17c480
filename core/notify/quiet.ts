import type { Timestamp } from '../time.ts'
import type { NotifySettings } from './model.ts'

type Quiet = NotifySettings['quiet']

/**
 * Whether an instant lies in the quiet hours, by what the driver's wall clock shows: a minute that it shows
 * twice (autumn) is quiet both times, one that it skips (spring) never comes. An end before the start lies on
 * the next day; start equal to end is never. Throws RangeError for an unknown zone.
 */
export function isQuiet(quiet: Quiet, timeZone: string, at: Timestamp): boolean {
  if (!quiet.enabled) return false
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  const shown = hour * 60 + minute
  const { startMinute, endMinute } = quiet
  return startMinute <= endMinute
    ? shown >= startMinute && shown < endMinute
    : shown >= startMinute || shown < endMinute
}

/** The first instant after a quiet one that is not quiet; the instant itself when it is not. */
export function quietEndAfter(quiet: Quiet, timeZone: string, at: Timestamp): Timestamp {
  if (!isQuiet(quiet, timeZone, at)) return at
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  const time = Temporal.PlainTime.from({
    hour: Math.floor(quiet.endMinute / 60),
    minute: quiet.endMinute % 60,
  })
  // Quiet ends where the clock shows the end, or where a change of the clock steps over it.
  const ends: Timestamp[] = []
  for (const days of [0, 1, 2]) {
    const end = local.toPlainDate().add({ days }).toPlainDateTime(time)
    for (const disambiguation of ['earlier', 'later'] as const)
      ends.push(end.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds)
  }
  const change = local.getTimeZoneTransition('next')
  if (change !== null) ends.push(change.epochMilliseconds)
  const later = ends.filter((end) => end > at && !isQuiet(quiet, timeZone, end))
  return Math.min(...later)
}
