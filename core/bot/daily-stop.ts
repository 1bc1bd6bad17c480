import type { DailyStop } from '../settings.ts'
import type { Timestamp } from '../time.ts'

/** One daily stop: begins at `startAt`, is over at `endAt`. */
export type StopWindow = { startAt: Timestamp; endAt: Timestamp }

/**
 * The last answer and the instants for which it is the answer: zones are asked once a day, not once a call.
 */
let known: { stop: DailyStop; from: Timestamp; window: StopWindow } | null = null

/**
 * The stop that begins on this date of the stop's zone. A start that the clocks skip begins when they go on.
 */
function windowOn(date: Temporal.PlainDate, stop: DailyStop): StopWindow {
  const at = (day: Temporal.PlainDate, minute: number) => {
    const time = Temporal.PlainTime.from({ hour: Math.floor(minute / 60) % 24, minute: minute % 60 })
    return day.toZonedDateTime({ timeZone: stop.timeZone, plainTime: time }).epochMilliseconds
  }
  const startAt = at(date, stop.startMinute)
  const endsNextDay = stop.endMinute < stop.startMinute || stop.endMinute >= 1440
  return { startAt, endAt: Math.max(startAt, at(endsNextDay ? date.add({ days: 1 }) : date, stop.endMinute)) }
}

/**
 * The daily stop that is on or comes next, right across daylight-saving changes; null where there is none.
 */
export function nextDailyStop(now: Timestamp, stop: DailyStop | null): StopWindow | null {
  if (stop === null || stop.startMinute === stop.endMinute) return null
  if (known !== null && known.stop === stop && known.from <= now && now < known.window.endAt)
    return known.window
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(stop.timeZone).toPlainDate()
  let from = now
  for (let day = today.subtract({ days: 1 }); ; day = day.add({ days: 1 })) {
    const window = windowOn(day, stop)
    if (now < window.endAt) {
      known = { stop, from, window }
      return window
    }
    from = window.endAt
  }
}

/** The daily stop that is on at this instant; null outside of it. */
export function dailyStopAt(now: Timestamp, stop: DailyStop | null): StopWindow | null {
  const next = nextDailyStop(now, stop)
  return next !== null && next.startAt <= now ? next : null
}
