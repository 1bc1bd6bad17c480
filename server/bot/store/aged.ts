import { sql } from 'kysely'
import { deleteOlder } from '../../db.ts'
import type { Db } from '../model.ts'

/** Deletes attempts before `before` that were missed; what was won belongs to its block. */
export async function forgetMisses(db: Db, before: number): Promise<void> {
  const only = sql<boolean>`r.state = 'missed'`
  await deleteOlder(db, { table: 'attempts', column: 'created_at', only }, before)
}

/** Deletes shadow runs that ended before `before`, with what they saw. */
export async function forgetShadowRuns(db: Db, before: number): Promise<void> {
  await deleteOlder(db, { table: 'shadow_runs', column: 'ended_at' }, before)
}
