import type { DailyStop } from '../settings.ts'
import { DAY_MINUTES } from '../time.ts'
import type { Timestamp } from '../time.ts'

/** One daily stop, from `startAt` to `endAt`. */
export type StopWindow = { startAt: Timestamp; endAt: Timestamp }

/**
 * The last answer and the time span for which it is valid: the zone is evaluated once a day, not once a call.
 */
let cache: { stop: DailyStop; from: Timestamp; window: StopWindow } | null = null

/**
 * The stop that begins on this date of the stop's zone. If the clocks skip its start, it begins at the
 * change.
 */
function windowOn(date: Temporal.PlainDate, stop: DailyStop): StopWindow {
  const at = (day: Temporal.PlainDate, minute: number) => {
    const time = Temporal.PlainTime.from({ hour: Math.floor(minute / 60) % 24, minute: minute % 60 })
    return day.toZonedDateTime({ timeZone: stop.timeZone, plainTime: time }).epochMilliseconds
  }
  const startAt = at(date, stop.startMinute)
  const endsNextDay = stop.endMinute < stop.startMinute || stop.endMinute >= DAY_MINUTES
  return { startAt, endAt: Math.max(startAt, at(endsNextDay ? date.add({ days: 1 }) : date, stop.endMinute)) }
}

/** The current or next daily stop, correct across daylight-saving changes; null if there is none. */
export function nextDailyStop(now: Timestamp, stop: DailyStop | null): StopWindow | null {
  if (stop === null || stop.startMinute === stop.endMinute) return null
  if (cache !== null && cache.stop === stop && cache.from <= now && now < cache.window.endAt)
    return cache.window
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(stop.timeZone).toPlainDate()
  let from = now
  for (let day = today.subtract({ days: 1 }); ; day = day.add({ days: 1 })) {
    const window = windowOn(day, stop)
    if (now < window.endAt) {
      cache = { stop, from, window }
      return window
    }
    from = window.endAt
  }
}

/** The daily stop in progress at this time; null outside of it. */
export function dailyStopAt(now: Timestamp, stop: DailyStop | null): StopWindow | null {
  const next = nextDailyStop(now, stop)
  return next !== null && next.startAt <= now ? next : null
}
