export interface Place {
  lat: number
  lng: number
}

const EARTH_RADIUS_M = 6_371_000
const METRES_PER_MILE = 1_609.344

/** Great-circle distance between two places in meters (haversine). */
export function measureMetres(a: Place, b: Place): number {
  const radians = Math.PI / 180
  const deltaLat = (b.lat - a.lat) * radians
  const deltaLng = (b.lng - a.lng) * radians
  const chord =
    Math.sin(deltaLat / 2) ** 2 +
    Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(deltaLng / 2) ** 2
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Miles between two places, with one decimal. */
export function measureMiles(a: Place, b: Place): number {
  return Math.round((measureMetres(a, b) / METRES_PER_MILE) * 10) / 10
}
