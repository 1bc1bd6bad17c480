import type { Kysely } from 'kysely'
import { AppError } from '@madruga/core/errors.ts'
import type { FieldError } from '@madruga/core/errors.ts'
import {
  fitsPlan,
  keepStations,
  moveZone,
  proposeFilter,
  stationIdsOf,
  validateFilter,
} from '@madruga/core/filters.ts'
import type { Filter, ValidationContext } from '@madruga/core/filters.ts'
import { PLANS } from '@madruga/core/plans.ts'
import type { Plan } from '@madruga/core/plans.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Tables } from './db.ts'
import {
  holdZone,
  insertMoved,
  insertVersion,
  namePlaces,
  readDearer,
  readNewest,
  readOwner,
  readTyped,
} from './filters/store.ts'
import type { FilterVersion, Owner, PlaceName } from './filters/store.ts'
import type { Clock } from './kit/clock.ts'
import type { NewEntry } from './log.ts'

export { readFiltersInForce } from './filters/store.ts'
export { readGeography } from './filters/geography-store.ts'

/** What filters need from other modules. */
export type FiltersDeps = {
  db: Kysely<Tables>
  clock: Clock
  /** Writes log lines inside the transaction of the save. */
  recordEntries(tx: Kysely<Tables>, driverId: string, entries: readonly NewEntry[]): Promise<unknown>
  /** Stations or stores that the driver may work from; empty until the platform has listed them. */
  readStationIds(driverId: string, variant: Variant): Promise<readonly string[]>
  /** A version was committed: running searches switch to it now. */
  onSaved(driverId: string, variant: Variant, version: number): void
  /** Limits set by the service. */
  validation?: Omit<ValidationContext, 'stationIds'>
}

/**
 * A driver's filter. If none is in force, `savedAt` is null and the filter is a proposal: nobody saved one
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

/** Drivers' filters: the newest version of each, and the next. */
export type Filters = {
  readFilter(driverId: string, variant: Variant): Promise<FilterView>
  /**
   * Saves the next version and its log line together, or nothing. Refuses with `filters.invalid` and the
   * fields, and with `filters.stale` if `baseVersion` is no longer the newest.
   */
  saveFilter(
    driverId: string,
    input: { variant: Variant; baseVersion: number; filter: Filter },
  ): Promise<SavedView>
  /** Refuses like `saveFilter`, with `filters.invalid` and the fields, and saves nothing. */
  checkFilter(driverId: string, input: { variant: Variant; filter: Filter }): Promise<void>
  /**
   * Checks the active filter against the remaining stations, inside the caller's transaction. It stays
   * unchanged while one of its stations remains, since the others may come back. If none remains, it is
   * deleted by a version that stores what it removes. The caller ensures that no search judges by it now.
   */
  checkStations(
    tx: Kysely<Tables>,
    driverId: string,
    variant: Variant,
    known: ReadonlySet<string>,
  ): Promise<{ gone: number; removed: boolean }>
  /**
   * Moves the driver's filters, of both variants, to another zone, each by a new version: local hours stay
   * the same. Earlier versions follow when they are restored. Runs inside the caller's transaction; call the
   * returned function after the commit.
   */
  moveFilters(tx: Kysely<Tables>, driverId: string, timeZone: string): Promise<() => void>
  /** Whether an active filter, of any variant, exceeds a plan; inside the caller's transaction. */
  hasPlanViolation(tx: Kysely<Tables>, driverId: string, plan: Plan): Promise<boolean>
  /**
   * Restores what the last removal deleted, or the filter that was `kept`, as the next version, without
   * stations that are gone. Refuses with `filters.nothing_to_restore` if there is neither, and like
   * `saveFilter`: if no station is left, or if the driver's plan no longer allows it.
   */
  restoreFilter(driverId: string, variant: Variant): Promise<SavedView & { lost: number }>
}

/** Creates the filters. */
export function createFilters(deps: FiltersDeps): Filters {
  const { db, clock } = deps

  async function ownerOf(driverId: string) {
    const owner = await readOwner(db, driverId)
    if (!owner) throw new AppError('filters.not_found')
    return owner
  }

  /** Refuses with `filters.invalid` and the fields. */
  function refuseUnfit(
    owner: Owner,
    { variant, filter }: { variant: Variant; filter: Filter },
    stationIds: readonly string[],
  ): void {
    const fields = [
      ...checkBelonging(filter, variant, owner.plan),
      ...validateFilter(filter, {
        ...deps.validation,
        ...(stationIds.length > 0 && { stationIds: new Set(stationIds) }),
      }),
    ]
    if (fields.length > 0) throw new AppError('filters.invalid', { fields })
  }

  /** Until the platform has listed its stations, none counts as gone. */
  async function findGone(driverId: string, filter: Filter): Promise<PlaceName[]> {
    const known = new Set(await deps.readStationIds(driverId, filter.variant))
    const gone = known.size === 0 ? [] : stationIdsOf(filter).filter((id) => !known.has(id))
    return gone.length === 0 ? [] : await namePlaces(db, filter.variant, gone)
  }

  /** Stores the next version and its log line, or nothing. */
  async function save(
    driverId: string,
    owner: Owner,
    { variant, baseVersion, filter }: { variant: Variant; baseVersion: number; filter: Filter },
    stationIds: readonly string[],
  ): Promise<SavedView> {
    refuseUnfit(owner, { variant, filter }, stationIds)
    const version = baseVersion + 1
    const savedAt = clock.now()
    const saved = await db.transaction().execute(async (tx) => {
      // In any case the profile promises that its hours are the driver's. A change of profile waits for us,
      // or we for it.
      const moved = moveZone(filter, await holdZone(tx, driverId))
      const newest = await readNewest(tx, driverId, variant)
      if ((newest?.version ?? 0) !== baseVersion) throw new AppError('filters.stale')
      await insertVersion(tx, driverId, { version, savedAt, filter: moved })
      const data = { variant, version, edition: filter.plan }
      await deps.recordEntries(tx, driverId, [{ at: savedAt, type: 'filter.saved', data }])
      return moved
    })
    deps.onSaved(driverId, variant, version)
    return { version, savedAt, filter: saved }
  }

  /**
   * Moves one filter to another zone by its next version, with its log line; null if there is nothing to
   * move.
   */
  async function move(
    tx: Kysely<Tables>,
    driverId: string,
    variant: Variant,
    timeZone: string,
  ): Promise<number | null> {
    for (;;) {
      const newest = await readNewest(tx, driverId, variant)
      if (!newest || newest.removed) return null
      const filter = moveZone(newest.filter, timeZone)
      if (filter === newest.filter) return null
      const [version, savedAt] = [newest.version + 1, clock.now()]
      // Another save took the number: that one must be moved then.
      if (!(await insertMoved(tx, driverId, { version, savedAt, filter }))) continue
      const data = { variant, version, edition: filter.plan, movedTo: timeZone }
      await deps.recordEntries(tx, driverId, [{ at: savedAt, type: 'filter.saved', data }])
      return version
    }
  }

  return {
    async readFilter(driverId, variant) {
      const owner = await ownerOf(driverId)
      const newest = await readNewest(db, driverId, variant)
      if (newest && !newest.removed) {
        const { version, savedAt, filter } = newest
        const found = await findKept(db, driverId, newest, owner.plan)
        const kept = found && { savedAt: found.savedAt, plan: found.filter.plan }
        const gone = await findGone(driverId, filter)
        const typedVersion = await readTyped(db, driverId, newest)
        return { version, typedVersion, savedAt, filter: asOwned(filter, owner), removedAt: null, kept, gone }
      }
      const stationIds = await deps.readStationIds(driverId, variant)
      const filter = proposeFilter(variant, owner.plan, owner.timeZone, stationIds)
      const { version, savedAt: removedAt } = newest ?? { version: 0, savedAt: null }
      return { version, typedVersion: version, savedAt: null, filter, removedAt, kept: null, gone: [] }
    },

    async saveFilter(driverId, input) {
      const owner = await ownerOf(driverId)
      return await save(driverId, owner, input, await deps.readStationIds(driverId, input.variant))
    },

    async checkFilter(driverId, input) {
      refuseUnfit(await ownerOf(driverId), input, await deps.readStationIds(driverId, input.variant))
    },

    async moveFilters(tx, driverId, timeZone) {
      const moved: [Variant, number][] = []
      for (const variant of ['amazon', 'spark'] as const) {
        const version = await move(tx, driverId, variant, timeZone)
        if (version !== null) moved.push([variant, version])
      }
      return () => {
        for (const [variant, version] of moved) deps.onSaved(driverId, variant, version)
      }
    },

    async hasPlanViolation(tx, driverId, plan) {
      const newest = [await readNewest(tx, driverId, 'amazon'), await readNewest(tx, driverId, 'spark')]
      return newest.some((saved) => saved && !saved.removed && !fitsPlan(saved.filter, plan))
    },

    async checkStations(tx, driverId, variant, known) {
      const newest = await readNewest(tx, driverId, variant)
      if (!newest || newest.removed) return { gone: 0, removed: false }
      const { filter, version } = newest
      const ids = stationIdsOf(filter)
      const gone = ids.filter((id) => !known.has(id)).length
      if (gone < ids.length) return { gone, removed: false }
      await insertVersion(tx, driverId, {
        version: version + 1,
        savedAt: clock.now(),
        filter,
        removed: true,
      })
      return { gone, removed: true }
    },

    async restoreFilter(driverId, variant) {
      const owner = await ownerOf(driverId)
      const newest = await readNewest(db, driverId, variant)
      const found = newest?.removed === false ? await findKept(db, driverId, newest, owner.plan) : newest
      if (!newest || !found) throw new AppError('filters.nothing_to_restore')
      const wanted = asOwned(found.filter, owner)
      const stationIds = await deps.readStationIds(driverId, variant)
      // Until the platform has listed its stations, any is accepted, as for a save.
      const { filter, lost } =
        stationIds.length > 0 ? keepStations(wanted, new Set(stationIds)) : { filter: wanted, lost: 0 }
      const saved = await save(driverId, owner, { variant, baseVersion: newest.version, filter }, stationIds)
      return { ...saved, lost }
    },
  }
}

/**
 * What was saved in a higher plan and the active filter cannot hold; null if there is nothing, or that
 * plan is not paid for.
 */
async function findKept(
  db: Kysely<Tables>,
  driverId: string,
  { variant, filter }: FilterVersion,
  plan: Plan,
): Promise<{ savedAt: number; filter: Filter } | null> {
  const range = { below: filter.plan, most: plan }
  const dearer = await readDearer(db, { driverId, variant }, range)
  return dearer && !fitsPlan(dearer.filter, filter.plan) ? dearer : null
}

/** The plan is what the driver pays for now, not at the time of the save; the zone is theirs. */
function asOwned(filter: Filter, { plan, timeZone }: Owner): Filter {
  return { ...moveZone(filter, timeZone), plan }
}

/** Whether a filter matches the variant that it is saved under and the plan that its driver pays for. */
function checkBelonging(filter: Filter, variant: Variant, plan: Plan): FieldError[] {
  const fields: FieldError[] = []
  if (filter.variant !== variant) fields.push({ path: 'variant', code: 'field.invalid' })
  if (filter.plan !== plan) {
    const dearer = PLANS.indexOf(filter.plan) > PLANS.indexOf(plan)
    const needed = filter.plan === 'professional' ? 'filters.needs_professional' : 'filters.needs_advanced'
    fields.push({ path: 'plan', code: dearer ? needed : 'field.invalid' })
  }
  return fields
}
