import { VARIANTS } from '@madruga/core/variants.ts'
import type { Kysely } from 'kysely'
import { AppError } from '@madruga/core/errors.ts'
import { fitsPlan, keepStations, moveZone, proposeFilter, stationIdsOf } from '@madruga/core/filters.ts'
import type { Filter, Geography } from '@madruga/core/filters.ts'
import type { Plan } from '@madruga/core/plans.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Tables } from '../db.ts'
import {
  forgetVersions,
  namePlaces,
  readOfHigherPlan,
  readNewest,
  readOwner,
  readTyped,
} from './filters/store.ts'
import type { FilterVersion, Owner, PlaceName } from './filters/store.ts'
import type { FilterView, FiltersDeps, SavedView } from './filters/model.ts'
import { checkStations, moveFilter, refuseUnfit, saveVersion } from './filters/save.ts'
import type { Clock } from '../kit/clock.ts'
import type { Observations } from './observations.ts'
import { defineModule, own } from '../module.ts'
import type { Handlers } from '../module.ts'

export { readFiltersInForce } from './filters/store.ts'
export { readGeographies, readGeography } from './filters/geography-store.ts'
export type { NamedGeography } from './filters/geography-store.ts'
export type { FilterView, FiltersDeps, SavedView } from './filters/model.ts'

/** The declaration of filters. */
export const filters = defineModule({
  tables: ['filters'],
  sections: [
    {
      name: 'filters',
      from: 'filters',
      columns: 'variant, version, removed, saved_at, body',
      key: [
        ['variant', 'text'],
        ['version', 'int'],
      ],
    },
  ],
  handlers: (parts: WhatIfParts): Pick<Handlers, 'filters'> => ({
    filters: {
      get: ({ driverId }, { variant }) => parts.filters.readFilter(driverId, variant),
      save: own(parts.filters.saveFilter),
      async whatIf({ driverId }, { variant, filter, offers }) {
        await parts.filters.checkFilter(driverId, { variant, filter })
        const place = { platform: await parts.readPlatformName(driverId), variant }
        const geography = await parts.readGeography(driverId)
        return await parts.observations.replay(driverId, place, filter, { most: offers, geography })
      },
      restore: ({ driverId }, { variant }) => parts.filters.restoreFilter(driverId, variant),
    },
  }),
  // A week is judged again by the filters that were in force.
  retention: ({ db, clock, judgedAgainMs }: { db: Kysely<Tables>; clock: Clock; judgedAgainMs: number }) => [
    { tables: 'filters', forget: () => forgetVersions(db, clock.now() - judgedAgainMs) },
  ],
})

/** `readPlatformName` names the platform whose offers are replayed. */
type WhatIfParts = {
  filters: Filters
  observations: Pick<Observations, 'replay'>
  readPlatformName(driverId: string): Promise<string>
  readGeography(driverId: string): Promise<Geography>
}

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
  const { db } = deps

  return {
    async readFilter(driverId, variant) {
      const owner = await ownerOf(db, driverId)
      const newest = await readNewest(db, driverId, variant)
      if (newest && !newest.removed) return await viewInForce(deps, driverId, owner, newest)
      const stationIds = await readIds(deps, driverId, variant)
      const filter = proposeFilter(variant, owner.plan, owner.timeZone, stationIds)
      const { version, savedAt: removedAt } = newest ?? { version: 0, savedAt: null }
      return { version, typedVersion: version, savedAt: null, filter, removedAt, kept: null, gone: [] }
    },

    async saveFilter(driverId, input) {
      const owner = await ownerOf(db, driverId)
      return await saveVersion(deps, driverId, owner, input, await deps.readStations(driverId, input.variant))
    },

    async checkFilter(driverId, input) {
      refuseUnfit(deps, await ownerOf(db, driverId), input, await deps.readStations(driverId, input.variant))
    },

    async moveFilters(tx, driverId, timeZone) {
      const moves: [Variant, number][] = []
      for (const variant of VARIANTS) {
        const version = await moveFilter(deps, tx, driverId, variant, timeZone)
        if (version !== null) moves.push([variant, version])
      }
      return () => {
        for (const [variant, version] of moves) deps.onSaved(driverId, variant, version)
      }
    },

    async hasPlanViolation(tx, driverId, plan) {
      for (const variant of VARIANTS) {
        const newest = await readNewest(tx, driverId, variant)
        if (newest && !newest.removed && !fitsPlan(newest.filter, plan)) return true
      }
      return false
    },

    checkStations: (tx, driverId, variant, ids) => checkStations(deps, tx, { driverId, variant }, ids),

    async restoreFilter(driverId, variant) {
      const owner = await ownerOf(db, driverId)
      const newest = await readNewest(db, driverId, variant)
      const source = newest?.removed === false ? await findKept(db, driverId, newest, owner.plan) : newest
      if (!newest || !source) throw new AppError('filters.nothing_to_restore')
      const target = asOwned(source.filter, owner)
      const stations = await deps.readStations(driverId, variant)
      // Until the platform has listed its stations, any is accepted, as for a save.
      const { filter, lost } =
        stations.length > 0
          ? keepStations(target, new Set(stations.map(({ id }) => id)))
          : { filter: target, lost: 0 }
      const change = { variant, baseVersion: newest.version, filter }
      const answer = await saveVersion(deps, driverId, owner, change, stations)
      return { ...answer, lost }
    },
  }
}

async function ownerOf(db: Kysely<Tables>, driverId: string): Promise<Owner> {
  const owner = await readOwner(db, driverId)
  if (!owner) throw new AppError('filters.not_found')
  return owner
}

async function readIds(deps: FiltersDeps, driverId: string, variant: Variant): Promise<string[]> {
  return (await deps.readStations(driverId, variant)).map(({ id }) => id)
}

/** The filter in force as its driver sees it. */
async function viewInForce(
  deps: FiltersDeps,
  driverId: string,
  owner: Owner,
  newest: FilterVersion,
): Promise<FilterView> {
  const { version, savedAt, filter } = newest
  const source = await findKept(deps.db, driverId, newest, owner.plan)
  const kept = source && { savedAt: source.savedAt, plan: source.filter.plan }
  const gone = await findGone(deps, driverId, filter)
  const typedVersion = await readTyped(deps.db, driverId, newest)
  return { version, typedVersion, savedAt, filter: asOwned(filter, owner), removedAt: null, kept, gone }
}

/** Until the platform has listed its stations, none counts as gone. */
async function findGone(deps: FiltersDeps, driverId: string, filter: Filter): Promise<PlaceName[]> {
  const knownIds = new Set(await readIds(deps, driverId, filter.variant))
  const goneIds = knownIds.size === 0 ? [] : stationIdsOf(filter).filter((id) => !knownIds.has(id))
  return goneIds.length === 0 ? [] : await namePlaces(deps.db, filter.variant, goneIds)
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
  const higher = await readOfHigherPlan(db, { driverId, variant }, range)
  return higher && !fitsPlan(higher.filter, filter.plan) ? higher : null
}

/** The plan is what the driver pays for now, not at the time of the save; the zone is theirs. */
function asOwned(filter: Filter, { plan, timeZone }: Owner): Filter {
  return { ...moveZone(filter, timeZone), plan }
}
