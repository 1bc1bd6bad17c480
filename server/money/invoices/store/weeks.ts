import { sql } from 'kysely'
import type { InvoicedItem, ItemDetails, Use } from '@madruga/core/invoices.ts'
import { weekSpan } from '@madruga/core/blocks.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Db } from '../../payers.ts'

/** A use, and what its line names. */
export type KnownUse = Use & { details: ItemDetails }

/** A driver whose week is to be closed, and up to when theirs were closed; 0 = none was. */
export type ToClose = { driverId: string; closedTo: Timestamp }

/**
 * Up to `most` drivers after `after` whose week has ended since theirs was closed last, the longest waiting
 * first; no one of a demo that is over. Weeks begin on Monday at 0:00 of their zone.
 */
export async function readToClose(
  db: Db,
  { now, after, most }: { now: Timestamp; after: ToClose | null; most: number },
): Promise<ToClose[]> {
  const zones = await sql<{ zone: string }>`select distinct time_zone as zone from drivers`.execute(db)
  // By the rule that closes them, so that they agree, and that no zone which the database does not know keeps
  // all others waiting.
  const mondays = zones.rows.map(({ zone }) => ({ zone, at: new Date(mondayOf(zone, now)) }))
  const { rows } = await sql<ToClose>`
    select d.id as "driverId", c.closed_to as "closedTo"
    from unnest(${mondays.map(({ zone }) => zone)}::text[], ${mondays.map(({ at }) => at)}::timestamptz[]) as m (zone, at)
      join drivers d on d.time_zone = m.zone left join week_closings w on w.driver_id = d.id
      cross join lateral (select coalesce(w.closed_to, 'epoch') as closed_to) as c
    where c.closed_to < m.at and d.status_cause <> 'demo'
      and (c.closed_to, d.id) > (${new Date(after?.closedTo ?? 0)}, ${after?.driverId ?? ''})
    order by c.closed_to, d.id limit ${most}`.execute(db)
  return rows
}

/** The Monday that began last; where no zone has that name, now, so that closing the week reports it. */
function mondayOf(zone: string, now: Timestamp): Timestamp {
  try {
    return weekSpan(zone, now).from
  } catch {
    return now
  }
}

/** From when on a driver's uses are charged; null before their first week was closed. */
export async function readSince(db: Db, driverId: string): Promise<Timestamp | null> {
  const row = await db
    .selectFrom('week_closings')
    .select('since')
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  return row?.since ?? null
}

/** Notes up to when a driver's weeks are closed; `since` counts the first time alone. */
export async function noteClosing(
  tx: Db,
  driverId: string,
  { since, closedTo }: { since: Timestamp; closedTo: Timestamp },
): Promise<void> {
  await tx
    .insertInto('week_closings')
    .values({ driver_id: driverId, since: new Date(since), closed_to: new Date(closedTo) })
    .onConflict((conflict) => conflict.column('driver_id').doUpdateSet({ closed_to: new Date(closedTo) }))
    .execute()
}

const BLOCK_DETAILS = sql`
  jsonb_build_object('stationCode', coalesce(s.code, b.station_id), 'startAt', (extract(epoch from b.start_at) * 1000)::bigint,
    'endAt', (extract(epoch from b.end_at) * 1000)::bigint, 'payCents', b.pay_cents, 'tipCents', b.tip_cents,
    'payBasis', b.pay_basis, 'currency', b.currency, 'endEstimated', b.end_estimated, 'offerKind', b.kind)`

/**
 * What a driver used from `from` on: blocks that the bot won and the platform did not take back, days of
 * instant offers, check-ins that cost something.
 */
export async function readUses(db: Db, driverId: string, from: Timestamp): Promise<KnownUse[]> {
  const since = new Date(from)
  const blocks = await sql<KnownUse>`
      select 'block' as kind, b.id, b.accepted_at as at, b.kind as "offerKind", ${BLOCK_DETAILS} as details
      from blocks b left join stations s on s.platform = b.platform and s.id = b.station_id
      where b.driver_id = ${driverId} and b.attempt_id is not null and b.loss is null and b.accepted_at >= ${since}`.execute(
    db,
  )
  const days = await sql<KnownUse>`
      select 'instant_day' as kind, to_char(day, 'YYYY-MM-DD') as day, first_at as at,
        jsonb_build_object('day', to_char(day, 'YYYY-MM-DD')) as details
      from instant_days where driver_id = ${driverId} and first_at >= ${since}`.execute(db)
  const checkIns = await sql<KnownUse>`
      select 'check_in' as kind, b.id, c.at, c.fee_cents as cents, ${BLOCK_DETAILS} as details
      from check_ins c join blocks b on b.id = c.block_id left join stations s on s.platform = b.platform and s.id = b.station_id
      where c.driver_id = ${driverId} and c.at >= ${since} and c.fee_cents > 0`.execute(db)
  return [...blocks.rows, ...days.rows, ...checkIns.rows]
}

/** When the driver's bot won something, from `from` on. */
export async function readAwards(db: Db, driverId: string, from: Timestamp): Promise<Timestamp[]> {
  const { rows } = await sql<{ at: Timestamp }>`
    select accepted_at as at from blocks
    where driver_id = ${driverId} and attempt_id is not null and loss is null and accepted_at >= ${new Date(from)}`.execute(
    db,
  )
  return rows.map((row) => row.at)
}

/**
 * References of what was invoiced for that time and taken back by a person or with its payment: it is owed no
 * more, whatever was used.
 */
export async function readForgiven(db: Db, driverId: string, from: Timestamp): Promise<Set<string>> {
  const { rows } = await sql<{ reference: string }>`
    select i.reference from invoice_items i join credit_notes n on n.number = i.credited_by
    where i.driver_id = ${driverId} and i.at >= ${new Date(from)} and n.cause <> 'correction'`.execute(db)
  return new Set(rows.map((row) => row.reference))
}

/** What was invoiced for that time and not credited since. */
export async function readInvoiced(db: Db, driverId: string, from: Timestamp): Promise<InvoicedItem[]> {
  const { rows } = await sql<InvoicedItem>`
    select i.kind, i.reference, i.cents, i.invoice_id as "invoiceId" from invoice_items i
    where i.driver_id = ${driverId} and i.credited_by is null and i.at >= ${new Date(from)}
      and i.kind <> 'subscription_week'`.execute(db)
  return rows
}
