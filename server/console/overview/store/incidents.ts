import { sql } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Finding, OpenIncident } from '@madruga/core/incidents.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Language } from '@madruga/core/languages.ts'
import { deleteOlder } from '../../../db.ts'
import type { Db } from '../model.ts'

/** An incident as operators see it. */
export type Incident = Outputs['admin']['overview']['incidents']['open'][number]

const SHOWN = sql`i.id, i.kind, i.subject, i.count, i.since_at as since, i.opened_at as "openedAt", i.told_at as "toldAt",
  i.over_at as "overAt", i.acknowledged_at as "acknowledgedAt", a.email as "acknowledgedBy",
  i.muted_until as "mutedUntil", m.email as "mutedBy", o.email as owner
  from incidents i left join drivers a on a.id = i.acknowledged_by left join drivers m on m.id = i.muted_by
  left join drivers o on o.id = i.owner_id`

/** Incidents that are not over. */
export async function readOpen(db: Db): Promise<Incident[]> {
  const { rows } = await sql<Incident>`
    select ${SHOWN} where i.over_at is null order by i.opened_at, i.id`.execute(db)
  return rows
}

/** Incidents that are over, newest first. */
export async function readOver(db: Db, most: number): Promise<Incident[]> {
  const { rows } = await sql<Incident>`
    select ${SHOWN} where i.over_at is not null order by i.over_at desc limit ${most}`.execute(db)
  return rows
}

/** An incident that is not over, locked until the transaction ends; null if there is none. */
export async function lockIncident(tx: Db, id: number): Promise<Incident | null> {
  const { rows } = await sql<Incident>`
    select ${SHOWN} where i.id = ${id} and i.over_at is null for update of i`.execute(tx)
  return rows[0] ?? null
}

/** What an operator does about an incident; by whom is their id, null for the command line. */
export type Hold =
  | { acknowledgedAt: Timestamp | null }
  | { mutedUntil: Timestamp | null }
  | { isOwned: boolean }

/** Stores it, with the count that the operator knows of. */
export async function holdIncident(tx: Db, id: number, by: string | null, hold: Hold): Promise<void> {
  const assignment =
    'acknowledgedAt' in hold
      ? sql`acknowledged_at = ${toDate(hold.acknowledgedAt)}, acknowledged_by = ${hold.acknowledgedAt && by},
          held_count = count`
      : 'mutedUntil' in hold
        ? sql`muted_until = ${toDate(hold.mutedUntil)}, muted_by = ${hold.mutedUntil && by}, held_count = count`
        : sql`owner_id = ${hold.isOwned ? by : null}`
  await sql`update incidents set ${assignment} where id = ${id}`.execute(tx)
}

const toDate = (at: Timestamp | null) => (at === null ? null : new Date(at))

/** Incidents that are not over, locked until the transaction ends. */
export async function lockOpen(tx: Db): Promise<OpenIncident[]> {
  const { rows } = await sql<OpenIncident>`
    select kind, subject, opened_at as "openedAt", seen_at as "seenAt", told_at as "toldAt",
      acknowledged_at as "acknowledgedAt", muted_until as "mutedUntil", held_count as "heldCount"
    from incidents where over_at is null for update`.execute(tx)
  return rows
}

/** Stores what is found now: opens what is new, and refreshes what continues. */
export async function upsertSeen(tx: Db, findings: readonly Finding[], now: Timestamp): Promise<void> {
  const at = new Date(now)
  for (const { kind, subject, count, since } of findings)
    await sql`
      insert into incidents (kind, subject, count, since_at, opened_at, seen_at)
      values (${kind}, ${subject}, ${count}, ${since === null ? null : new Date(since)}, ${at}, ${at})
      on conflict (kind, subject) where over_at is null
      do update set seen_at = excluded.seen_at, count = excluded.count, since_at = excluded.since_at`.execute(
      tx,
    )
}

type Named = Pick<Finding, 'kind' | 'subject'>

function isOneOf(incidents: readonly Named[]) {
  return sql`(kind, subject) in (select * from unnest(${incidents.map(({ kind }) => kind)}::text[],
    ${incidents.map(({ subject }) => subject)}::text[]))`
}

/** Operators get an alert about these now. */
export async function markTold(tx: Db, incidents: readonly Named[], now: Timestamp): Promise<void> {
  await sql`update incidents set told_at = ${new Date(now)} where over_at is null and ${isOneOf(incidents)}`.execute(
    tx,
  )
}

/** These are no longer acknowledged or muted; who owns them stays. */
export async function markLoud(tx: Db, loud: readonly Named[]): Promise<void> {
  await sql`update incidents set acknowledged_at = null, acknowledged_by = null, muted_until = null, muted_by = null,
    held_count = null where over_at is null and ${isOneOf(loud)}`.execute(tx)
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

/** An operator who is told of the service. */
type ToldOperator = { driverId: string; email: string; language: Language; timeZone: string }

/** Operators who are told: those whose account is active. */
export async function listOperators(db: Db): Promise<ToldOperator[]> {
  const { rows } = await sql<ToldOperator>`
    select id as "driverId", coalesce(preferred_email, email) as email, language, time_zone as "timeZone"
    from drivers where role = 'operator' and status = 'active' order by id`.execute(db)
  return rows
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
