import {
  CHANNELS,
  completeSettings,
  isCallAlertOn,
  normalizeSettings,
  recipientsOf,
  setAlerts,
} from '@madruga/core/notify.ts'
import { isOperatorError } from '@madruga/core/notify.ts'
import type { Channel, ChannelMissing, NotifySettings, ReminderMinutes } from '@madruga/core/notify.ts'
import type { Db } from '../model.ts'
import { readTextError } from '../outbox.ts'
import { listDevices } from './device-store.ts'
import type { PushDevice } from './device-store.ts'
import { readReachable, readStored, writeSettings } from './settings-store.ts'

/** The alerts of the profile: two of the channels, and when before a block a reminder is sent. */
export type Alerts = { callAlert: boolean; emailAlert: boolean; reminderMinutes: ReminderMinutes | null }

/** What is absent stays. */
export type GivenAlerts = { [Name in keyof Alerts]?: Alerts[Name] | undefined }

export type SavedSettings = { settings: NotifySettings; reminderMinutes: ReminderMinutes | null }

/** A driver's settings for the screen. */
export type SettingsView = SavedSettings & {
  /**
   * Channels that cannot reach the driver now, and why; `text_lost`: the last text did not arrive, or
   * `text_refused`, by an error that an operator mends.
   */
  missing: { channel: Channel; why: ChannelMissing | 'text_lost' | 'text_refused' }[]
  pushDevices: PushDevice[]
}

/** The settings in force and their reachable channels. */
export async function readSettings(db: Db, driverId: string): Promise<SettingsView> {
  const pushDevices = await listDevices(db, driverId)
  const driver = await readReachable(db, driverId)
  if (driver === null)
    return { settings: completeSettings(null), reminderMinutes: null, missing: [], pushDevices }
  const reachable = { ...driver, pushDeviceIds: pushDevices.map((device) => device.id) }
  const missing: SettingsView['missing'] = CHANNELS.flatMap((channel) => {
    const { why } = recipientsOf(reachable, channel)
    return why === null ? [] : [{ channel, why }]
  })
  const [phone] = recipientsOf(reachable, 'sms').recipients
  const error = phone === undefined ? null : await readTextError(db, driverId, phone)
  if (error !== null)
    missing.push({ channel: 'sms', why: isOperatorError(error) ? 'text_refused' : 'text_lost' })
  const { stored, reminderMinutes } = driver
  return { settings: completeSettings(stored), reminderMinutes, missing, pushDevices }
}

/**
 * Stores the settings and returns the result: security mail stays, and so does a reminder that is not given.
 */
export async function saveSettings(
  db: Db,
  driverId: string,
  input: NotifySettings,
  reminder?: ReminderMinutes | null,
): Promise<SavedSettings> {
  const { routes, channels, quiet, repeat } = normalizeSettings(input)
  const settings = { routes, channels, quiet, repeat }
  return { settings, reminderMinutes: await writeSettings(db, driverId, settings, reminder) }
}

/** The alerts in force. */
export async function readAlerts(db: Db, driverId: string): Promise<Alerts> {
  const { settings, reminderMinutes, variant } = await readStored(db, driverId)
  return { callAlert: isCallAlertOn(settings, variant), emailAlert: settings.channels.email, reminderMinutes }
}

/** Saves the given alerts of the profile inside the caller's transaction; everything else stays as it is. */
export async function saveAlerts(tx: Db, driverId: string, alerts: GivenAlerts): Promise<void> {
  const { settings, variant } = await readStored(tx, driverId, { locked: true })
  const { callAlert: call = isCallAlertOn(settings, variant), emailAlert: email = settings.channels.email } =
    alerts
  await saveSettings(tx, driverId, setAlerts(settings, { call, email }, variant), alerts.reminderMinutes)
}
