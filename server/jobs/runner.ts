import type pg from 'pg'
import type { Clock } from '../kit/clock.ts'
import type { Journal } from '../kit/journal.ts'

/** One row of the table of recurring work. Its function may be called at any time, by any process, any number of times. */
export type Job = {
  /** `word.verb_noun`. */
  name: string
  everyMs: number
  run(): Promise<void>
}

/** Runs a table of jobs. */
export type Jobs = {
  /** Runs each job whose time has come, one turn for all processes; one that fails is told of and tried again. */
  runDue(): Promise<void>
  /** Stops the timer and waits for the jobs under way. */
  close(): Promise<void>
}

type RunnerDeps = { pool: pg.Pool; clock: Clock; journal: Journal; jobs: readonly Job[] }

const TICK_MS = 1_000

/**
 * Runs the jobs by the clock until it is closed, side by side: one that waits for a platform must not delay the daily stop. Several
 * processes may run them: whoever moves a job's row in `job_runs` first has this turn, and the next is due `everyMs` later by the
 * database's clock. A turn that fails is given back.
 */
export function startJobs({ pool, clock, journal, jobs }: RunnerDeps): Jobs {
  const underWay = new Map<string, Promise<void>>()
  const nextAt = new Map<string, number>()
  let closed = false
  let cancel: (() => void) | null = null

  const runOne = async (job: Job): Promise<void> => {
    const started = clock.now()
    nextAt.set(job.name, started + job.everyMs)
    try {
      if (!(await takeTurn(pool, job))) return
      await job.run().catch(async (error: unknown) => {
        await giveBack(pool, job)
        throw error
      })
      const ms = clock.now() - started
      if (ms > job.everyMs) journal.warn({ job: job.name, ms }, 'a job takes longer than its interval')
    } catch (error) {
      journal.warn({ job: job.name, err: error }, 'a job failed; it is tried again')
    }
  }

  const runDue = async (): Promise<void> => {
    for (const job of jobs) {
      if (closed || underWay.has(job.name) || clock.now() < (nextAt.get(job.name) ?? 0)) continue
      underWay.set(
        job.name,
        runOne(job).finally(() => underWay.delete(job.name)),
      )
    }
    await Promise.all(underWay.values())
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
      await Promise.all(underWay.values())
    },
  }
}

/** Whether this turn is ours. A little less than the interval counts, so that ticks a moment apart do not skip every other one. */
async function takeTurn(pool: pg.Pool, job: Job): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into job_runs as r (job, ran_at) values ($1, clock_timestamp())
     on conflict (job) do update set ran_at = excluded.ran_at
     where r.ran_at <= excluded.ran_at - $2 * 0.9 * interval '1 millisecond'`,
    [job.name, job.everyMs],
  )
  return rowCount === 1
}

async function giveBack(pool: pg.Pool, job: Job): Promise<void> {
  await pool.query(`update job_runs set ran_at = '-infinity' where job = $1`, [job.name]).catch(() => {})
}
