import type { ObservationHistory } from '@madruga/core/observations.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Database } from '../../db.ts'
import { topNewest, viewWindow } from './newest.ts'
import { createColumnCache } from './column-cache.ts'
import type { ColumnCache } from './column-cache.ts'
import { readAfter, readLastId, readNewest } from './store.ts'
import type { Row } from './store.ts'

/** The history in memory, station by station, read once for all drivers and kept up with what comes. */
export type ColumnCaches = {
  /**
   * The newest `most` observations at these stations, seen from `since` on. To be read at once: it holds
   * until something is awaited.
   */
  openHistory(
    place: { platform: string; stationIds: readonly string[] },
    newest: { since: Timestamp; most: number },
  ): Promise<ObservationHistory>
}

type ShelvesDeps = {
  database: Pick<Database, 'pool'>
  /** Observations kept in memory at most, beyond those of the question under way; 80 octets each. */
  mostKept: number
}

/** What came since the last question is read in one go up to here; beyond it a station is read anew. */
const MOST_NEWS = 50_000
/** A station is read so deep at first, however many share in a question. */
const LEAST_DEPTH = 200

/** Empty caches. */
export function createColumnCaches({ database, mostKept }: ShelvesDeps): ColumnCaches {
  /** By platform and station; the one asked for last stands last. */
  const caches = new Map<string, ColumnCache>()
  let asking: Promise<unknown> = Promise.resolve()

  const readIn = async (
    platform: string,
    stationIds: readonly string[],
    bounds: { since: Timestamp; most: number; last: number },
  ): Promise<void> => {
    if (stationIds.length === 0) return
    const rows = await readNewest(database, { platform, stationIds }, bounds)
    const byStation = Map.groupBy(rows, (row) => row[0])
    for (const stationId of stationIds) {
      caches.set(`${platform} ${stationId}`, fillCache(stationId, byStation.get(stationId) ?? [], bounds))
    }
  }

  /**
   * Brings the caches of these stations up to `last`; those that fell too far behind are read anew by
   * the callers that need them.
   */
  const catchUp = async (platform: string, list: readonly ColumnCache[], last: number): Promise<void> => {
    const after = Math.min(...list.map((cache) => cache.lastId))
    if (list.length === 0 || after >= last) return
    const place = { platform, stationIds: list.map((cache) => cache.stationId) }
    const news = await readAfter(database, place, { after, last, most: MOST_NEWS })
    const of = new Map(list.map((cache) => [cache.stationId, cache]))
    for (const [id, ...row] of news) {
      const cache = of.get(row[0])!
      if (id > cache.lastId) cache.add(row)
    }
    for (const cache of list) cache.lastId = last
    if (news.length === MOST_NEWS) for (const id of place.stationIds) caches.delete(`${platform} ${id}`)
  }

  const open: ColumnCaches['openHistory'] = async ({ platform, stationIds }, { since, most }) => {
    const find = (): ColumnCache[] => stationIds.flatMap((id) => caches.get(`${platform} ${id}`) ?? [])
    const last = await readLastId(database)
    await catchUp(platform, find(), last)
    const missing = stationIds.filter((id) => !caches.has(`${platform} ${id}`))
    // Twice an even share each: enough at once for most stations, and the busy ones are read deeper below.
    const depth = Math.max(LEAST_DEPTH, Math.ceil((2 * most) / stationIds.length))
    await readIn(platform, missing, { since, most: Math.min(depth, most), last })
    const reach = topNewest(find(), since, most).at
    const shallow = find().filter((cache) => cache.completeFrom > reach)
    // More observations can only move the cut later, so that what is read now is deep enough.
    await readIn(
      platform,
      shallow.map((cache) => cache.stationId),
      { since: reach, most, last },
    )
    const here = find()
    for (const cache of here) cache.forgetBefore(since)
    forgetOthers(here, platform)
    return viewWindow(here, topNewest(here, since, most))
  }

  /** Of the caches that no one asks for now the oldest go, until the rest is small enough. */
  const forgetOthers = (here: readonly ColumnCache[], platform: string): void => {
    for (const cache of here) {
      const key = `${platform} ${cache.stationId}`
      caches.delete(key)
      caches.set(key, cache)
    }
    let total = [...caches.values()].reduce((sum, cache) => sum + cache.size(), 0)
    for (const [key, cache] of caches) {
      if (total <= mostKept || here.includes(cache)) return
      caches.delete(key)
      total -= cache.size()
    }
  }

  return {
    // One at a time: questions that come together share what the first one reads.
    openHistory(place, newest) {
      const mine = asking.then(() => open(place, newest))
      asking = mine.catch(() => {})
      return mine
    },
  }
}

/** A column cache of rows that come newest first. */
function fillCache(
  stationId: string,
  rows: readonly Row[],
  { since, most, last }: { since: Timestamp; most: number; last: number },
): ColumnCache {
  const oldest = rows.at(-1)
  // Of those seen together with the oldest some may be missing.
  const completeFrom = rows.length < most || oldest === undefined ? since : Math.round(oldest[1]) + 1
  const cache = createColumnCache(stationId, completeFrom, last)
  for (let i = rows.length - 1; i >= 0; i--) cache.add(rows[i]!)
  return cache
}
