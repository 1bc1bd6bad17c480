import type pg from 'pg'
import type { Clock } from '../kit/clock.ts'
import { redact } from '../kit/logger.ts'
import type { Logger } from '../kit/logger.ts'
import { claimTurn, noteDone, noteFailure } from './store.ts'

/** One row of the job table. Any process may call its function at any time, any number of times. */
export type Job = {
  /** `module.verb_noun`. */
  name: string
  everyMs: number
  /** It calls an external service (a platform, the gateway, mail), which may be slow. */
  asksOutside?: true
  run(): Promise<void>
}

/** Receives each run of a job in this process: how long it took, and whether it failed. */
export type JobObserver = { ran(job: string, ms: number, outcome: 'done' | 'failed'): void }

/** Runs a table of jobs. */
export type Jobs = {
  /** Runs each due job, one turn for all processes; a failed one is reported and tried again. */
  runDue(): Promise<void>
  /** Stops the timer and waits for running jobs. */
  close(): Promise<void>
}

type RunnerDeps = {
  pool: pg.Pool
  clock: Clock
  logger: Logger
  jobs: readonly Job[]
  observe?: JobObserver
  /** No turn begins before it is settled; default: at once. */
  after?: Promise<void>
  /** From 0 to 1, for waits after a failure; default `Math.random`. */
  random?: () => number
}

const TICK_MS = 1_000
/** Concurrent jobs: fewer than the pool has connections, which requests need too. */
export const AT_ONCE = 6
/** Of these, jobs that call external services: a platform that hangs must not delay the daily stop. */
export const OUTSIDE_AT_ONCE = 4
/** A job that runs for longer gives its place to others that are due, and continues. */
const SLOW_MS = 10_000
/** After a failure: doubled for each in a row, up to the most, and shortened by chance to a half. */
const RETRY = { firstMs: 2_000, mostMs: 60_000 }
/** So often a process looks whether its job that failed is due: an operator may retry it at once. */
const LOOK_MS = 5_000
/** So much of an error is kept for operators. */
const ERROR_CHARACTERS = 500
/** The first turns are spread over this time, so that a start does not run everything at once. */
const SPREAD_MS = 10_000

/**
 * Runs the jobs by the clock until it is closed, several at once, the most overdue first. Any number of
 * processes may run them: the first to update a job's row in `job_runs` has this turn, and the next is due
 * `everyMs` later by the database's clock. A failed turn is tried again, in any process, after a wait that
 * doubles with each failure in a row; its error is kept for operators. Two conditions are reported
 * separately: a job that starts a whole interval late (the process is overloaded), and one that runs longer
 * than its interval (the job is slow).
 */
export function startJobs(deps: RunnerDeps): Jobs {
  const { clock, logger, jobs } = deps
  const [failing, underWay] = [new Set<Job>(), new Map<Job, { since: number; over: Promise<void> }>()]
  const dueAt = firstTurns(jobs, clock.now())
  let waiting: Job[] = []
  let closed = false
  let cancel: (() => void) | null = null
  const due = (job: Job): number => dueAt.get(job) ?? 0

  const runOne = async (job: Job): Promise<void> => {
    const lateMs = clock.now() - due(job)
    dueAt.set(job, clock.now() + job.everyMs)
    try {
      const waitMs = lookAgainIn(failing, job, await takeTurn(deps, job, lateMs))
      if (waitMs !== null) dueAt.set(job, clock.now() + waitMs)
    } catch (error) {
      logger.warn({ job: job.name, err: error }, FAILED)
    }
  }

  const isQuick = (since: number): boolean => clock.now() - since < SLOW_MS
  const taken = (only: (job: Job) => boolean): number =>
    [...underWay].filter(([job, { since }]) => only(job) && isQuick(since)).length

  const mayStart = (job: Job): boolean =>
    !job.asksOutside || taken((one) => one.asksOutside === true) < OUTSIDE_AT_ONCE

  const next = (): Job | undefined =>
    closed || taken(() => true) >= AT_ONCE ? undefined : waiting.find(mayStart)

  const startNext = (): void => {
    for (let job = next(); job !== undefined; job = next()) begin(job)
  }

  const begin = (job: Job): void => {
    waiting = waiting.filter((one) => one !== job)
    const end = (): void => {
      underWay.delete(job)
      startNext()
    }
    underWay.set(job, { since: clock.now(), over: runOne(job).finally(end) })
  }

  const allOver = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ over }) => over))
  }

  const runDue = async (): Promise<void> => {
    const now = clock.now()
    waiting = jobs
      .filter((job) => !underWay.has(job) && due(job) <= now)
      .toSorted((one, other) => due(one) - due(other))
    startNext()
    await allOver()
  }

  const tick = (): void => {
    cancel = clock.after(TICK_MS, () => {
      void runDue()
      tick()
    })
  }
  const start = (): void => {
    if (closed) return
    for (const [job, at] of firstTurns(jobs, clock.now())) dueAt.set(job, at)
    tick()
  }
  if (deps.after) deps.after.then(start, start)
  else start()

  return {
    runDue,
    async close() {
      closed = true
      cancel?.()
      await allOver()
    },
  }
}

const FAILED = 'a job failed; it is tried again'

/** What became of a job's turn: it failed and waits so long for the next try, or this process had none. */
type Came = 'done' | 'not_ours' | { retryMs: number }

/** In how many ms a process looks again whether it has a job's turn; null = by the job's interval. */
function lookAgainIn(failing: Set<Job>, job: Job, came: Came): number | null {
  if (came === 'done') failing.delete(job)
  else if (came !== 'not_ours') failing.add(job)
  if (!failing.has(job)) return null
  return Math.min(job.everyMs, LOOK_MS, typeof came === 'object' ? came.retryMs : LOOK_MS)
}

/** Runs a job if this process has its turn. */
async function takeTurn(
  { pool, clock, logger, observe, random = Math.random }: RunnerDeps,
  job: Job,
  lateMs: number,
): Promise<Came> {
  const turn = await claimTurn(pool, job.name, job.everyMs)
  if (turn === null) return 'not_ours'
  if (lateMs > job.everyMs + TICK_MS) logger.warn({ job: job.name, lateMs }, 'a job starts late')
  const started = clock.now()
  try {
    await job.run()
  } catch (error) {
    observe?.ran(job.name, clock.now() - started, 'failed')
    logger.warn({ job: job.name, err: error }, FAILED)
    const waitMs = retryAfter(turn.failures + 1, random())
    await noteFailure(pool, turn, { error: describe(error), waitMs })
    return { retryMs: waitMs }
  }
  const ms = clock.now() - started
  observe?.ran(job.name, ms, 'done')
  if (ms > job.everyMs) logger.warn({ job: job.name, ms }, 'a job takes longer than its interval')
  await noteDone(pool, turn)
  return 'done'
}

/** How long a job waits after this many failures in a row; `chance` from 0 to 1. */
export function retryAfter(failures: number, chance: number): number {
  return Math.min(RETRY.firstMs * 2 ** (failures - 1), RETRY.mostMs) * (1 - chance / 2)
}

function describe(error: unknown): string {
  return String(redact(String(error))).slice(0, ERROR_CHARACTERS)
}

/** When each job is first due: in the order of the table, spread over part of its interval. */
function firstTurns(jobs: readonly Job[], now: number): Map<Job, number> {
  return new Map(
    jobs.map((job, place) => [job, now + (Math.min(job.everyMs, SPREAD_MS) * place) / jobs.length]),
  )
}
