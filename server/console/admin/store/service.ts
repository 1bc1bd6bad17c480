import { sql } from 'kysely'
import { PHASES } from '@madruga/core/bot-states.ts'
import type { Phase } from '@madruga/core/bot-states.ts'
import { countOpenRequests } from '../../../people/support.ts'
import type { Db, ServiceFigures, ServiceState } from '../model.ts'

/** The switches. */
export async function readServiceState(db: Db): Promise<ServiceState> {
  return toState(await db.selectFrom('service_state').selectAll().executeTakeFirstOrThrow())
}

/** The switches, locked until the transaction ends. */
export async function lockServiceState(tx: Db): Promise<ServiceState> {
  return toState(await tx.selectFrom('service_state').selectAll().forUpdate().executeTakeFirstOrThrow())
}

export async function updateServiceState(tx: Db, state: ServiceState): Promise<void> {
  const { serverAvailable, killed, minimumAppVersion } = state
  await tx
    .updateTable('service_state')
    .set({ server_available: serverAvailable, killed, minimum_app_version: minimumAppVersion })
    .execute()
}

/** The fleet according to the rows. */
export async function readFigures(db: Db): Promise<Omit<ServiceFigures, 'messages'>> {
  const [state, drivers, openRequests, phases, starting, workers, jobs] = await Promise.all([
    readServiceState(db),
    countDrivers(db),
    countOpenRequests(db),
    readPhases(db),
    countStarting(db),
    readWorkers(db),
    readJobs(db),
  ])
  return { state, drivers, openRequests, phases, starting, workers, jobs }
}

async function countDrivers(db: Db): Promise<number> {
  const { rows } = await sql<{ drivers: number }>`
    select count(*) as drivers from drivers where status_cause <> 'demo'`.execute(db)
  return rows[0]?.drivers ?? 0
}

/**
 * A driver who never started has no row and no running bot. People of a closed demo are not part of the
 * fleet.
 */
export async function readPhases(db: Db): Promise<ServiceFigures['phases']> {
  const { rows } = await sql<{ phase: Phase; bots: number }>`
    select b.phase, count(*) as bots from bots b join drivers d on d.id = b.driver_id
    where d.status_cause <> 'demo' group by b.phase`.execute(db)
  const counts = new Map(rows.map((row) => [row.phase, row.bots]))
  return Object.fromEntries(
    PHASES.map((phase) => [phase, counts.get(phase) ?? 0]),
  ) as ServiceFigures['phases']
}

async function countStarting(db: Db): Promise<number> {
  const { rows } = await sql<{ starting: number }>`
    select count(*) as starting from bots where owner is null and phase in ('preparing', 'running')`.execute(
    db,
  )
  return rows[0]?.starting ?? 0
}

async function readWorkers(db: Db): Promise<ServiceFigures['workers']> {
  const { rows } = await sql<ServiceFigures['workers'][number]>`
    select w.id, w.seen_at as "seenAt",
      (select count(*) from bots b where b.owner = w.id) as bots, w.capacity
    from workers w order by w.seen_at desc, w.id`.execute(db)
  return rows
}

/** How many processes search. */
export async function readWorkerCount(db: Db): Promise<number> {
  const { rows } = await sql<{ workers: number }>`select count(*)::int as workers from workers`.execute(db)
  return rows[0]!.workers
}

/** When each job was last done, and its failures since; those that fail come first. */
async function readJobs(db: Db): Promise<ServiceFigures['jobs']> {
  const { rows } = await sql<ServiceFigures['jobs'][number]>`
    select job, coalesce(done_at, case when ran_at > '-infinity' then ran_at end) as "ranAt", failures,
      failed_at as "failedAt", last_error as "lastError",
      case when failures > 0 then retry_at end as "retryAt"
    from job_runs order by failures > 0 desc, job`.execute(db)
  return rows
}

function toState(row: {
  server_available: boolean
  killed: boolean
  minimum_app_version: string
}): ServiceState {
  return {
    serverAvailable: row.server_available,
    killed: row.killed,
    minimumAppVersion: row.minimum_app_version,
  }
}
