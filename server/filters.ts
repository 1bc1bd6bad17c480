import type { Kysely } from 'kysely'
import { AppError } from '@madruga/core/errors.ts'
import type { FieldError } from '@madruga/core/errors.ts'
import { EDITIONS, proposeFilter, validateFilter } from '@madruga/core/filters.ts'
import type { Edition, Filter, ValidationContext } from '@madruga/core/filters.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Tables } from './db.ts'
import { insertVersion, readNewest, readOwner } from './filters/store.ts'
import type { Clock } from './kit/clock.ts'
import type { NewEntry } from './log.ts'

/** What filters need of the rest of the house. */
export type FiltersDeps = {
  db: Kysely<Tables>
  clock: Clock
  /** Writes log lines inside the transaction of the save. */
  recordEntries(tx: Kysely<Tables>, driverId: string, entries: readonly NewEntry[]): Promise<unknown>
  /** Stations or stores that the driver may work from; empty while the platform has not told. */
  readStationIds(driverId: string, variant: Variant): Promise<readonly string[]>
  /** A version was committed: whoever judges by it takes it now. */
  onSaved(driverId: string, variant: Variant, version: number): void
  /** Limits that the service sets. */
  validation?: Omit<ValidationContext, 'stationIds'>
}

/** A version of a driver's filter; version 0 is a proposal that nobody saved. */
export type FilterView = { version: number; savedAt: number | null; filter: Filter }

/** Drivers' filters: the newest version of each, and the next. */
export type Filters = {
  readFilter(driverId: string, variant: Variant): Promise<FilterView>
  /**
   * Saves the next version and its log line together, or nothing. Refuses with `filters.invalid` and the fields, and with
   * `filters.stale` when `baseVersion` is not the newest any more.
   */
  saveFilter(
    driverId: string,
    wish: { variant: Variant; baseVersion: number; filter: Filter },
  ): Promise<FilterView & { savedAt: number }>
}

/** Opens the filters. */
export function createFilters(deps: FiltersDeps): Filters {
  const { db, clock } = deps

  async function ownerOf(driverId: string) {
    const owner = await readOwner(db, driverId)
    if (!owner) throw new AppError('filters.not_found')
    return owner
  }

  return {
    async readFilter(driverId, variant) {
      const owner = await ownerOf(driverId)
      const saved = await readNewest(db, driverId, variant)
      // The edition is what the driver pays for now, not what they paid for when they saved.
      if (saved) return { ...saved, filter: { ...saved.filter, edition: owner.edition } }
      const stationIds = await deps.readStationIds(driverId, variant)
      const filter = proposeFilter(variant, owner.edition, owner.timeZone, stationIds)
      return { version: 0, savedAt: null, filter }
    },

    async saveFilter(driverId, { variant, baseVersion, filter }) {
      const owner = await ownerOf(driverId)
      const stationIds = await deps.readStationIds(driverId, variant)
      const fields = [
        ...checkBelonging(filter, variant, owner.edition),
        ...validateFilter(filter, {
          ...deps.validation,
          ...(stationIds.length > 0 && { stationIds: new Set(stationIds) }),
        }),
      ]
      if (fields.length > 0) throw new AppError('filters.invalid', { fields })
      const version = baseVersion + 1
      const savedAt = clock.now()
      await db.transaction().execute(async (tx) => {
        const newest = await readNewest(tx, driverId, variant)
        if ((newest?.version ?? 0) !== baseVersion) throw new AppError('filters.stale')
        await insertVersion(tx, driverId, { version, savedAt, filter })
        const data = { variant, version, edition: filter.edition }
        await deps.recordEntries(tx, driverId, [{ at: savedAt, type: 'filter.saved', data }])
      })
      deps.onSaved(driverId, variant, version)
      return { version, savedAt, filter }
    },
  }
}

/** Whether a filter is of the variant that it is saved under and of the edition that its driver pays for. */
function checkBelonging(filter: Filter, variant: Variant, edition: Edition): FieldError[] {
  const fields: FieldError[] = []
  if (filter.variant !== variant) fields.push({ path: 'variant', code: 'field.invalid' })
  if (filter.edition !== edition) {
    const dearer = EDITIONS.indexOf(filter.edition) > EDITIONS.indexOf(edition)
    const needed = filter.edition === 'professional' ? 'filters.needs_professional' : 'filters.needs_advanced'
    fields.push({ path: 'edition', code: dearer ? needed : 'field.invalid' })
  }
  return fields
}
