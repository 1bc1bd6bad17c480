import type { Place } from '@madruga/core/geo.ts'
import type { MapStation } from './names.ts'

/** The content of a map, for any renderer. */
export type MapProps = {
  /** The map's description for screen readers. */
  label: string
  /** The selected place; null = none yet. */
  place: Place | null
  /** Initial position while none is selected. */
  around: Place | null
  stations: readonly MapStation[]
  /** A tap on the map. */
  onChoose: (place: Place) => void
}

/** Instant offers start within this many miles of the driver's location (docs/platforms/market.md). */
export const REACH_MILES = 15
export const METRES_PER_MILE = 1609.344
/** The center of the country, if nothing else is known. */
export const MIDDLE: Place = { latitude: 38.5, longitude: -96.5 }
/** Zoom of a city with its surroundings, and of the whole country. */
export const CITY_ZOOM = 9
export const COUNTRY_ZOOM = 4
