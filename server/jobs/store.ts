import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../db.ts'

/** A job's turn of one process: since when it is its own, as the database writes it. */
type Turn = { job: string; ranAt: string }

/**
 * Takes a job's turn unless one was taken within `everyMs`, or it waits after a failure; answers it with how
 * often the job has failed in a row, null if the turn is not to be had. Slightly less than the interval
 * counts, so that ticks a moment apart do not skip every other turn.
 */
export async function claimTurn(
  pool: pg.Pool,
  job: string,
  everyMs: number,
): Promise<(Turn & { failures: number }) | null> {
  const { rows } = await pool.query<Turn & { failures: number }>(
    `insert into job_runs as r (job, ran_at) values ($1, clock_timestamp())
     on conflict (job) do update set ran_at = excluded.ran_at
     where r.ran_at <= excluded.ran_at - $2 * 0.9 * interval '1 millisecond'
       and (r.retry_at is null or r.retry_at <= excluded.ran_at)
     returning job, failures, ran_at::text as "ranAt"`,
    [job, everyMs],
  )
  return rows[0] ?? null
}

/** Stores that a turn is done. Failures since are another process's, which took the next turn. */
export async function noteDone(pool: pg.Pool, { job, ranAt }: Turn): Promise<void> {
  await pool.query(
    `update job_runs set done_at = clock_timestamp(),
       failures = case when ran_at = $2::text::timestamptz then 0 else failures end,
       retry_at = case when ran_at = $2::text::timestamptz then null else retry_at end where job = $1`,
    [job, ranAt],
  )
}

/** Returns a turn that failed, unless the next one was taken: the job is due after `waitMs`, anywhere. */
export async function noteFailure(
  pool: pg.Pool,
  { job, ranAt }: Turn,
  { error, waitMs }: { error: string; waitMs: number },
): Promise<void> {
  await pool.query(
    `update job_runs set ran_at = '-infinity', failures = failures + 1, failed_at = clock_timestamp(),
       last_error = $2, retry_at = clock_timestamp() + $3 * interval '1 millisecond'
     where job = $1 and ran_at = $4::text::timestamptz`,
    [job, error, waitMs, ranAt],
  )
}

/** Makes a job that fails due now, or all (null) that do; answers how many those were. */
export async function retryJobs(tx: Kysely<Tables>, job: string | null): Promise<number> {
  const { numAffectedRows } = await sql`
    update job_runs set ran_at = '-infinity', retry_at = null
    where failures > 0 and (${job}::text is null or job = ${job})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** A job's last turn that was done, and how often it has failed in a row since. */
export type TurnState = { job: string; doneMsAgo: number | null; failures: number }

/**
 * Reads all jobs that ever ran; `doneMsAgo` is null for one that never succeeded. A turn without an end or a
 * failure, such as one of a release that noted neither, counts as done.
 */
export async function readTurns(pool: pg.Pool): Promise<TurnState[]> {
  const { rows } = await pool.query<TurnState>(
    `select job, failures, 1000 * extract(epoch from clock_timestamp()
       - coalesce(done_at, case when failures = 0 then nullif(ran_at, '-infinity') end))::float8 as "doneMsAgo"
     from job_runs`,
  )
  return rows
}
