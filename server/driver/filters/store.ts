import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { DatabaseError } from 'pg'
import { AppError } from '@madruga/core/errors.ts'
import { renameStations } from '@madruga/core/filters.ts'
import type { Filter, SavedFilter } from '@madruga/core/filters.ts'
import { PLANS, planOf } from '@madruga/core/plans.ts'
import type { Plan } from '@madruga/core/plans.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { FilterVersion as DatedFilter, Stretch } from '@madruga/core/recap.ts'
import { deleteOlder } from '../../db.ts'
import type { Tables } from '../../db.ts'

/** The inputs that a driver's filter depends on. */
export type Owner = { plan: Plan; timeZone: string }

/** The driver's plan and zone; null if there is no such driver. */
export async function readOwner(db: Kysely<Tables>, driverId: string): Promise<Owner | null> {
  const row = await db
    .selectFrom('drivers')
    .select(['plan_number', 'time_zone'])
    .where('id', '=', driverId)
    .executeTakeFirst()
  if (!row) return null
  return { plan: planOf(row.plan_number), timeZone: row.time_zone }
}

export type PlaceName = { id: string; code: string; name: string }

/** Stations by their last known names, in the order of the given ids; an unknown one by its id. */
export async function namePlaces(
  db: Kysely<Tables>,
  variant: Variant,
  ids: readonly string[],
): Promise<PlaceName[]> {
  const rows = await db
    .selectFrom('stations')
    .select(['id', 'code', 'name'])
    .where('variant', '=', variant)
    .where('id', 'in', ids)
    .execute()
  return ids.map((id) => rows.find((row) => row.id === id) ?? { id, code: id, name: id })
}

/** The driver's zone, locked until this transaction ends. */
export async function holdZone(tx: Kysely<Tables>, driverId: string): Promise<string> {
  const row = await tx
    .selectFrom('drivers')
    .select('time_zone')
    .where('id', '=', driverId)
    .forShare()
    .executeTakeFirst()
  if (!row) throw new AppError('filters.not_found')
  return row.time_zone
}

/**
 * A version as stored: a removal holds what was removed, a move holds the previous version in another zone.
 */
export type FilterVersion = SavedFilter & { removed: boolean; moved: boolean }

/** The newest version, including removals, or null if none was saved. */
export async function readNewest(
  db: Kysely<Tables>,
  driverId: string,
  variant: Variant,
): Promise<FilterVersion | null> {
  const row = await db
    .selectFrom('filters')
    .select(['version', 'saved_at', 'body', 'removed', 'moved'])
    .where('driver_id', '=', driverId)
    .where('variant', '=', variant)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { version, saved_at: savedAt, body: filter, removed, moved } = row
  return { variant, version, savedAt, filter, removed, moved }
}

/** The last version that was more than a change of zone, at or before this one. */
export async function readTyped(
  db: Kysely<Tables>,
  driverId: string,
  { variant, version, moved }: FilterVersion,
): Promise<number> {
  if (!moved) return version
  const row = await db
    .selectFrom('filters')
    .select('version')
    .where('driver_id', '=', driverId)
    .where('variant', '=', variant)
    .where('moved', '=', false)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version ?? version
}

/** Inserts the next version in another zone; false if another save took its number first. */
export async function insertMoved(
  tx: Kysely<Tables>,
  driverId: string,
  { filter, version, savedAt }: { version: number; savedAt: number; filter: Filter },
): Promise<boolean> {
  const body = JSON.stringify(filter)
  const row = { driver_id: driverId, variant: filter.variant, version, body, saved_at: new Date(savedAt) }
  const result = await tx
    .insertInto('filters')
    .values({ ...row, moved: true })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  await pruneVersions(tx, driverId, row)
  return result.numInsertedOrUpdatedRows === 1n
}

/** The newest version saved in a higher plan than `below` and at most `most`; null if there is none. */
export async function readOfHigherPlan(
  db: Kysely<Tables>,
  { driverId, variant }: { driverId: string; variant: Variant },
  { below, most }: { below: Plan; most: Plan },
): Promise<{ savedAt: number; filter: Filter } | null> {
  const plans = PLANS.slice(PLANS.indexOf(below) + 1, PLANS.indexOf(most) + 1)
  if (plans.length === 0) return null
  const row = await db
    .selectFrom('filters')
    .select(['saved_at', 'body'])
    .where('driver_id', '=', driverId)
    .where('variant', '=', variant)
    .where('removed', '=', false)
    .where(sql<string>`body->>'plan'`, 'in', plans)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { savedAt: row.saved_at, filter: row.body } : null
}

/**
 * Inserts a version, or a removal with what it removes. Refuses with `filters.stale` if another save took its
 * number first.
 */
export async function insertVersion(
  tx: Kysely<Tables>,
  driverId: string,
  entry: { version: number; savedAt: number; filter: Filter; removed?: boolean },
): Promise<void> {
  try {
    await tx
      .insertInto('filters')
      .values({
        driver_id: driverId,
        variant: entry.filter.variant,
        version: entry.version,
        body: JSON.stringify(entry.filter),
        saved_at: new Date(entry.savedAt),
        removed: entry.removed ?? false,
      })
      .execute()
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'filters_pkey')
      throw new AppError('filters.stale')
    throw error
  }
  await pruneVersions(tx, driverId, { variant: entry.filter.variant, version: entry.version })
}

/**
 * The filters in force in a span, starting with the one in force at its beginning. A removed one is no longer
 * in force.
 */
export async function readFiltersInForce(
  db: Kysely<Tables>,
  driverId: string,
  variant: Variant,
  { from, to }: Stretch,
): Promise<DatedFilter[]> {
  const { rows } = await sql<{ from: number; filter: Filter; removed: boolean }>`
    select saved_at as from, body as filter, removed from filters
    where driver_id = ${driverId} and variant = ${variant} and saved_at < ${new Date(to)}
      and version >= coalesce((select max(version) from filters
        where driver_id = ${driverId} and variant = ${variant} and saved_at <= ${new Date(from)}), 0)
    order by version`.execute(db)
  // A removal becomes a filter without stations, so that nothing matches.
  return rows.map(({ from: at, filter, removed }) => ({
    from: at,
    filter: removed ? withoutStations(filter) : filter,
  }))
}

function withoutStations(filter: Filter): Filter {
  return renameStations(filter, () => null)
}

/** Versions of one filter that are kept however many are saved: a driver saves a few a day. */
export const MOST_VERSIONS = 200

/**
 * Whether a version `r` of filters may go for a later one: the newest of each plan stays, which a driver gets
 * back with that plan, and so does the newest that was more than a change of zone.
 */
const laterThan = sql`from filters n where n.driver_id = r.driver_id and n.variant = r.variant and n.version > r.version`
const mayGo = sql<boolean>`
  (r.removed or exists (select ${laterThan} and not n.removed and n.body->>'plan' = r.body->>'plan'))
  and (r.moved or exists (select ${laterThan} and not n.moved))`

/** Deletes versions that were replaced before `before`. */
export async function forgetVersions(db: Kysely<Tables>, before: number): Promise<void> {
  const only = sql<boolean>`exists (select ${laterThan} and n.saved_at < ${new Date(before)}) and ${mayGo}`
  await deleteOlder(db, { table: 'filters', column: 'saved_at', only }, before)
}

/** Deletes what more than `MOST_VERSIONS` have replaced, in the transaction that stored `version`. */
async function pruneVersions(
  tx: Kysely<Tables>,
  driverId: string,
  { variant, version }: { variant: Variant; version: number },
): Promise<void> {
  if (version <= MOST_VERSIONS) return
  await sql`
    delete from filters r where r.driver_id = ${driverId} and r.variant = ${variant}
      and r.version <= ${version - MOST_VERSIONS} and ${mayGo}`.execute(tx)
}
