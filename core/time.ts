/** A timestamp: milliseconds since the Unix epoch. On the wire it is ISO 8601 in UTC. */
export type Timestamp = number

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
export const DAY_MINUTES = DAY_MS / MINUTE_MS

/** A timestamp in wire format: `2026-03-08T07:00:00.000Z`. */
export function toIso(at: Timestamp): string {
  return new Date(at).toISOString()
}

/**
 * Whether a name is a time zone of the IANA list, by name and not by offset. `Temporal` and PostgreSQL reject
 * obsolete names such as `PST` or `US/Pacific-New`, which `Intl` accepts.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    // Missing in some browsers; the server, which decides, has it.
    if ('Temporal' in globalThis) Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
