import type { Phase } from '@madruga/core/bot-states.ts'
import type { Clock } from '../../kit/clock.ts'
import type { BotDeps } from '../deps.ts'
import type { LeasedSearch } from './leased-search.ts'
import type { Db } from '../model.ts'
import { storePolls } from '../search/silence.ts'
import { isAtWork } from '../store/bots.ts'
import { createOwned } from './owned.ts'
import type { Owned } from './owned.ts'
import { beat, deleteWorker, freeBots } from '../store/workers.ts'
import type { Beat, OwnedBot } from '../store/workers.ts'

/**
 * Lets requests go out only while the database has confirmed, within the length of a lease, that this process
 * lives. A process that was frozen, or that lost the database, pauses; what others have not taken by then
 * continues.
 */
export type LeaseKeeper = {
  /** Adds a bot that this process has claimed. */
  add(leased: LeasedSearch): void
  remove(leased: LeasedSearch): void
  /** Bots of this process. */
  size(): number
  /** Until when requests may go out (monotonic); each beat moves it. */
  readonly lease: { readonly until: number }
  /** A bot's row changed: ends its search here if it is over. */
  botChanged(driverId: string, gen: number, phase: Phase): void
  /** Beats now. */
  check(): Promise<void>
  /**
   * Rows may name this process without its knowing, after an error or an answer that came late: the next
   * beats read them all.
   */
  doubt(error?: unknown): void
  /** Ends all searches; nothing can be added any more. */
  endAll(): void
  /** Stores what was sent and forgets this process, which frees its bots. */
  close(): Promise<void>
}

/** How often a worker renews its lease, and how long a renewed one lasts, ms of its clock. */
export type LeasePace = { beatMs: number; leaseMs: number }

/** Well below the shortest cooling down, so that no search is left when the driver reads Not Running. */
export const LEASE_PACE: LeasePace = { beatMs: 1_000, leaseMs: 3_000 }
/** A worker not seen for so long has lost its bots. Longer than the lease, so that it has paused before. */
export const WORKER_LOST_MS = 5_000

/** How often a beat reads all rows of this process; the others read what changed. */
const COMPARE_MS = 10_000
/** A step may commit so much later than the time that it writes. */
const COMMIT_MS = 3_000
/** Beats that read all rows after a doubt: what is unknown twice is freed. */
const DOUBTED_BEATS = 2

/** Why searches of a closing worker end: other workers claim them. */
export class WorkerCloses extends Error {
  override name = 'WorkerCloses'
}

type KeeperOptions = {
  /** Its own connection: a beat that waited behind starting searches would pause all others. */
  leases: Db
  workerId: string
  startsPerSecond: number
  pace: LeasePace
  /** How many bots this process has room for now. */
  capacity(): number
  onBeat(told: Beat): void
  /** Never jumps, ms. */
  monotonic(): number
}

/** A lease keeper that beats at its pace until it is closed. */
export function createLeaseKeeper(deps: BotDeps, options: KeeperOptions): LeaseKeeper {
  const { leases, workerId, pace, onBeat, monotonic } = options
  const owned = createOwned()
  const lease = { until: monotonic() + pace.leaseMs }
  let isClosed = false
  const beats = createBeats(options, owned)
  let storing: Promise<void> | null = null
  let checking: Promise<void> | null = null

  const storeSent = async (): Promise<void> => {
    const endedSearches = owned.takeLeft()
    try {
      await storePolls(deps, endedSearches, true)
      await storePolls(deps, owned.all())
    } catch (error) {
      owned.putBack(endedSearches)
      deps.logger.warn({ error: String(error) }, 'polls not stored')
    }
  }

  const check = async (): Promise<void> => {
    const askedAt = monotonic()
    const { answer, strangers } = await beats.next(askedAt)
    lease.until = askedAt + pace.leaseMs
    if (isClosed) return
    onBeat(answer)
    if (strangers.length > 0) await freeBots(leases, workerId, strangers)
    // Not awaited: a slow write must not cost the searches their lease.
    storing ??= storeSent().finally(() => (storing = null))
  }

  const notConfirmed = (error: unknown): void =>
    deps.logger.warn({ error: String(error) }, 'the database does not confirm this worker')
  const checkSoon = (): Promise<void> =>
    (checking ??= check()
      .catch(notConfirmed)
      .finally(() => (checking = null)))
  const stopBeating = repeatEach(pace.beatMs, deps.clock, checkSoon)

  return {
    add(leased) {
      if (isClosed) throw new WorkerCloses('this worker closes')
      owned.add(leased)
    },
    remove: owned.remove,
    size: owned.size,
    lease,
    botChanged(driverId, gen, phase) {
      const leased = owned.find(driverId)
      if (!leased || gen < leased.gen) return
      if (gen > leased.gen) owned.end(leased)
      // The announcement is of this run and may precede our claim, since announcements come late: the row
      // decides.
      else if (!isAtWork(phase)) void checkSoon()
    },
    check,
    doubt(error) {
      beats.doubt()
      if (error !== undefined) deps.logger.warn({ error: String(error) }, 'no bots are claimed or freed now')
    },
    endAll() {
      isClosed = true
      for (const leased of owned.all()) owned.end(leased, new WorkerCloses('this worker closes'))
    },
    async close() {
      stopBeating()
      await checking
      await storing
      await storeSent()
      await deleteWorker(leases, workerId).catch(notConfirmed)
    },
  }
}

/** The beats of a worker. Each ends what `owned` has and the rows do not; answers what they have alone. */
function createBeats(
  { leases, workerId: id, startsPerSecond, capacity }: KeeperOptions,
  owned: Owned,
): { next(asked: number): Promise<{ answer: Beat; strangers: OwnedBot[] }>; doubt(): void } {
  let doubts = DOUBTED_BEATS
  /** When a beat was asked for last, and one that read all rows, monotonic. */
  let [beatAt, comparedAt] = [0, 0]
  const doubt = (): void => void (doubts = DOUBTED_BEATS)

  const ask = (askedAt: number, isWhole: boolean): Promise<Beat> => {
    const worker = { id, capacity: capacity(), startsPerSecond, held: owned.size() }
    const changedMs = isWhole ? null : askedAt - beatAt + COMMIT_MS
    return beat(leases, worker, { lostMs: WORKER_LOST_MS, changedMs })
  }
  /** Others may have the bots of a worker that was forgotten: then all rows are read at once. */
  const askOnce = async (askedAt: number): Promise<Beat> => {
    const isWhole = doubts > 0 || askedAt - comparedAt >= COMPARE_MS
    const answer = await ask(askedAt, isWhole)
    return answer.isNew && !isWhole ? await ask(askedAt, true) : answer
  }

  return {
    doubt,
    async next(askedAt) {
      const answer = await askOnce(askedAt).catch((error: unknown) => {
        doubt()
        throw error
      })
      beatAt = askedAt
      if (answer.owned === null) {
        owned.lose(answer.strange, askedAt)
        return { answer, strangers: [] }
      }
      comparedAt = askedAt
      // Rows that are unknown here are read once more: the answer to their claim may be under way.
      doubts = Math.max(answer.owned.length > owned.size() ? 1 : 0, doubts - 1)
      owned.compare(answer.owned, askedAt)
      return { answer, strangers: owned.findStrangers(answer.owned) }
    },
  }
}

/** Repeats the work `ms` after each end of it, until the returned function is called. */
function repeatEach(ms: number, clock: Clock, work: () => Promise<void>): () => void {
  let over = false
  let cancel: (() => void) | null = null
  const arm = (): void => {
    cancel = clock.after(ms, () => {
      void work().finally(() => {
        if (!over) arm()
      })
    })
  }
  arm()
  return () => {
    over = true
    cancel?.()
  }
}
