import { MINUTE_MS, SECOND_MS, toIso, type Timestamp } from '../time.ts'

/**
 * The requests of one instance, as all processes share them: a bucket that fills with time. Where requests
 * are short, what fills it is divided among the processes that wait, by their drivers.
 */
export type BudgetState = {
  /** Until when the bucket has been filled. */
  at: Timestamp
  /** Requests that no one waited for. */
  free: number
  processes: Record<string, ProcessShare>
  usage: BudgetUsage
  /** The server refused requests for its own limit until then; absent = it has not. */
  heldUntil?: Timestamp | undefined
  /** Requests of a year's months, such as `2026-11`, in UTC; absent = none was counted. */
  months?: Record<string, number> | undefined
}

type ProcessShare = {
  /** Requests set aside for it while it waits; below zero after it was lent one. */
  credit: number
  drivers: number
  waits: boolean
  at: Timestamp
}

/** Counts of the last hour: of `minute` of the clock and of the 59 before it, newest first. */
type BudgetUsage = { minute: number; sent: number[]; waited: number[]; refused: number[] }

/** What a process asks for. */
export type BudgetRequest = {
  process: string
  /** Drivers of the instance that search in this process. */
  drivers: number
  /** Requests that wait: accepts, and all others. */
  accepts: number
  others: number
  /** Requests that were given up unsent since it last asked. */
  refused: number
}

/** `retryAfterMs`: when asking again may bring more; 0 = everything was granted. */
export type BudgetGrant = { state: BudgetState; granted: number; retryAfterMs: number }

/** A granted request reaches the platform within this time or is not sent. */
export const SPEND_WITHIN_MS = 5 * SECOND_MS
/** The share of a minute's requests that may be sent at once. */
const BURST_SHARE = 0.1
/** At least this many: a poll, and the accept that it leads to. */
const LEAST_BURST = 2
/** The share of those that polls leave to accepts. */
const ACCEPT_SHARE = 0.25
/** A process that has not asked for so long waits no more; it asks at least this often while it does. */
const WAITS_MS = 3 * SECOND_MS
export const ASK_AGAIN_MS = SECOND_MS
/** A process that has not asked for so long has no drivers there. */
const GONE_MS = MINUTE_MS
const MINUTES = 60

/**
 * How the bucket fills. What is granted within a minute and `SPEND_WITHIN_MS`, and so what reaches the
 * platform within any minute, is at most the limit: a full bucket and what flows in, rounded down.
 */
function bucketOf(perMinute: number): { capacity: number; perMs: number } {
  const capacity = Math.max(Math.min(LEAST_BURST, perMinute), Math.floor(perMinute * BURST_SHARE))
  return { capacity, perMs: (perMinute + 0.99 - capacity) / (MINUTE_MS + SPEND_WITHIN_MS) }
}

/** What polls leave to accepts: nothing only where a single request is allowed at once. */
function reserveOf(capacity: number): number {
  return capacity < LEAST_BURST ? 0 : Math.max(1, Math.floor(capacity * ACCEPT_SHARE))
}

/** A full bucket, of which nothing was used. */
export function openBudget(perMinute: number, now: Timestamp): BudgetState {
  const usage = { minute: Math.floor(now / MINUTE_MS), sent: [], waited: [], refused: [] }
  return { at: now, free: bucketOf(perMinute).capacity, processes: {}, usage }
}

/** Grants a process what the bucket bears, accepts first. Pure; `now` is the database's time. */
export function debitBudget(
  before: BudgetState,
  perMinute: number,
  request: BudgetRequest,
  now: Timestamp,
): BudgetGrant {
  const at = Math.max(before.at, now)
  const heldMs = (before.heldUntil ?? 0) - at
  if (heldMs > 0) return { state: noteHeld(before, request, at), granted: 0, retryAfterMs: heldMs }
  const { capacity, perMs } = bucketOf(perMinute)
  const demand = request.accepts + request.others
  const waiting = collectWaiting(before, request, at)
  fill(waiting, { amount: (at - before.at) * perMs, capacity })
  const { mine } = waiting

  // What one was lent is missing from the bucket, whatever the others have set aside.
  const fromCredit = Math.min(demand, whole(mine.credit), whole(totalOf(waiting)))
  mine.credit -= fromCredit
  const reserve = reserveOf(capacity)
  const accepts = Math.max(0, request.accepts - fromCredit)
  const forAccepts = Math.min(accepts, whole(waiting.free), whole(totalOf(waiting)))
  waiting.free -= forAccepts
  const others = demand - fromCredit - accepts
  const forOthers = Math.min(others, whole(waiting.free - reserve), whole(totalOf(waiting) - reserve))
  waiting.free -= forOthers
  let grant = fromCredit + forAccepts + forOthers
  if (grant === 0 && demand > 0 && isNext(waiting, accepts > 0 ? 0 : reserve)) {
    mine.credit -= 1
    grant = 1
  }

  mine.waits = grant < demand
  if (!mine.waits) {
    waiting.free += mine.credit
    mine.credit = 0
  }
  const usage = countUsage(before.usage, at, [grant, demand - grant, request.refused])
  const months = countMonth(before.months, at, grant)
  const state: BudgetState = { at, free: waiting.free, processes: waiting.processes, usage, months }
  const flow = (perMs * mine.drivers) / waiting.drivers
  const missingMs = Math.max((1 - mine.credit) / flow, (1 - totalOf(waiting)) / perMs)
  const retryAfterMs = mine.waits ? Math.ceil(missingMs) : 0
  return { state, granted: grant, retryAfterMs }
}

/** Grants nothing before this time: the server has said so, whatever our own limit is. */
export function holdBudget(before: BudgetState, until: Timestamp): BudgetState {
  return { ...before, heldUntil: Math.max(before.heldUntil ?? 0, until) }
}

/** What was asked for while nothing is granted. The bucket fills meanwhile. */
function noteHeld(before: BudgetState, request: BudgetRequest, now: Timestamp): BudgetState {
  const credit = before.processes[request.process]?.credit ?? 0
  const demand = request.accepts + request.others
  const mine = { credit, drivers: Math.max(1, request.drivers), waits: demand > 0, at: now }
  return {
    ...before,
    processes: { ...before.processes, [request.process]: mine },
    usage: countUsage(before.usage, now, [0, demand, request.refused]),
  }
}

type Waiting = {
  free: number
  processes: Record<string, ProcessShare>
  mine: ProcessShare
  /** Of the processes that wait. */
  drivers: number
}

/** The processes that wait, the asking one among them; what others had set aside is free again. */
function collectWaiting(before: BudgetState, request: BudgetRequest, at: Timestamp): Waiting {
  let { free } = before
  let drivers = 0
  const processes: Record<string, ProcessShare> = {}
  const entry = before.processes[request.process]
  const mine = { credit: entry?.credit ?? 0, drivers: Math.max(1, request.drivers), waits: true, at }
  for (const [name, share] of Object.entries({ ...before.processes, [request.process]: mine })) {
    const waits = share.waits && at - share.at <= WAITS_MS
    if (!waits) free += share.credit
    if (waits) drivers += share.drivers
    if (name === request.process) processes[name] = mine
    else if (at - share.at <= GONE_MS) processes[name] = { ...share, waits, credit: waits ? share.credit : 0 }
  }
  return { free, processes, mine, drivers }
}

/** What flows in goes to the reserve of accepts first, then to those who wait, by their drivers. */
function fill(waiting: Waiting, { amount, capacity }: { amount: number; capacity: number }): void {
  const shares = Object.values(waiting.processes).filter(({ waits }) => waits)
  const total = totalOf(waiting)
  const reserve = reserveOf(capacity)
  // Negative once an operator has lowered the limit: what is too much is taken back.
  let rest = Math.min(amount, capacity - total)
  if (rest < 0) {
    waiting.free += rest
    return
  }
  const toReserve = Math.min(rest, Math.max(0, reserve - waiting.free))
  waiting.free += toReserve
  rest -= toReserve
  for (const share of shares) share.credit += (rest * share.drivers) / waiting.drivers
}

/**
 * Whether a process without a whole request of its own is lent one: there is one in all beside the reserve,
 * and none that waits has more set aside. Without this, many small shares would fill the bucket and no one
 * could go.
 */
function isNext(waiting: Waiting, reserve: number): boolean {
  const { processes, mine } = waiting
  const isFirst = Object.values(processes).every(({ waits, credit }) => !waits || credit <= mine.credit)
  return isFirst && whole(totalOf(waiting) - reserve) >= 1
}

function totalOf({ free, processes }: Waiting): number {
  return Object.values(processes).reduce((total, { waits, credit }) => total + (waits ? credit : 0), free)
}

/** Sums of fractions fall short of a whole number by rounding alone. */
function whole(requests: number): number {
  return Math.max(0, Math.floor(requests + 1e-9))
}

function countUsage(
  before: BudgetUsage,
  now: Timestamp,
  counts: readonly [number, number, number],
): BudgetUsage {
  const minute = Math.floor(now / MINUTE_MS)
  const minutes = Math.min(MINUTES, minute - before.minute)
  const add = (past: readonly number[], count: number): number[] => {
    const [latest = 0, ...older] = [...Array.from({ length: minutes }, () => 0), ...past]
    return [latest + count, ...older].slice(0, MINUTES)
  }
  const [sent, waited, refused] = counts
  return {
    minute: Math.max(minute, before.minute),
    sent: add(before.sent, sent),
    waited: add(before.waited, waited),
    refused: add(before.refused, refused),
  }
}

const MONTHS = 13

function countMonth(
  months: Readonly<Record<string, number>> = {},
  at: Timestamp,
  grant: number,
): Record<string, number> {
  const month = toIso(at).slice(0, 7)
  const counts = { ...months, [month]: (months[month] ?? 0) + grant }
  return Object.fromEntries(Object.entries(counts).toSorted().slice(-MONTHS))
}

/** What an operator sees of a budget. */
export type BudgetFigures = {
  /** Requests of the last minute and hour. */
  lastMinute: number
  lastHour: number
  /** Of the last hour: requests that had to wait, and that were given up unsent. */
  waited: number
  refused: number
  /** Drivers that search there, in all processes. */
  searching: number
}

/** Reads the figures of a budget; all zero for an instance from which nothing was requested yet. */
export function readBudget(state: BudgetState | null, now: Timestamp): BudgetFigures {
  if (state === null) return { lastMinute: 0, lastHour: 0, waited: 0, refused: 0, searching: 0 }
  const { sent, waited, refused } = countUsage(state.usage, now, [0, 0, 0])
  const share = (now % MINUTE_MS) / MINUTE_MS
  const here = Object.values(state.processes).filter(({ at }) => now - at <= GONE_MS)
  return {
    lastMinute: Math.round((sent[0] ?? 0) + (sent[1] ?? 0) * (1 - share)),
    lastHour: sum(sent),
    waited: sum(waited),
    refused: sum(refused),
    searching: sum(here.map(({ drivers }) => drivers)),
  }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Of an instance's requests, what polls may use; the rest is for signing in, reading back and accepting. */
const POLL_SHARE = 0.8

/**
 * One driver's fair share of an instance's requests, an hour: what a search there plans its polls by.
 * `searching`: drivers that search there now.
 */
export function shareOfBudget(perMinute: number, searching: number): number {
  return Math.max(1, Math.floor((perMinute * 60 * POLL_SHARE) / Math.max(1, searching)))
}
