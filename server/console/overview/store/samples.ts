import { sql } from 'kysely'
import { PHASES } from '@madruga/core/bot-states.ts'
import type { Phase } from '@madruga/core/bot-states.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { deleteOlder } from '../../../db.ts'
import type { Db } from '../model.ts'

/** Samples are taken on this grid, so that two processes store one. */
const GRID_MS = 5 * 60_000

/** How many bots were in each state at one time; means where several samples are shown as one. */
export type Sample = { at: Timestamp; phases: Record<Phase, number>; silent: number }

/** Stores how many bots are in each state; a second sample of the same five minutes is ignored. */
export async function insertSample(
  db: Db,
  { now, phases, silent }: Pick<Sample, 'phases' | 'silent'> & { now: Timestamp },
): Promise<void> {
  await db
    .insertInto('fleet_samples')
    .values({ at: new Date(now - (now % GRID_MS)), ...phases, silent })
    .onConflict((conflict) => conflict.column('at').doNothing())
    .execute()
}

/** The samples since an instant, the means of every `everyMs`, oldest first. */
export async function readSamples(
  db: Db,
  { since, everyMs }: { since: Timestamp; everyMs: number },
): Promise<Sample[]> {
  const means = sql.join(
    PHASES.map((phase) => sql`${sql.lit(phase)}, round(avg(${sql.ref(phase)}), 1)::float8`),
    sql`, `,
  )
  const { rows } = await sql<Sample>`
    select date_bin(${everyMs} * interval '1 millisecond', at, timestamptz '2024-01-01 00:00Z') as at,
      json_build_object(${means}) as phases, max(silent) as silent
    from fleet_samples where at >= ${new Date(since)} group by 1 order by 1`.execute(db)
  return rows
}

/** Deletes samples from before an instant. */
export async function forgetSamples(db: Db, before: Timestamp): Promise<void> {
  await deleteOlder(db, { table: 'fleet_samples', column: 'at' }, before)
}
