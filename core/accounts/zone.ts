/**
 * Whether a name is a time zone of the IANA's list, by its own name and not by an offset. Old names such as `PST` or `US/Pacific-New`, which
 * `Intl` takes for zones, are none where days are reckoned: by `Temporal` and by PostgreSQL.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    // Not in every browser; whoever keeps a zone has it.
    if ('Temporal' in globalThis) Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
