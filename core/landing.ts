import { proposeFilter } from './filters.ts'
import type { Filter } from './filters.ts'
import type { Variant } from './offers.ts'

/** Entry of the landing: what a stranger is shown before there is an account. */

/**
 * The filter by which strangers' examples are judged, in a zone: the editor's own proposal, so that a new
 * driver finds in it what the landing promised.
 */
export function sampleFilter(variant: Variant, timeZone: string, stationIds: readonly string[]): Filter {
  return proposeFilter(variant, 'basic', timeZone, stationIds)
}

/** The five digits of a typed ZIP code, also of a ZIP+4; null if it is none. */
export function readZip(typed: string): string | null {
  return /^(\d{5})(-?\d{4})?$/.exec(typed.trim())?.[1] ?? null
}
