/** An instant: milliseconds since the Unix epoch. On the wire it is ISO 8601 in UTC. */
export type Instant = number

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** An instant as the wire writes it: `2026-03-08T07:00:00.000Z`. */
export function toIso(at: Instant): string {
  return new Date(at).toISOString()
}

/** The instant of an ISO string; NaN when it is not one. */
export function fromIso(iso: string): Instant {
  return Date.parse(iso)
}
