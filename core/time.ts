/** An instant: milliseconds since the Unix epoch. On the wire it is ISO 8601 in UTC. */
export type Timestamp = number

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** An instant as the wire writes it: `2026-03-08T07:00:00.000Z`. */
export function toIso(at: Timestamp): string {
  return new Date(at).toISOString()
}

/** The instant of an ISO string; NaN when it is not one. */
export function fromIso(iso: string): Timestamp {
  return Date.parse(iso)
}

/**
 * Whether a name is a time zone of the IANA's list, by its own name and not by an offset. Old names such as
 * `PST` or `US/Pacific-New`, which `Intl` takes for zones, are none where days are reckoned: by `Temporal`
 * and by PostgreSQL.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    // Not in every browser; the server, which has the last word, has it.
    if ('Temporal' in globalThis) Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
