import { sql } from 'kysely'
import { deleteOlder } from '../../db.ts'
import type { NotificationKind } from '@madruga/core/notify.ts'
import { MATTERING } from '@madruga/core/notify.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Db, News } from '../model.ts'

/** Announced at a commit with notifications; the payload is the driver's id. */
export const NEWS_CHANNEL = 'news'

/** Older notifications no longer require acknowledgment. */
const WAITS_MS = DAY_MS
const WAITING_MOST = 20

/** A notification as its driver reads it; timestamps are epoch ms. */
export type Notification = {
  id: number
  kind: NotificationKind
  params: Record<string, string | number | boolean | null>
  at: number
  readAt: number | null
  matters: boolean
  acknowledgedAt: number | null
}

const columns = sql`id, kind, params, created_at as at, read_at as "readAt", matters, acknowledged_at as "acknowledgedAt"`

/**
 * Inserts a notification into the inbox and announces it at the caller's commit, in one statement; does
 * nothing if its event exists. A quiet one is never due and not announced.
 */
export async function insertNews(tx: Db, news: News, now: number, quiet: boolean): Promise<void> {
  const at = new Date(now)
  const dueAt = quiet ? null : at
  await sql`
    with told as (
      insert into notifications (driver_id, kind, params, event, matters, created_at, due_at)
      values (${news.driverId}, ${news.kind}, ${JSON.stringify(news.params)}, ${news.event},
        ${MATTERING.includes(news.kind)}, ${at}, ${dueAt})
      on conflict (driver_id, event) do nothing
      returning driver_id, due_at)
    select pg_notify(${NEWS_CHANNEL}, driver_id) from told where due_at is not null`.execute(tx)
}

/** A page of the inbox, newest first; what was joined is in the entry of its group. */
export async function readInbox(
  db: Db,
  driverId: string,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<{ notifications: Notification[]; more: boolean }> {
  const { rows } = await sql<Notification>`
    select ${columns} from notifications
    where driver_id = ${driverId} and joined_to is null and ${before === undefined ? sql`true` : sql`id < ${before}`}
    order by id desc limit ${limit + 1}`.execute(db)
  return { notifications: rows.slice(0, limit), more: rows.length > limit }
}

/** The number of unread ones, and the important ones that wait for acknowledgment, newest first. */
export async function readUnread(
  db: Db,
  driverId: string,
  now: number,
): Promise<{ unread: number; waiting: Notification[] }> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from notifications where driver_id = ${driverId} and read_at is null and joined_to is null`.execute(
    db,
  )
  const { rows: waiting } = await sql<Notification>`
    select ${columns} from notifications
    where driver_id = ${driverId} and matters and acknowledged_at is null and joined_to is null and created_at > ${new Date(now - WAITS_MS)}
    order by id desc limit ${WAITING_MOST}`.execute(db)
  return { unread: rows[0]?.unread ?? 0, waiting }
}

/** Marks a driver's inbox up to number `upTo` as seen. */
export async function markRead(db: Db, driverId: string, upTo: number, now: number): Promise<void> {
  await sql`update notifications set read_at = ${new Date(now)}
    where driver_id = ${driverId} and id <= ${upTo} and read_at is null`.execute(db)
}

/** Acknowledges: marks it as read too, and stops repeats. False if the driver has no such notification. */
export async function acknowledge(db: Db, driverId: string, id: number, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notifications set acknowledged_at = coalesce(acknowledged_at, ${new Date(now)}),
      read_at = coalesce(read_at, ${new Date(now)}), due_at = case when matters then null else due_at end
    where driver_id = ${driverId} and id = ${id}`.execute(db)
  return numAffectedRows === 1n
}

/** Resolves the notifications of a kind that required an action, read or not. */
export async function acknowledgeOpen(
  tx: Db,
  driverId: string,
  kind: NotificationKind,
  now: number,
): Promise<void> {
  await sql`update notifications set acknowledged_at = ${new Date(now)},
      read_at = coalesce(read_at, ${new Date(now)}), due_at = case when matters then null else due_at end
    where driver_id = ${driverId} and kind = ${kind} and acknowledged_at is null`.execute(tx)
}

/** Deletes those older than `before`. */
export async function forgetNews(db: Db, before: number): Promise<void> {
  await deleteOlder(db, { table: 'notifications', column: 'created_at' }, before)
}
