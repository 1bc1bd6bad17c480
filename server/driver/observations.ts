import { replayFilter } from '@madruga/core/filters.ts'
import type { Filter, Geography, Replay } from '@madruga/core/filters.ts'
import type { Offer, Variant } from '@madruga/core/offers.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { isOfferedToAll } from '@madruga/core/observations.ts'
import type { Observation } from '@madruga/core/observations.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Database, Tables } from '../db.ts'
import type { Clock } from '../kit/clock.ts'
import { createColumnCaches } from './observations/column-caches.ts'
import { deleteObservations, readLatest, readObservations, insertObservations } from './observations/store.ts'
import type { NumberedObservation, NewObservation } from './observations/store.ts'
import { readStationIds } from '../platforms.ts'
import { defineModule } from '../module.ts'
import type { Kysely } from 'kysely'
import { refusesData, startFlusher } from '../kit/flush.ts'

export { readSeenAt } from './observations/store.ts'

/** The declaration of observations. */
export const observations = defineModule({
  tables: ['observations'],
  retention: ({ observations: { forget } }: { observations: Pick<Observations, 'forget'> }) => [
    { tables: 'observations', forget },
  ],
})

/** What observations need from other modules. */
export type ObservationsDeps = {
  database: Database
  clock: Clock
  settings: Settings['observations']
  /** Called once per series of failures to write; the buffer is kept and retried. */
  onFault?: (error: unknown) => void
}

/** Where a driver works: the stations of one variant on one platform. */
export type Workplace = { platform: string; variant: Variant }

/**
 * What platforms offered, as first seen by any bot: one history for all drivers, without any driver in it.
 */
export type Observations = {
  /** Records offers that a bot sees now; personal ones are excluded. Never blocks and never throws. */
  note(platform: string, variant: Variant, offers: readonly Offer[], at: Timestamp): void
  /**
   * Observations at the driver's stations in a time span, end exclusive, in order; the newest ones if there
   * are more than a replay examines.
   */
  read(driverId: string, place: Workplace, span: { from: Timestamp; to: Timestamp }): Promise<Observation[]>
  /** Older observations are no longer stored. */
  oldest(): Timestamp
  /** What a filter would have done with the newest `most` observations at the driver's stations. */
  replay(
    driverId: string,
    place: Workplace,
    filter: Filter,
    options: { most: number; geography: Geography },
  ): Promise<Omit<Replay, 'places'>>
  /** The same at any stations of a platform, by the observations since a time. */
  replayAt(
    place: { platform: string; stationIds: readonly string[] },
    filter: Filter,
    options: { since: Timestamp; geography?: Geography },
  ): Promise<Omit<Replay, 'places'>>
  /** The newest observations since a time, at any station of a platform; newest first. */
  readLatest(platform: string, span: { since: Timestamp; most: number }): Promise<NumberedObservation[]>
  /** Deletes observations beyond their retention. */
  forget(): Promise<void>
  /** Writes the buffer now; for tests. */
  flush(): Promise<void>
  /** Writes the rest; rejects if that fails. */
  close(): Promise<void>
}

/** Number of maximum-size replays that fit into memory besides the running one: 40 MB. */
const KEPT_REPLAYS = 5
/** Of more offers, what each rule kept away is not worked out: that takes one more pass a rule. */
const MOST_EXPLAINED = 10_000
/** Rows per deletion; fewer deleted rows mean that none are left. */
const FORGOTTEN_AT_ONCE = 10_000

/** Opens the history: observations are buffered, written in batches, and read back from memory. */
export function createObservations({ database, clock, settings, onFault }: ObservationsDeps): Observations {
  const { kysely: db } = database
  const { keepDays, replayMost } = settings
  const recorder = createRecorder({ db, clock, ...(onFault && { onFault }) })
  const caches = createColumnCaches({ database, mostKept: KEPT_REPLAYS * replayMost })
  const oldest = (): Timestamp => clock.now() - keepDays * DAY_MS

  return {
    note: recorder.note,
    oldest,
    async read(driverId, { platform, variant }, { from, to }) {
      const stationIds = await readStationIds(db, driverId, platform, variant)
      return await readObservations(db, { platform, stationIds }, { from, to, most: replayMost })
    },
    async replay(driverId, { platform, variant }, filter, { most, geography }) {
      const stationIds = await readStationIds(db, driverId, platform, variant)
      const history = await caches.openHistory(
        { platform, stationIds },
        { since: oldest(), most: Math.min(most, replayMost) },
      )
      const { places: _, ...replay } = replayFilter(filter, history, {
        geography,
        blockers: history.length <= MOST_EXPLAINED,
      })
      return replay
    },
    async replayAt(place, filter, { since, geography }) {
      const history = await caches.openHistory(place, { since, most: replayMost })
      const { places: _, ...replay } = replayFilter(filter, history, geography && { geography })
      return replay
    },
    readLatest: (platform, span) => readLatest(db, platform, span),
    async forget() {
      while ((await deleteObservations(db, oldest(), FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE);
    },
    flush: recorder.flush,
    close: recorder.close,
  }
}

/** Records platform offers, outside the search's hot path. */
type Recorder = {
  /** Records offers seen just now; never blocks and never throws. */
  note(platform: string, variant: Variant, offers: readonly Offer[], at: Timestamp): void
  /** Writes the buffer now; rejects if the database fails (the buffer is kept). */
  flush(): Promise<void>
  close(): Promise<void>
  /** Recorded and not written yet. */
  size(): number
}

type RecorderDeps = {
  db: Kysely<Tables>
  clock: Clock
  flushMs?: number
  /** Beyond this many pending ones, new ones are dropped; some 300 bytes each. */
  mostWaiting?: number
  /** Called once per series of failures; the buffer stays. */
  onFault?: (error: unknown) => void
}

const ROWS_A_BATCH = 2_000
/**
 * Remembered offers of a platform, so that the bots of this process write each once; at most twice as many.
 */
const REMEMBERED = 50_000

/** A recorder that writes periodically until it is closed. */
function createRecorder(deps: RecorderDeps): Recorder {
  const { db, clock, flushMs = 1_000, mostWaiting = 50_000, onFault } = deps
  const notedAt = new Map<string, Memory>()
  let waiting: NewObservation[] = []

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, ROWS_A_BATCH)
      await writeTakable(db, batch)
      waiting = waiting.slice(batch.length)
    }
  }
  const flusher = startFlusher({ clock, everyMs: flushMs, write, ...(onFault && { onFault }) })

  return {
    note(platform, variant, offers, at) {
      let memory = notedAt.get(platform)
      if (memory === undefined) notedAt.set(platform, (memory = createMemory(REMEMBERED)))
      for (const offer of offers) {
        if (!isOfferedToAll(offer.kind) || waiting.length >= mostWaiting) continue
        if (memory.add(offer.id)) waiting.push({ platform, variant, offer, at })
      }
    },
    flush: flusher.flush,
    close: flusher.close,
    size: () => waiting.length,
  }
}

/**
 * Writes a batch; rows that the database permanently rejects, which only a hostile platform sends, are
 * skipped.
 */
async function writeTakable(db: Kysely<Tables>, batch: readonly NewObservation[]): Promise<void> {
  try {
    await insertObservations(db, batch)
  } catch (error) {
    if (!refusesData(error)) throw error
    if (batch.length === 1) return
    const half = batch.length >> 1
    await writeTakable(db, batch.slice(0, half))
    await writeTakable(db, batch.slice(half))
  }
}

/** Whether a key is new; remembers it. */
type Memory = { add(key: string): boolean }

/** Remembers the newest `most` to twice as many keys. */
function createMemory(most: number): Memory {
  let newer = new Set<string>()
  let older = new Set<string>()
  return {
    add(key) {
      if (newer.has(key) || older.has(key)) return false
      if (newer.size >= most) {
        older = newer
        newer = new Set()
      }
      newer.add(key)
      return true
    },
  }
}
