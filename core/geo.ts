import { HOUR_MS } from './time.ts'

/** A point on the map, degrees. */
export type Place = { latitude: number; longitude: number }

/** Mean radius of the earth in miles (IUGG: 6,371.0088 km). */
const EARTH_MILES = 3_958.7613

/**
 * Roads are longer than the straight line: studies of United States road networks find a factor of about 1.3
 * for distances of a few miles to a few dozen (circuity 1.2 to 1.4).
 */
export const ROAD_DETOUR = 1.3

/** Great-circle miles between two places (haversine). */
export function straightMiles(one: Place, other: Place): number {
  const rad = Math.PI / 180
  const byLatitude = Math.sin(((other.latitude - one.latitude) * rad) / 2)
  const byLongitude = Math.sin(((other.longitude - one.longitude) * rad) / 2)
  const half =
    byLatitude * byLatitude +
    Math.cos(one.latitude * rad) * Math.cos(other.latitude * rad) * byLongitude * byLongitude
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** Estimated road miles between two places. */
export function roadMiles(one: Place, other: Place): number {
  return straightMiles(one, other) * ROAD_DETOUR
}

/** Estimated driving time between two places, ms, at a speed in miles an hour. */
export function drivingMs(one: Place, other: Place, mph: number): number {
  return (roadMiles(one, other) / mph) * HOUR_MS
}
