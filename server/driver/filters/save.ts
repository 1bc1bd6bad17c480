import { AppError } from '@madruga/core/errors.ts'
import type { FieldError } from '@madruga/core/errors.ts'
import { moveZone, stationIdsOf, validateFilter } from '@madruga/core/filters.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { Kysely } from 'kysely'
import { PLANS } from '@madruga/core/plans.ts'
import type { Plan } from '@madruga/core/plans.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { mainCurrency } from '@madruga/core/pay-sums.ts'
import type { Tables } from '../../db.ts'
import type { FiltersDeps, OwnStation, SavedView } from './model.ts'
import { holdZone, insertMoved, insertVersion, readNewest } from './store.ts'
import type { Owner } from './store.ts'

/** Refuses what the driver may not save, with `filters.invalid` and the fields. */
export function refuseUnfit(
  deps: FiltersDeps,
  owner: Owner,
  { variant, filter }: { variant: Variant; filter: Filter },
  stations: readonly OwnStation[],
): void {
  const fields = [
    ...checkBelonging(filter, variant, owner.plan),
    ...validateFilter(filter, {
      ...deps.validation,
      ...(stations.length > 0 && { stationIds: new Set(stations.map(({ id }) => id)) }),
      currency: mainCurrency(stations),
    }),
  ]
  if (fields.length > 0) throw new AppError('filters.invalid', { fields })
}

/**
 * Stores the next version and its log line together, or nothing. Refuses like `refuseUnfit`, and with
 * `filters.stale` when another version was stored since `baseVersion`.
 */
export async function saveVersion(
  deps: FiltersDeps,
  driverId: string,
  owner: Owner,
  { variant, baseVersion, filter }: { variant: Variant; baseVersion: number; filter: Filter },
  stations: readonly OwnStation[],
): Promise<SavedView> {
  refuseUnfit(deps, owner, { variant, filter }, stations)
  const version = baseVersion + 1
  const savedAt = deps.clock.now()
  const storedFilter = await deps.db.transaction().execute(async (tx) => {
    // In any case the profile promises that its hours are the driver's. A change of profile waits for us,
    // or we for it.
    const movedFilter = moveZone(filter, await holdZone(tx, driverId))
    const newest = await readNewest(tx, driverId, variant)
    if ((newest?.version ?? 0) !== baseVersion) throw new AppError('filters.stale')
    await insertVersion(tx, driverId, { version, savedAt, filter: movedFilter })
    const data = { variant, version, edition: filter.plan }
    await deps.recordEntries(tx, driverId, [{ at: savedAt, type: 'filter.saved', data }])
    return movedFilter
  })
  deps.onSaved(driverId, variant, version)
  return { version, savedAt, filter: storedFilter }
}

/**
 * Moves one filter to another zone by its next version, with its log line; null if there is nothing to
 * move.
 */
export async function moveFilter(
  deps: FiltersDeps,
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
    const [version, savedAt] = [newest.version + 1, deps.clock.now()]
    // Another save took the number: that one must be moved then.
    if (!(await insertMoved(tx, driverId, { version, savedAt, filter }))) continue
    const data = { variant, version, edition: filter.plan, movedTo: timeZone }
    await deps.recordEntries(tx, driverId, [{ at: savedAt, type: 'filter.saved', data }])
    return version
  }
}

/**
 * Deletes the filter in force by a further version when none of its stations is among `knownIds`. Answers how
 * many are not, and whether it was deleted.
 */
export async function checkStations(
  deps: FiltersDeps,
  tx: Kysely<Tables>,
  { driverId, variant }: { driverId: string; variant: Variant },
  knownIds: ReadonlySet<string>,
): Promise<{ gone: number; removed: boolean }> {
  const newest = await readNewest(tx, driverId, variant)
  if (!newest || newest.removed) return { gone: 0, removed: false }
  const { filter, version } = newest
  const ids = stationIdsOf(filter)
  const goneCount = ids.filter((id) => !knownIds.has(id)).length
  if (goneCount < ids.length) return { gone: goneCount, removed: false }
  await insertVersion(tx, driverId, {
    version: version + 1,
    savedAt: deps.clock.now(),
    filter,
    removed: true,
  })
  return { gone: goneCount, removed: true }
}

/** Whether a filter matches the variant that it is saved under and the plan that its driver pays for. */
function checkBelonging(filter: Filter, variant: Variant, plan: Plan): FieldError[] {
  const fields: FieldError[] = []
  if (filter.variant !== variant) fields.push({ path: 'variant', code: 'field.invalid' })
  if (filter.plan !== plan) {
    const dearer = PLANS.indexOf(filter.plan) > PLANS.indexOf(plan)
    const needCode = filter.plan === 'professional' ? 'filters.needs_professional' : 'filters.needs_advanced'
    fields.push({ path: 'plan', code: dearer ? needCode : 'field.invalid' })
  }
  return fields
}
