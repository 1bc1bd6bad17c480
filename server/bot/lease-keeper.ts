import type { Phase } from '@madruga/core/bot-states.ts'
import type { Clock } from '../kit/clock.ts'
import type { BotDeps } from './deps.ts'
import { notePolls } from './silence.ts'
import { listOwned, deleteWorker, releaseOwned } from './store/workers.ts'
import type { Db, LeasedSearch } from './model.ts'

/**
 * Lets a search go on only while the database has confirmed, within the last `LEASE_MS`, that this process
 * owns its bot. A process that was frozen or lost the database sends no further request.
 */
export type LeaseKeeper = {
  /** This process, as `bots.owner` names it. */
  workerId: string
  /** Adds a search that this process is about to own. */
  add(leased: LeasedSearch): void
  /** The row names this process as owner, in this incarnation. */
  confirm(leased: LeasedSearch, epoch: number): void
  remove(leased: LeasedSearch): void
  find(driverId: string): LeasedSearch | undefined
  /** Until when requests may go out (monotonic); each confirmation moves it. */
  readonly lease: { readonly until: number }
  /** A bot's row changed: ends its search here if it is over. */
  botChanged(driverId: string, gen: number, phase: Phase): void
  /** Asks the database about all searches of this process now. */
  check(): Promise<void>
  /** Ends all searches; nothing can be added any more. */
  close(): Promise<void>
}

/** Well below the shortest cooling down, so that no search is left when the driver reads Not Running. */
export const LEASE_MS = 5_000
const CHECK_MS = 1_000
/**
 * A worker not seen for so long has lost its searches. Longer than the lease, so that it has stopped before.
 */
export const OWNER_LOST_MS = 8_000

/** Why searches of a closing worker end: the engine runs them elsewhere. */
export class WorkerCloses extends Error {
  override name = 'WorkerCloses'
}

/**
 * A lease keeper that checks by itself each second until it is closed. `leases` is a connection of its own: a
 * check that waited behind thousands of starting searches would end them all. `monotonic` never jumps (ms).
 */
export function createLeaseKeeper(
  deps: BotDeps,
  leases: Db,
  workerId: string,
  monotonic: () => number = () => performance.now(),
): LeaseKeeper {
  const leasedSearches = new Map<string, LeasedSearch>()
  const lease = { until: monotonic() + LEASE_MS }
  let closed = false
  let noting: Promise<void> | null = null

  const end = (leased: LeasedSearch, reason?: Error): void => {
    if (leasedSearches.get(leased.driverId) === leased) leasedSearches.delete(leased.driverId)
    leased.controller.abort(reason)
  }

  const check = async (): Promise<void> => {
    const asked = monotonic()
    const rows = await listOwned(leases, workerId)
    lease.until = asked + LEASE_MS
    const owned = new Map(rows.map((row) => [row.driverId, row]))
    for (const leased of leasedSearches.values()) {
      const row = owned.get(leased.driverId)
      const mine = row && row.gen === leased.gen && row.epoch === leased.epoch && row.phase === 'running'
      if (!mine && leased.since < asked) end(leased)
    }
    await releaseOrphans(deps, workerId, [...owned.values()], leasedSearches)
    // Not awaited: a slow write must not cost the searches their lease.
    noting ??= notePolls(deps, leasedSearches.values())
      .catch((error: unknown) => deps.logger.warn({ error: String(error) }, 'polls not noted'))
      .finally(() => (noting = null))
  }

  const notConfirmed = (error: unknown): void =>
    deps.logger.warn({ error: String(error) }, 'searches not confirmed')

  const cancel = repeatEach(CHECK_MS, deps.clock, async () => {
    if (monotonic() > lease.until) {
      for (const leased of leasedSearches.values())
        end(leased, new Error('the database has not confirmed this search'))
    }
    await check().catch(notConfirmed)
  })

  return {
    workerId,
    add(leased) {
      if (closed) throw new WorkerCloses('this worker closes')
      const before = leasedSearches.get(leased.driverId)
      if (before) end(before)
      leasedSearches.set(leased.driverId, leased)
    },
    confirm(leased, epoch) {
      leased.epoch = epoch
      leased.since = monotonic()
    },
    remove(leased) {
      if (leasedSearches.get(leased.driverId) === leased) leasedSearches.delete(leased.driverId)
    },
    find: (driverId) => leasedSearches.get(driverId),
    lease,
    botChanged(driverId, gen, phase) {
      const leased = leasedSearches.get(driverId)
      if (!leased || gen < leased.gen) return
      if (gen > leased.gen) end(leased)
      // The announcement is of this run and may precede its search, since announcements come late: the row
      // decides.
      else if (phase !== 'running') check().catch(notConfirmed)
    },
    check,
    async close() {
      closed = true
      cancel()
      for (const leased of leasedSearches.values()) end(leased, new WorkerCloses('this worker closes'))
      await deleteWorker(leases, workerId).catch(() => {})
    },
  }
}

/**
 * Releases bots that name this process as their owner although it has no search for them, as after a fault
 * between claim and search.
 */
async function releaseOrphans(
  deps: BotDeps,
  workerId: string,
  owned: readonly { driverId: string; epoch: number }[],
  leasedSearches: ReadonlyMap<string, LeasedSearch>,
): Promise<void> {
  for (const { driverId, epoch } of owned) {
    if (leasedSearches.has(driverId)) continue
    await releaseOwned(deps.db, workerId, driverId, epoch)
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
