import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { MATTERING, completeSettings } from '@madruga/core/notify.ts'
import type {
  NotificationKind,
  PushKind,
  StorePushKind,
  NotifySettings,
  Reachable,
  ReminderMinutes,
  StoredSettings,
} from '@madruga/core/notify.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { readVariant } from '@madruga/core/variants.ts'
import { deleteOlder } from '../../db.ts'
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

/** A driver has no more devices than this; the oldest is removed. */
const DEVICES_MOST = 10
const USER_AGENT_LENGTH = 300

/** A device with push, as its driver sees it. */
export type PushDevice = { id: string; kind: PushKind; userAgent: string | null; createdAt: number }

/** A browser's push subscription. */
export type Subscription = { endpoint: string; p256dh: string; auth: string; userAgent: string | null }

/** A device to add: a browser's subscription, or the token of a store app in place of an address and keys. */
export type NewDevice =
  | ({ kind: 'web' } & Subscription)
  | { kind: StorePushKind; endpoint: string; p256dh: null; auth: null; userAgent: string | null }

/** The driver's devices, oldest first. */
export async function listDevices(db: Db, driverId: string): Promise<PushDevice[]> {
  const { rows } = await sql<PushDevice>`
    select id, kind, user_agent as "userAgent", created_at as "createdAt" from push_devices
    where driver_id = ${driverId} order by created_at, id`.execute(db)
  return rows
}

/**
 * Adds or renews a device. An endpoint belongs to its latest subscriber: with another owner it becomes
 * another device, so that no pending message reaches the wrong person. Returns its id.
 */
export async function addDevice(
  db: Db,
  driverId: string,
  { kind, endpoint, p256dh, auth, userAgent }: NewDevice,
  now: number,
): Promise<string> {
  return await db.transaction().execute(async (tx) => {
    // Serialized per driver, so that the maximum holds.
    await sql`select from drivers where id = ${driverId} for no key update`.execute(tx)
    const agent = userAgent?.slice(0, USER_AGENT_LENGTH) ?? null
    const { rows } = await sql<{ id: string }>`
      insert into push_devices as p (id, driver_id, kind, endpoint, p256dh, auth, user_agent, created_at)
      values (${randomUUID()}, ${driverId}, ${kind}, ${endpoint}, ${p256dh}, ${auth}, ${agent}, ${new Date(now)})
      on conflict (endpoint) do update set
        id = case when p.driver_id = excluded.driver_id then p.id else excluded.id end,
        created_at = case when p.driver_id = excluded.driver_id then p.created_at else excluded.created_at end,
        driver_id = excluded.driver_id, kind = excluded.kind, p256dh = excluded.p256dh, auth = excluded.auth, user_agent = excluded.user_agent
      returning id`.execute(tx)
    const id = rows[0]?.id
    if (id === undefined) throw new Error('a push device was not stored')
    await sql`delete from push_devices where id in (
      select id from push_devices where driver_id = ${driverId} and id <> ${id}
      order by created_at desc, id offset ${DEVICES_MOST - 1})`.execute(tx)
    return id
  })
}

/** Removes a driver's own device; another driver's is unaffected. */
export async function removeDevice(db: Db, driverId: string, endpoint: string): Promise<void> {
  // What PostgreSQL cannot even compare was never stored.
  if (endpoint.includes('\0')) return
  await sql`delete from push_devices where driver_id = ${driverId} and endpoint = ${endpoint}`.execute(db)
}

type ReachableRow = Omit<Reachable, 'pushDeviceIds'> & {
  stored: StoredSettings | null
  reminderMinutes: ReminderMinutes | null
}

/** How a driver is reached, and what they chose; null when there is no such driver. */
export async function readReachable(db: Db, driverId: string): Promise<ReachableRow | null> {
  const { rows } = await sql<ReachableRow>`
    select d.email, d.preferred_email as "preferredEmail", d.phone, d.phone_confirmed as "phoneConfirmed",
      s.reminder_minutes as "reminderMinutes",
      case when s.driver_id is not null then
        jsonb_build_object('routes', s.routes, 'channels', s.channels, 'quiet', s.quiet, 'repeat', s.repeat) end as stored
    from drivers d left join notification_settings s on s.driver_id = d.id where d.id = ${driverId}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Stores a driver's settings; returns the reminder, which stays as it is where none is given. */
export async function writeSettings(
  db: Db,
  driverId: string,
  { routes, channels, quiet, repeat }: NotifySettings,
  reminder?: ReminderMinutes | null,
): Promise<ReminderMinutes | null> {
  const { rows } = await sql<{ reminderMinutes: ReminderMinutes | null }>`
    insert into notification_settings (driver_id, routes, channels, quiet, repeat, reminder_minutes)
    values (${driverId}, ${JSON.stringify(routes)}, ${JSON.stringify(channels)}, ${JSON.stringify(quiet)}, ${JSON.stringify(repeat)}, ${reminder ?? null})
    on conflict (driver_id) do update set routes = excluded.routes, channels = excluded.channels,
      quiet = excluded.quiet, repeat = excluded.repeat, updated_at = now(),
      reminder_minutes = case when ${reminder !== undefined} then excluded.reminder_minutes
        else notification_settings.reminder_minutes end
    returning reminder_minutes as "reminderMinutes"`.execute(db)
  return rows[0]?.reminderMinutes ?? null
}

/** What a driver chose, completed by the defaults, and their app; `locked` until the transaction ends. */
export async function readStored(
  db: Db,
  driverId: string,
  { locked = false } = {},
): Promise<{ settings: NotifySettings; reminderMinutes: ReminderMinutes | null; variant: Variant }> {
  const row = await db
    .selectFrom('notification_settings')
    .select(['routes', 'channels', 'quiet', 'repeat', 'reminder_minutes'])
    .where('driver_id', '=', driverId)
    .$if(locked, (query) => query.forUpdate())
    .executeTakeFirst()
  const driver = await db
    .selectFrom('drivers')
    .select('variant')
    .where('id', '=', driverId)
    .executeTakeFirst()
  return {
    settings: completeSettings(row ?? null),
    reminderMinutes: row?.reminder_minutes ?? null,
    variant: readVariant(driver?.variant),
  }
}
