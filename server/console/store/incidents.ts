import { sql } from 'kysely'
import type { Finding, IncidentKind, OpenIncident } from '@madruga/core/incidents.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { deleteOlder } from '../../db.ts'
import type { Db } from '../model.ts'

/** An incident as operators see it. */
export type Incident = Finding & {
  kind: IncidentKind
  openedAt: Timestamp
  toldAt: Timestamp | null
  overAt: Timestamp | null
}

const SHOWN = sql`kind, subject, count, since_at as since, opened_at as "openedAt", told_at as "toldAt", over_at as "overAt"`

/** Incidents that are not over. */
export async function readOpen(db: Db): Promise<Incident[]> {
  const { rows } = await sql<Incident>`
    select ${SHOWN} from incidents where over_at is null order by opened_at, id`.execute(db)
  return rows
}

/** Incidents that are over, newest first. */
export async function readOver(db: Db, most: number): Promise<Incident[]> {
  const { rows } = await sql<Incident>`
    select ${SHOWN} from incidents where over_at is not null order by over_at desc limit ${most}`.execute(db)
  return rows
}

/** Incidents that are not over, locked until the transaction ends. */
export async function lockOpen(tx: Db): Promise<OpenIncident[]> {
  const { rows } = await sql<OpenIncident>`
    select kind, subject, opened_at as "openedAt", seen_at as "seenAt", told_at as "toldAt"
    from incidents where over_at is null for update`.execute(tx)
  return rows
}

/** Stores what is found now: opens what is new, and refreshes what goes on. */
export async function upsertSeen(tx: Db, seen: readonly Finding[], now: Timestamp): Promise<void> {
  const at = new Date(now)
  for (const { kind, subject, count, since } of seen)
    await sql`
      insert into incidents (kind, subject, count, since_at, opened_at, seen_at)
      values (${kind}, ${subject}, ${count}, ${since === null ? null : new Date(since)}, ${at}, ${at})
      on conflict (kind, subject) where over_at is null
      do update set seen_at = excluded.seen_at, count = excluded.count, since_at = excluded.since_at`.execute(
      tx,
    )
}

type Named = Pick<Finding, 'kind' | 'subject'>

function isOneOf(named: readonly Named[]) {
  return sql`(kind, subject) in (select * from unnest(${named.map(({ kind }) => kind)}::text[],
    ${named.map(({ subject }) => subject)}::text[]))`
}

/** Operators get an alert about these now. */
export async function markTold(tx: Db, told: readonly Named[], now: Timestamp): Promise<void> {
  await sql`update incidents set told_at = ${new Date(now)} where over_at is null and ${isOneOf(told)}`.execute(
    tx,
  )
}

/** These are over. */
export async function markOver(tx: Db, over: readonly Named[], now: Timestamp): Promise<void> {
  await sql`update incidents set over_at = ${new Date(now)} where over_at is null and ${isOneOf(over)}`.execute(
    tx,
  )
}

/** Deletes incidents that were over before an instant. */
export async function forgetIncidents(db: Db, before: Timestamp): Promise<void> {
  await deleteOlder(db, { table: 'incidents', column: 'over_at' }, before)
}

/** Operators who are told: those whose account is active. */
export async function readOperatorIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from drivers where role = 'operator' and status = 'active' order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Since when bots are in a state that they should have left before an instant. */
export async function readStuck(
  db: Db,
  before: Timestamp,
): Promise<{ count: number; since: Timestamp | null }> {
  const at = new Date(before)
  const { rows } = await sql<{ count: number; since: Timestamp | null }>`
    select count(*)::int as count, min(coalesce(b.due_at, b.updated_at)) as since
    from bots b join drivers d on d.id = b.driver_id
    where (b.due_at < ${at} or (b.phase = 'pending_termination' and b.updated_at < ${at}))
      and d.status_cause <> 'demo'`.execute(db)
  return rows[0]!
}

/** Bots at work without a worker, since when the first waits, and how many are at work in all. */
export async function readStarting(
  db: Db,
): Promise<{ count: number; since: Timestamp | null; atWork: number }> {
  const { rows } = await sql<{ count: number; since: Timestamp | null; atWork: number }>`
    select count(*) filter (where owner is null)::int as count, min(updated_at) filter (where owner is null) as since,
      count(*)::int as "atWork"
    from bots where phase in ('preparing', 'running')`.execute(db)
  return rows[0]!
}
