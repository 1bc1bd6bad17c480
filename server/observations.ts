import { replayFilter } from '@madruga/core/filters.ts'
import type { Filter, Geography, Replay } from '@madruga/core/filters.ts'
import type { Offer, Variant } from '@madruga/core/offers.ts'
import type { Settings } from '@madruga/core/settings.ts'
import type { Observation } from '@madruga/core/observations.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Database } from './db.ts'
import type { Clock } from './kit/clock.ts'
import { createRecorder } from './observations/record.ts'
import { createShelves } from './observations/shelves.ts'
import { deleteObservations, readObservations } from './observations/store.ts'
import { readStationIds } from './platforms.ts'

export { readSeenAt } from './observations/store.ts'

/** What observations need of the rest of the house. */
export type ObservationsDeps = {
  database: Database
  clock: Clock
  settings: Settings['observations']
  /** Told once per failure in a row to write what was noted; it is kept and tried again. */
  onFault?: (error: unknown) => void
}

/** Where a driver works: the stations of one variant at one platform. */
export type Workplace = { platform: string; variant: Variant }

/** What platforms offered, seen first by whichever bot: one history for all drivers, and of none. */
export type Observations = {
  /**
   * Notes offers that a bot sees now; those made to one driver alone are left out. Never waits and never
   * throws.
   */
  note(platform: string, variant: Variant, offers: readonly Offer[], at: Timestamp): void
  /**
   * What was seen at the driver's stations from one instant until before another, in the order of sight; the
   * newest where there are more than a replay looks at.
   */
  read(driverId: string, place: Workplace, span: { from: Timestamp; to: Timestamp }): Promise<Observation[]>
  /** What was seen before is not kept any more. */
  oldest(): Timestamp
  /** What a filter would have made of the newest `most` observations at the driver's stations. */
  replay(
    driverId: string,
    place: Workplace,
    filter: Filter,
    options: { most: number; geography: Geography },
  ): Promise<Omit<Replay, 'places'>>
  /** Removes what is older than the service keeps. */
  forget(): Promise<void>
  /** Writes what is noted now; for tests. */
  flush(): Promise<void>
  /** Writes the rest; rejects when that fails. */
  close(): Promise<void>
}

/** So many replays of the longest kind fit into memory beside the one under way: 40 MB. */
const KEPT_REPLAYS = 5
/** A removal of this many took them all. */
const FORGOTTEN_AT_ONCE = 10_000

/** Opens the history: notes are buffered and written in batches, and read back from memory. */
export function createObservations({ database, clock, settings, onFault }: ObservationsDeps): Observations {
  const { kysely: db } = database
  const { keepDays, replayMost } = settings
  const recorder = createRecorder({ db, clock, ...(onFault && { onFault }) })
  const shelves = createShelves({ database, mostKept: KEPT_REPLAYS * replayMost })
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
      const history = await shelves.openHistory(
        { platform, stationIds },
        { since: oldest(), most: Math.min(most, replayMost) },
      )
      const { places: _, ...replay } = replayFilter(filter, history, { geography })
      return replay
    },
    async forget() {
      while ((await deleteObservations(db, oldest(), FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE);
    },
    flush: recorder.flush,
    close: recorder.close,
  }
}
