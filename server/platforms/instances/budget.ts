import { ASK_AGAIN_MS, SPEND_WITHIN_MS } from '@madruga/core/instances.ts'
import type { BudgetGrant, BudgetRequest } from '@madruga/core/instances.ts'
import type { Clock } from '../../kit/clock.ts'
import type { RequestPriority, TakeRequest } from './fetch.ts'

export type InstanceBudgetDeps = {
  /** Names this process among all. */
  process: string
  /** Debits the budget that all processes share; null = nothing is to be sent. */
  debit(asked: BudgetRequest): Promise<BudgetGrant | null>
  /** Drivers that search there in this process. */
  drivers(): number
  clock: Clock
  /** Monotonic milliseconds. */
  monotonic?: () => number
  /** Called for the first debit that fails in a row. */
  onFault(error: unknown): void
}

/** This process's queue for the requests of one instance. */
export type InstanceBudget = {
  take: TakeRequest
  /** Gives up all that wait, and every later request. */
  close(): void
}

/** What goes first, and how long it waits before it is given up: an accept that is late is lost anyway. */
const RANKS: Record<RequestPriority, { rank: number; waitsMs: number }> = {
  accept: { rank: 0, waitsMs: 1_000 },
  read: { rank: 1, waitsMs: 10_000 },
  sign_in: { rank: 2, waitsMs: 10_000 },
  poll: { rank: 3, waitsMs: 5_000 },
}
/** A database that does not answer is asked again after this. */
const FAULT_MS = 1_000
/** Who was granted nothing asks again after this at the earliest. */
const LEAST_MS = 20
/** What a request that was given up is told to wait, where nothing better is known. */
const RETRY_MS = 5_000
/** Who was served when is remembered for this many drivers. */
const MOST_SERVED = 10_000

type Waiting = { rank: number; driver: string; until: number; settle(waitMs: number | null): void }

/** The requests of this process that wait. */
type Queue = {
  add(waiting: Waiting): void
  count(): { accepts: number; others: number }
  /** Lets the next `count` go: accepts first, among equals the driver who was served the longest ago. */
  serve(count: number): void
  /** Gives up those that waited until `now`, and tells how many they were. */
  giveUp(now: number, retryMs: number): number
}

function createQueue(): Queue {
  const served = new Map<string, number>()
  let waiting: Waiting[] = []
  let turns = 0
  return {
    add: (one) => waiting.push(one),
    count() {
      const accepts = waiting.filter(({ rank }) => rank === 0).length
      return { accepts, others: waiting.length - accepts }
    },
    serve(count) {
      // One at a time: a driver with many requests waits behind one with few.
      for (let left = count; left > 0 && waiting.length > 0; left--) {
        const next = waiting.reduce((first, each) => (goesBefore(each, first, served) ? each : first))
        waiting = waiting.filter((each) => each !== next)
        served.delete(next.driver)
        served.set(next.driver, ++turns)
        next.settle(null)
      }
      for (const driver of served.keys()) {
        if (served.size <= MOST_SERVED) break
        served.delete(driver)
      }
    },
    giveUp(now, retryMs) {
      const late = waiting.filter(({ until }) => until <= now)
      if (late.length > 0) waiting = waiting.filter(({ until }) => until > now)
      for (const { settle } of late) settle(retryMs)
      return late.length
    },
  }
}

function goesBefore(one: Waiting, other: Waiting, served: ReadonlyMap<string, number>): boolean {
  if (one.rank !== other.rank) return one.rank < other.rank
  return (served.get(one.driver) ?? 0) < (served.get(other.driver) ?? 0)
}

/**
 * Creates the queue. Requests are debited together, as many as wait at the time. Without the database nothing
 * is granted.
 */
export function createInstanceBudget(deps: InstanceBudgetDeps): InstanceBudget {
  const { clock, monotonic = () => performance.now() } = deps
  const queue = createQueue()
  let refused = 0
  let retryMs = RETRY_MS
  let isAsking = false
  let hasFailed = false
  let isClosed = false
  let cancel: (() => void) | null = null

  const giveUp = (until = monotonic()): void => {
    refused += queue.giveUp(until, retryMs)
  }

  const ask = async (): Promise<number> => {
    const from = monotonic()
    const told = refused
    const asked = { process: deps.process, drivers: deps.drivers(), ...queue.count(), refused }
    try {
      const grant = await deps.debit(asked)
      hasFailed = false
      refused -= told
      if (grant === null) return FAULT_MS
      retryMs = Math.max(grant.retryAfterMs, ASK_AGAIN_MS)
      // What was granted too long ago is no longer within the minute that it was counted in.
      if (monotonic() - from < SPEND_WITHIN_MS / 2) queue.serve(grant.granted)
      return Math.min(Math.max(grant.retryAfterMs, LEAST_MS), ASK_AGAIN_MS)
    } catch (error) {
      if (!hasFailed) deps.onFault(error)
      hasFailed = true
      return FAULT_MS
    }
  }

  const pump = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    cancel?.()
    cancel = null
    const againMs = await ask()
    isAsking = false
    giveUp()
    const { accepts, others } = queue.count()
    if (accepts + others > 0) cancel = clock.after(againMs, () => void pump())
  }

  return {
    take: (priority, driver) =>
      new Promise((resolve) => {
        if (isClosed) return resolve(RETRY_MS)
        const { rank, waitsMs } = RANKS[priority]
        const stop = clock.after(waitsMs, () => giveUp())
        const settle = (waitMs: number | null): void => {
          stop()
          resolve(waitMs)
        }
        queue.add({ rank, driver, until: monotonic() + waitsMs, settle })
        // An accept does not wait for the next turn.
        if (cancel === null || rank === 0) void pump()
      }),
    close() {
      isClosed = true
      cancel?.()
      giveUp(Number.POSITIVE_INFINITY)
    },
  }
}
