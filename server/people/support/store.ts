import { sql } from 'kysely'
import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Timestamp } from '@madruga/core/time.ts'
import type { RequestOrder, RequestState } from '@madruga/core/support.ts'
import type { Db, InboxPage, InboxRequest, SupportRequest, Topic } from './model.ts'

/** Serializes a driver's messages until the transaction ends: two at once count as two. */
export async function lockWriter(tx: Db, driverId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('support_messages'), hashtext(${driverId}))`.execute(tx)
}

/**
 * When the driver opened the request that is `back` requests ago (1 = the last one); null if there are fewer.
 */
export async function readOpenedAt(tx: Db, driverId: string, back: number): Promise<Timestamp | null> {
  const row = await tx
    .selectFrom('support_requests')
    .select('opened_at')
    .where('driver_id', '=', driverId)
    .orderBy('opened_at', 'desc')
    .offset(back - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.opened_at ?? null
}

/**
 * When the driver wrote the message that is `back` messages ago (1 = the last one); null if there are fewer.
 */
export async function readWrittenAt(tx: Db, driverId: string, back: number): Promise<Timestamp | null> {
  const row = await tx
    .selectFrom('support_messages as m')
    .innerJoin('support_requests as r', 'r.id', 'm.request_id')
    .select('m.written_at')
    .where('r.driver_id', '=', driverId)
    .where('m.author', '=', 'driver')
    .orderBy('m.written_at', 'desc')
    .offset(back - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.written_at ?? null
}

/** Stores a new request without its message; returns its number. */
export async function insertRequest(
  tx: Db,
  request: { driverId: string; topic: Topic; openedAt: Timestamp; dueAt: Timestamp | null },
): Promise<number> {
  const { id } = await tx
    .insertInto('support_requests')
    .values({
      driver_id: request.driverId,
      topic: request.topic,
      opened_at: new Date(request.openedAt),
      due_at: asDate(request.dueAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds a message; returns its number. */
export async function insertMessage(
  tx: Db,
  message: { requestId: number; author: 'driver' | 'operator'; text: string; writtenAt: Timestamp },
): Promise<number> {
  const { id } = await tx
    .insertInto('support_messages')
    .values({
      request_id: message.requestId,
      author: message.author,
      text: message.text,
      written_at: new Date(message.writtenAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * The driver and state of a request, locked until the transaction ends; null if there is none of that number.
 */
export async function lockRequest(
  tx: Db,
  id: number,
): Promise<{ driverId: string; state: RequestState } | null> {
  const row = await tx
    .selectFrom('support_requests')
    .select(['driver_id', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? { driverId: row.driver_id, state: row.state } : null
}

export async function updateRequest(
  tx: Db,
  id: number,
  stands: { state: RequestState; dueAt: Timestamp | null },
): Promise<void> {
  await tx
    .updateTable('support_requests')
    .set({ state: stands.state, due_at: asDate(stands.dueAt) })
    .where('id', '=', id)
    .execute()
}

/** The driver's requests, newest first. */
export async function readRequestsOf(db: Db, driverId: string, limit: number): Promise<SupportRequest[]> {
  const { rows } = await sql<SupportRequest>`
    select ${columns} from support_requests r where r.driver_id = ${driverId}
    order by r.id desc limit ${limit}`.execute(db)
  return rows
}

export async function readRequest(db: Db, id: number): Promise<SupportRequest | null> {
  const { rows } = await sql<SupportRequest>`
    select ${columns} from support_requests r where r.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** How many requests wait for an answer. */
export async function countOpenRequests(db: Db): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from support_requests where state = 'open'`.execute(db)
  return rows[0]?.open ?? 0
}

const INBOX_ORDERS: Record<RequestOrder, RawBuilder<unknown>> = {
  due: sql`r.due_at nulls last, r.id desc`,
  newest: sql`r.id desc`,
  oldest: sql`r.id`,
}

/** All requests: the earliest due first, then the newest. */
export async function readInbox(
  db: Db,
  { state, topic, order = 'due', limit }: InboxPage,
): Promise<InboxRequest[]> {
  const conditions: Expression<SqlBool>[] = [sql<boolean>`true`]
  if (state) conditions.push(sql<boolean>`r.state = ${state}`)
  if (topic) conditions.push(sql<boolean>`r.topic = ${topic}`)
  const { rows } = await sql<InboxRequest>`
    select ${columns}, r.driver_id as "driverId", d.email as "driverEmail", d.language
    from support_requests r join drivers d on d.id = r.driver_id
    where ${sql.join(conditions, sql` and `)}
    order by ${INBOX_ORDERS[order]} limit ${limit}`.execute(db)
  return rows
}

// Timestamps inside JSON are converted to epoch milliseconds here: column parsers do not see them.
const columns = sql`r.id, r.topic, r.state, r.opened_at as "openedAt", r.due_at as "dueAt",
  (select coalesce(json_agg(json_build_object('id', m.id, 'author', m.author, 'text', m.text,
      'at', floor(extract(epoch from m.written_at) * 1000)::bigint) order by m.id), '[]')
    from support_messages m where m.request_id = r.id) as messages`

function asDate(at: Timestamp | null): Date | null {
  return at === null ? null : new Date(at)
}

/** Open requests that were due before an instant, and since when the first was. */
export async function readOverdue(
  db: Db,
  before: Timestamp,
): Promise<{ count: number; since: Timestamp | null }> {
  const { rows } = await sql<{ count: number; since: Timestamp | null }>`
    select count(*)::int as count, min(due_at) as since from support_requests
    where state = 'open' and due_at < ${new Date(before)}`.execute(db)
  return rows[0]!
}
