import type { LeasedSearch } from './leased-search.ts'
import type { OwnedBot } from '../store/workers.ts'

/** The bots that this process believes to own. */
export type Owned = {
  add(leased: LeasedSearch): void
  find(driverId: string): LeasedSearch | undefined
  all(): Iterable<LeasedSearch>
  size(): number
  remove(leased: LeasedSearch): void
  /** Removes a bot and ends the work on it. */
  end(leased: LeasedSearch, reason?: Error): void
  /** Ends what was ours before `asked` (monotonic) and is not ours by all rows that are. */
  compare(rows: readonly OwnedBot[], asked: number): void
  /** Ends those of these bots that were ours before `asked` (monotonic). */
  lose(driverIds: readonly string[], asked: number): void
  /**
   * Rows that name this process and are unknown here, as after a fault; seen twice, since the answer to a
   * claim may be under way.
   */
  findStrangers(rows: readonly OwnedBot[]): OwnedBot[]
  /** What was removed since the last call and had polled: each bot once, as it was last. */
  takeLeft(): LeasedSearch[]
  putBack(left: readonly LeasedSearch[]): void
}

/** Creates the set. */
export function createOwned(): Owned {
  const mine = new Map<string, LeasedSearch>()
  let strangers = new Map<string, number>()
  let endedSearches = new Map<string, LeasedSearch>()

  const remove = (leased: LeasedSearch): void => {
    if (mine.get(leased.driverId) !== leased) return
    mine.delete(leased.driverId)
    // One that never polled has nothing to tell, and must not hide what an earlier one has.
    if (leased.search?.hasBegun) endedSearches.set(leased.driverId, leased)
  }
  const end = (leased: LeasedSearch, reason?: Error): void => {
    remove(leased)
    leased.controller.abort(reason)
  }

  return {
    add(leased) {
      const before = mine.get(leased.driverId)
      if (before) end(before)
      mine.set(leased.driverId, leased)
    },
    find: (driverId) => mine.get(driverId),
    all: () => mine.values(),
    size: () => mine.size,
    remove,
    end,
    compare(rows, askedAt) {
      const byDriver = new Map(rows.map((row) => [row.driverId, row]))
      for (const leased of mine.values()) {
        const row = byDriver.get(leased.driverId)
        const isMine = row && row.gen === leased.gen && row.epoch === leased.epoch
        if (!isMine && leased.since < askedAt) end(leased)
      }
    },
    lose(driverIds, askedAt) {
      for (const driverId of driverIds) {
        const leased = mine.get(driverId)
        if (leased && leased.since < askedAt) end(leased)
      }
    },
    findStrangers(rows) {
      const unknown = rows.filter((row) => !mine.has(row.driverId))
      const again = unknown.filter((row) => strangers.get(row.driverId) === row.epoch)
      strangers = new Map(unknown.map((row) => [row.driverId, row.epoch]))
      return again
    },
    takeLeft() {
      const searches = [...endedSearches.values()]
      endedSearches = new Map()
      return searches
    },
    putBack(again) {
      for (const leased of again)
        if (!endedSearches.has(leased.driverId)) endedSearches.set(leased.driverId, leased)
    },
  }
}
