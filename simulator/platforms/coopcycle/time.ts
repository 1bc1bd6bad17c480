/** An instant as the wire has it: `2026-06-29T09:00:00+02:00`, in the instance's zone. */
export function writeInstant(at: number, timeZone: string): string {
  return zoned(at, timeZone).toString({ smallestUnit: 'second', timeZoneName: 'never' })
}

/** The Monday of an instant's week in the zone, `2026-06-29`. */
export function weekOf(at: number, timeZone: string): string {
  const date = zoned(at, timeZone).toPlainDate()
  return date.subtract({ days: date.dayOfWeek - 1 }).toString()
}

/** The first instant of that day in the zone, or of the day after it; throws for a text that is no date. */
export function startOfDay(day: string, timeZone: string, daysLater = 0): number {
  const date = Temporal.PlainDate.from(day).add({ days: daysLater })
  return date.toZonedDateTime(timeZone).epochMilliseconds
}

/** The instant at this many minutes of the wall clock, this many days after the day of `at`. */
export function localTime(at: number, timeZone: string, days: number, minutes: number): number {
  const plainTime = { hour: Math.floor(minutes / 60), minute: minutes % 60 }
  const date = zoned(at, timeZone).toPlainDate().add({ days })
  return date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
}

/** The day in the zone, `2026-06-29`. */
export function dayOf(at: number, timeZone: string): string {
  return zoned(at, timeZone).toPlainDate().toString()
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(at: number, timeZone: string): number {
  return zoned(at, timeZone).dayOfWeek
}

function zoned(at: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
}
