import type pg from 'pg'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import { claimTurn, returnTurn } from './store.ts'

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
  /** Runs each due job, one turn for all processes; a failed one is reported and retried. */
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
}

const TICK_MS = 1_000
/** Concurrent jobs: fewer than the pool has connections, which requests need too. */
export const AT_ONCE = 6
/** Of these, jobs that call external services: a platform that hangs must not delay the daily stop. */
export const OUTSIDE_AT_ONCE = 4
/** The first turns are spread over this time, so that a start does not run everything at once. */
const SPREAD_MS = 10_000

/**
 * Runs the jobs by the clock until it is closed, several at once, the most overdue first. Any number of
 * processes may run them: the first to update a job's row in `job_runs` has this turn, and the next is due
 * `everyMs` later by the database's clock. A failed turn is returned. Two conditions are reported separately:
 * a job that starts a whole interval late (the process is overloaded), and one that runs longer than its
 * interval (the job is slow).
 */
export function startJobs({ pool, clock, logger, jobs, observe }: RunnerDeps): Jobs {
  const underWay = new Map<Job, Promise<void>>()
  const dueAt = firstTurns(jobs, clock.now())
  let waiting: Job[] = []
  let closed = false
  let cancel: (() => void) | null = null
  const due = (job: Job): number => dueAt.get(job) ?? 0

  const runOne = async (job: Job): Promise<void> => {
    const lateMs = clock.now() - due(job)
    dueAt.set(job, clock.now() + job.everyMs)
    try {
      if (!(await claimTurn(pool, job.name, job.everyMs))) return
      if (lateMs > job.everyMs + TICK_MS) logger.warn({ job: job.name, lateMs }, 'a job starts late')
      const started = clock.now()
      await job.run().catch(async (error: unknown) => {
        observe?.ran(job.name, clock.now() - started, 'failed')
        await returnTurn(pool, job.name).catch(() => {})
        throw error
      })
      const ms = clock.now() - started
      observe?.ran(job.name, ms, 'done')
      if (ms > job.everyMs) logger.warn({ job: job.name, ms }, 'a job takes longer than its interval')
    } catch (error) {
      logger.warn({ job: job.name, err: error }, 'a job failed; it is tried again')
    }
  }

  const mayStart = (job: Job): boolean =>
    !job.asksOutside || [...underWay.keys()].filter((one) => one.asksOutside).length < OUTSIDE_AT_ONCE

  const next = (): Job | undefined =>
    closed || underWay.size >= AT_ONCE ? undefined : waiting.find(mayStart)

  const startNext = (): void => {
    for (let job = next(); job !== undefined; job = next()) begin(job)
  }

  const begin = (job: Job): void => {
    waiting = waiting.filter((one) => one !== job)
    const end = (): void => {
      underWay.delete(job)
      startNext()
    }
    underWay.set(job, runOne(job).finally(end))
  }

  const allOver = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay.values())
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
  tick()

  return {
    runDue,
    async close() {
      closed = true
      cancel?.()
      await allOver()
    },
  }
}

/** When each job is first due: in the order of the table, spread over part of its interval. */
function firstTurns(jobs: readonly Job[], now: number): Map<Job, number> {
  return new Map(
    jobs.map((job, place) => [job, now + (Math.min(job.everyMs, SPREAD_MS) * place) / jobs.length]),
  )
}
