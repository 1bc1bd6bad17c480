import { sql } from 'kysely'
import { completeSettings } from '@madruga/core/notify.ts'
import type { NotifySettings, Reachable, ReminderMinutes, StoredSettings } from '@madruga/core/notify.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { readVariant } from '@madruga/core/variants.ts'
import type { Db } from '../model.ts'

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
