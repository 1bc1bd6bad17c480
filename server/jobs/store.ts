import type pg from 'pg'

/**
 * Takes a job's turn unless one was taken within `everyMs`, or it waits after a failure; answers how often it
 * has failed in a row, null if the turn is not to be had. Slightly less than the interval counts, so that
 * ticks a moment apart do not skip every other turn.
 */
export async function claimTurn(pool: pg.Pool, job: string, everyMs: number): Promise<number | null> {
  const { rows } = await pool.query<{ failures: number }>(
    `insert into job_runs as r (job, ran_at) values ($1, clock_timestamp())
     on conflict (job) do update set ran_at = excluded.ran_at
     where r.ran_at <= excluded.ran_at - $2 * 0.9 * interval '1 millisecond'
       and (r.retry_at is null or r.retry_at <= excluded.ran_at)
     returning failures`,
    [job, everyMs],
  )
  return rows[0]?.failures ?? null
}

/** Stores that a turn is done. */
export async function noteDone(pool: pg.Pool, job: string): Promise<void> {
  await pool.query(
    `update job_runs set done_at = clock_timestamp(), failures = 0, retry_at = null where job = $1`,
    [job],
  )
}

/** Returns a turn that failed: the job is due again after `waitMs`, in any process. */
export async function noteFailure(
  pool: pg.Pool,
  job: string,
  { error, waitMs }: { error: string; waitMs: number },
): Promise<void> {
  await pool.query(
    `update job_runs set ran_at = '-infinity', failures = failures + 1, failed_at = clock_timestamp(),
       last_error = $2, retry_at = clock_timestamp() + $3 * interval '1 millisecond' where job = $1`,
    [job, error, waitMs],
  )
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
