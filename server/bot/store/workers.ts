import { sql } from 'kysely'
import type { Phase } from '@madruga/core/bot-states.ts'
import type { Db } from '../model.ts'

/** A bot that names a process as its owner. */
export type OwnedBot = { driverId: string; gen: number; epoch: number; phase: Phase }

/** Notes that a process is alive and reads the bots that name it as their owner, in one statement. */
export async function listOwned(db: Db, workerId: string): Promise<OwnedBot[]> {
  const { rows } = await sql<OwnedBot>`
    with alive as (
      insert into workers (id) values (${workerId})
      on conflict (id) do update set seen_at = clock_timestamp()
    )
    select driver_id as "driverId", gen, epoch, phase from bots where owner = ${workerId}`.execute(db)
  return rows
}

/** Says that nobody searches for a bot which names this process, in this incarnation, as its owner. */
export async function releaseOwned(db: Db, workerId: string, driverId: string, epoch: number): Promise<void> {
  await sql`update bots set owner = null
    where driver_id = ${driverId} and owner = ${workerId} and epoch = ${epoch}`.execute(db)
}

/** Forgets a process that closes. */
export async function deleteWorker(db: Db, workerId: string): Promise<void> {
  await sql`delete from workers where id = ${workerId}`.execute(db)
}

/** Forgets workers that have been gone for a day. */
export async function deleteGoneWorkers(db: Db): Promise<void> {
  await sql`delete from workers where seen_at < clock_timestamp() - interval '1 day'`.execute(db)
}
