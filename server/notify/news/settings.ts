import { sql } from 'kysely'
import {
  CHANNELS,
  completeSettings,
  isCallAlertOn,
  normalizeSettings,
  recipientsOf,
  setAlerts,
} from '@madruga/core/notify.ts'
import type {
  Channel,
  ChannelMissing,
  NotifySettings,
  Reachable,
  ReminderMinutes,
  StoredSettings,
} from '@madruga/core/notify.ts'
import type { Db } from '../model.ts'
import { listDevices } from './devices.ts'
import type { PushDevice } from './devices.ts'

/** The alerts that the profile shows: two of the channels, and how long before a block a reminder comes. */
export type Alerts = { callAlert: boolean; emailAlert: boolean; reminderMinutes: ReminderMinutes | null }

/** A driver's settings as the screen needs them. */
export type SettingsView = {
  settings: NotifySettings
  /** Channels that cannot reach the driver now, and why. */
  missing: { channel: Channel; why: ChannelMissing }[]
  pushDevices: PushDevice[]
}

/** The settings in force and what they can reach. */
export async function readSettings(db: Db, driverId: string): Promise<SettingsView> {
  const pushDevices = await listDevices(db, driverId)
  const { rows } = await sql<Omit<Reachable, 'pushDeviceIds'> & { stored: StoredSettings | null }>`
    select d.email, d.preferred_email as "preferredEmail", d.phone, d.phone_confirmed as "phoneConfirmed",
      case when s.driver_id is not null then
        jsonb_build_object('routes', s.routes, 'channels', s.channels, 'quiet', s.quiet, 'repeat', s.repeat) end as stored
    from drivers d left join notification_settings s on s.driver_id = d.id where d.id = ${driverId}`.execute(
    db,
  )
  const driver = rows[0]
  if (driver === undefined) return { settings: completeSettings(null), missing: [], pushDevices }
  const reachable = { ...driver, pushDeviceIds: pushDevices.map((device) => device.id) }
  const missing = CHANNELS.flatMap((channel) => {
    const { why } = recipientsOf(reachable, channel)
    return why === null ? [] : [{ channel, why }]
  })
  return { settings: completeSettings(driver.stored), missing, pushDevices }
}

/**
 * Stores them and answers what is in force: security mail stays. The reminder is the profile's and not
 * touched.
 */
export async function saveSettings(db: Db, driverId: string, wish: NotifySettings): Promise<NotifySettings> {
  const { routes, channels, quiet, repeat } = normalizeSettings(wish)
  await sql`
    insert into notification_settings (driver_id, routes, channels, quiet, repeat)
    values (${driverId}, ${JSON.stringify(routes)}, ${JSON.stringify(channels)}, ${JSON.stringify(quiet)}, ${JSON.stringify(repeat)})
    on conflict (driver_id) do update set routes = excluded.routes, channels = excluded.channels,
      quiet = excluded.quiet, repeat = excluded.repeat, updated_at = now()`.execute(db)
  return { routes, channels, quiet, repeat }
}

/** The alerts in force. */
export async function readAlerts(db: Db, driverId: string): Promise<Alerts> {
  const { settings, reminderMinutes } = await readStored(db, driverId)
  return { callAlert: isCallAlertOn(settings), emailAlert: settings.channels.email, reminderMinutes }
}

/**
 * Saves the profile's alerts inside the caller's transaction; everything else stays as the driver chose it.
 */
export async function saveAlerts(tx: Db, driverId: string, alerts: Alerts): Promise<void> {
  const { settings } = await readStored(tx, driverId, { locked: true })
  const next = setAlerts(settings, { call: alerts.callAlert, email: alerts.emailAlert })
  await saveSettings(tx, driverId, next)
  await tx
    .updateTable('notification_settings')
    .set({ reminder_minutes: alerts.reminderMinutes })
    .where('driver_id', '=', driverId)
    .execute()
}

async function readStored(
  db: Db,
  driverId: string,
  { locked = false } = {},
): Promise<{ settings: NotifySettings; reminderMinutes: ReminderMinutes | null }> {
  const row = await db
    .selectFrom('notification_settings')
    .select(['routes', 'channels', 'quiet', 'repeat', 'reminder_minutes'])
    .where('driver_id', '=', driverId)
    .$if(locked, (query) => query.forUpdate())
    .executeTakeFirst()
  return { settings: completeSettings(row ?? null), reminderMinutes: row?.reminder_minutes ?? null }
}
