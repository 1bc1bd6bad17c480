import type pg from 'pg'

/**
 * Takes a job's turn unless one was taken within `everyMs`. Slightly less than the interval counts, so that
 * ticks a moment apart do not skip every other turn.
 */
export async function claimTurn(pool: pg.Pool, job: string, everyMs: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into job_runs as r (job, ran_at) values ($1, clock_timestamp())
     on conflict (job) do update set ran_at = excluded.ran_at
     where r.ran_at <= excluded.ran_at - $2 * 0.9 * interval '1 millisecond'`,
    [job, everyMs],
  )
  return rowCount === 1
}

/** Returns a turn: the job is due at once. */
export async function returnTurn(pool: pg.Pool, job: string): Promise<void> {
  await pool.query(`update job_runs set ran_at = '-infinity' where job = $1`, [job])
}

/** Since the last turn of each job, ms; infinite for one whose turn was returned. */
export async function readTurnAges(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ job: string; ageMs: number }>(
    `select job, case when ran_at = '-infinity' then 'infinity'::float8
       else 1000 * extract(epoch from clock_timestamp() - ran_at)::float8 end as "ageMs" from job_runs`,
  )
  return new Map(rows.map(({ job, ageMs }) => [job, ageMs]))
}
