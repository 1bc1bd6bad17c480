import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PushKind, StorePushKind } from '@madruga/core/notify.ts'
import type { Db } from '../model.ts'

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
