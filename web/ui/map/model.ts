import type { Place } from '@madruga/core/geo.ts'
import type { MapStation } from './names.ts'

/** What a map shows, whoever draws it. */
export type MapProps = {
  /** What the map is, for those who do not see it. */
  label: string
  /** The chosen place; null = none yet. */
  place: Place | null
  /** Where it begins while none is chosen. */
  around: Place | null
  stations: readonly MapStation[]
  /** A tap on the map. */
  onChoose: (place: Place) => void
}

/** Instant offers start within so many miles of the driver's place (docs/platforms/market.md). */
export const REACH_MILES = 15
export const METRES_PER_MILE = 1609.344
/** The middle of the country, where nothing else is known. */
export const MIDDLE: Place = { latitude: 38.5, longitude: -96.5 }
/** A city and its surroundings, and the whole country. */
export const CITY_ZOOM = 9
export const COUNTRY_ZOOM = 4
