/** A point on the map, degrees. */
export type Place = { latitude: number; longitude: number }

/** Mean radius of the earth in miles (IUGG: 6,371.0088 km). */
const EARTH_MILES = 3_958.7613

/**
 * The road between two places is longer than the straight line: 1.3 times is what studies of United States
 * road networks find for distances of a few miles to a few dozen (circuity 1.2 to 1.4).
 */
export const ROAD_DETOUR = 1.3

/** Miles between two places as the crow flies (haversine). */
export function straightMiles(one: Place, other: Place): number {
  const rad = Math.PI / 180
  const byLatitude = Math.sin(((other.latitude - one.latitude) * rad) / 2)
  const byLongitude = Math.sin(((other.longitude - one.longitude) * rad) / 2)
  const half =
    byLatitude * byLatitude +
    Math.cos(one.latitude * rad) * Math.cos(other.latitude * rad) * byLongitude * byLongitude
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** Miles of road between two places, estimated. */
export function roadMiles(one: Place, other: Place): number {
  return straightMiles(one, other) * ROAD_DETOUR
}

/** Driving time between two places in ms at so many miles an hour, estimated. */
export function drivingMs(one: Place, other: Place, mph: number): number {
  return (roadMiles(one, other) / mph) * 3_600_000
}
