import type { Timestamp } from '../time.ts'
import type { NotifySettings } from './model.ts'

type Quiet = NotifySettings['quiet']

/**
 * Whether a timestamp lies in the quiet hours of the driver's wall clock: a minute that it shows twice
 * (autumn) is quiet both times, one that it skips (spring) never occurs. An end before the start lies on the
 * next day; start equal to end means never. Throws RangeError for an unknown zone.
 */
export function isQuiet(quiet: Quiet, timeZone: string, at: Timestamp): boolean {
  if (!quiet.enabled) return false
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  const minuteOfDay = hour * 60 + minute
  const { startMinute, endMinute } = quiet
  return startMinute <= endMinute
    ? minuteOfDay >= startMinute && minuteOfDay < endMinute
    : minuteOfDay >= startMinute || minuteOfDay < endMinute
}

/** The first time from this one on that is not quiet. */
export function quietEndAfter(quiet: Quiet, timeZone: string, at: Timestamp): Timestamp {
  if (!isQuiet(quiet, timeZone, at)) return at
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  const time = Temporal.PlainTime.from({
    hour: Math.floor(quiet.endMinute / 60),
    minute: quiet.endMinute % 60,
  })
  // Quiet ends where the clock shows the end, or where a clock change skips it.
  const ends: Timestamp[] = []
  for (const days of [0, 1]) {
    const end = local.toPlainDate().add({ days }).toPlainDateTime(time)
    for (const disambiguation of ['earlier', 'later'] as const)
      ends.push(end.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds)
  }
  const change = local.getTimeZoneTransition('next')
  if (change !== null) ends.push(change.epochMilliseconds)
  const later = ends.filter((end) => end > at && !isQuiet(quiet, timeZone, end))
  return Math.min(...later)
}
