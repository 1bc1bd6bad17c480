/** Entry of jobs: the recurring work of all processes, and what is removed by its age. */
import type { Database } from './db.ts'
import type { Job } from './jobs/runner.ts'
import { readTurns } from './jobs/store.ts'

export { forgetAll, HALF_YEAR_MS } from './jobs/retentions.ts'
export type { Retention } from './jobs/retentions.ts'
export { startJobs } from './jobs/runner.ts'
export type { Job, JobObserver, Jobs } from './jobs/runner.ts'
export { retryJobs } from './jobs/store.ts'

/** How often a job runs, since when it was not done, and how often it has failed in a row, in any process. */
export type JobState = { name: string; everyMs: number; doneMsAgo: number | null; failures: number }

/** Reads the states of those jobs that ever ran. */
export async function readJobStates(pool: Database['pool'], jobs: readonly Job[]): Promise<JobState[]> {
  const turns = new Map((await readTurns(pool)).map((turn) => [turn.job, turn]))
  return jobs.flatMap(({ name, everyMs }) => {
    const turn = turns.get(name)
    return turn ? [{ name, everyMs, doneMsAgo: turn.doneMsAgo, failures: turn.failures }] : []
  })
}
