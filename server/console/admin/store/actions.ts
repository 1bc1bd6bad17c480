import { sql } from 'kysely'
import type { ActionName } from '@madruga/core/audit.ts'
import type { Action, Actor, AuditQuery, Db } from '../model.ts'

/** The action and the account; names and e-mails of the day, since the log outlives the account. */
export type NewAction = {
  action: ActionName
  driver?: { id: string; email: string } | null
  /** Values before and after, and the reason; never a secret. */
  details?: Record<string, unknown>
}

/** Writes one line of the audit log inside the transaction of the change; returns its number. */
export async function recordAction(tx: Db, actor: Actor, at: number, action: NewAction): Promise<number> {
  const { id } = await tx
    .insertInto('admin_actions')
    .values({
      acted_at: new Date(at),
      actor_id: actor.id,
      actor: actor.name,
      action: action.action,
      driver_id: action.driver?.id ?? null,
      driver_email: action.driver?.email ?? null,
      details: JSON.stringify(action.details ?? {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes a line unless the same actor did the same, to the same account, within `againMs`. */
export async function recordOnce(
  db: Db,
  actor: Actor,
  at: number,
  { action, driver = null, details = {} }: NewAction,
  againMs: number,
): Promise<void> {
  const text = JSON.stringify(details)
  await sql`
    insert into admin_actions (acted_at, actor_id, actor, action, driver_id, driver_email, details)
    select ${new Date(at)}, ${actor.id}, ${actor.name}, ${action}, ${driver?.id ?? null}, ${driver?.email ?? null},
      ${text}::jsonb
    where not exists (select from admin_actions where driver_id is not distinct from ${driver?.id ?? null}::text
      and action = ${action} and actor_id = ${actor.id} and details = ${text}::jsonb
      and acted_at > ${new Date(at - againMs)})`.execute(db)
}

/** The audit log, and whether there is more. */
export async function readActions(
  db: Db,
  { limit, order, before, driverId }: AuditQuery,
): Promise<{ actions: Action[]; more: boolean }> {
  const isOldest = order === 'oldest'
  let query = db
    .selectFrom('admin_actions')
    .selectAll()
    .orderBy('id', isOldest ? 'asc' : 'desc')
    .limit(limit + 1)
  if (before !== undefined) query = query.where('id', isOldest ? '>' : '<', before)
  if (driverId !== undefined) query = query.where('driver_id', '=', driverId)
  const rows = await query.execute()
  const actions = rows.slice(0, limit).map((row) => ({
    id: row.id,
    at: row.acted_at,
    actor: row.actor,
    action: row.action,
    driverId: row.driver_id,
    driverEmail: row.driver_email,
    details: row.details,
  }))
  return { actions, more: rows.length > limit }
}

/** When the last backup was made; null = none is known. */
export async function readBackupAt(db: Db): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select max(acted_at) as at from admin_actions where action = 'service.back_up'`.execute(db)
  return rows[0]!.at
}
