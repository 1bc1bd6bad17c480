import type { Kysely } from 'kysely'
import type { Filter, ValidationContext } from '@madruga/core/filters.ts'
import type { Station, Variant } from '@madruga/core/offers.ts'
import type { Plan } from '@madruga/core/plans.ts'
import type { Tables } from '../../db.ts'
import type { Clock } from '../../kit/clock.ts'
import type { NewEntry } from '../log.ts'
import type { PlaceName } from './store.ts'

/** What filters need from other modules. */
export type FiltersDeps = {
  db: Kysely<Tables>
  clock: Clock
  /** Writes log lines inside the transaction of the save. */
  recordEntries(tx: Kysely<Tables>, driverId: string, entries: readonly NewEntry[]): Promise<unknown>
  /**
   * Stations or stores that the driver may work from, and in what currency they pay; empty until the platform
   * has listed them.
   */
  readStations(driverId: string, variant: Variant): Promise<readonly OwnStation[]>
  /** A version was committed: running searches switch to it now. */
  onSaved(driverId: string, variant: Variant, version: number): void
  /** Limits set by the service. */
  validation?: Omit<ValidationContext, 'stationIds' | 'currency'>
}

/** A station of a driver, as far as filters need it. */
export type OwnStation = Pick<Station, 'id' | 'currency'>

/**
 * A driver's filter. If none is in force, `savedAt` is null and the filter is a proposal: no one saved one
 * (version 0), or the version is a deletion at `removedAt`. `kept` is a filter of a higher plan that the
 * driver has again, saved before the active one, which could not hold all of it. `typedVersion` is the last
 * version that was more than a change of zone: drafts based on it or later are valid.
 */
export type FilterView = {
  version: number
  typedVersion: number
  savedAt: number | null
  filter: Filter
  removedAt: number | null
  kept: { savedAt: number; plan: Plan } | null
  /** Stations of the active filter that the driver's account no longer has. */
  gone: PlaceName[]
}
/** A version that was just saved. */
export type SavedView = { version: number; savedAt: number; filter: Filter }
