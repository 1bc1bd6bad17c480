import { HOUR_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'

type Position = { latitude: number; longitude: number }

/** Clocks are this far from the sun's time at most, with summer time. */
const MOST_HOURS = 4
/** Zones that name no place: what a server without a zone says. */
const NO_PLACE = /^(UTC|UCT|GMT|Zulu|Universal|Greenwich|Etc\/)/i

/**
 * Whether a platform's time zone cannot be that of its place: it is hours away from the sun's time there, or
 * names no place where clocks show another time than UTC.
 */
export function contradictsPlace(timeZone: string, place: Position, now: Timestamp): boolean {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const hours = offsetNanoseconds / 1e6 / HOUR_MS
  const apart = Math.abs(hours - place.longitude / 15)
  // Across the date line the same hour has another day.
  if (Math.min(apart, 24 - apart) > MOST_HOURS) return true
  return NO_PLACE.test(timeZone) && hours === 0 && !livesByUtc(place)
}

/** Iceland and the west of Africa, where clocks show UTC all year. */
function livesByUtc({ latitude, longitude }: Position): boolean {
  const isIceland = latitude > 62 && longitude > -25 && longitude < -13
  const isWestAfrica = latitude > -17 && latitude < 27.5 && longitude > -26 && longitude < 2
  return isIceland || isWestAfrica
}
