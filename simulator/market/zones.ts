const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

const offsets = new Map<string, Map<number, number>>()

/** The zone's offset from UTC at that time, in ms. US zones change on whole UTC hours. */
export function findOffsetMs(timeZone: string, at: number): number {
  let byHour = offsets.get(timeZone)
  if (byHour === undefined) offsets.set(timeZone, (byHour = new Map()))
  const hour = Math.floor(at / HOUR_MS)
  let offset = byHour.get(hour)
  if (offset === undefined) {
    const zoned = Temporal.Instant.fromEpochMilliseconds(hour * HOUR_MS).toZonedDateTimeISO(timeZone)
    offset = zoned.offsetNanoseconds / 1e6
    if (byHour.size > 5_000) byHour.clear()
    byHour.set(hour, offset)
  }
  return offset
}

/** The calendar day of the zone at that time, as days since 1970-01-01. */
export function findLocalDay(timeZone: string, at: number): number {
  return Math.floor((at + findOffsetMs(timeZone, at)) / DAY_MS)
}

/** The calendar week of the zone, Monday first, as a running number. */
export function findLocalWeek(timeZone: string, at: number): number {
  return Math.floor((findLocalDay(timeZone, at) + 3) / 7)
}

/** Minutes since the zone's midnight (wall clock), 0 to 1439. */
export function findLocalMinute(timeZone: string, at: number): number {
  const local = at + findOffsetMs(timeZone, at)
  return Math.floor((((local % DAY_MS) + DAY_MS) % DAY_MS) / 60_000)
}

/** 0 for Monday to 6 for Sunday. */
export function findLocalWeekday(timeZone: string, at: number): number {
  return (((findLocalDay(timeZone, at) + 3) % 7) + 7) % 7
}
