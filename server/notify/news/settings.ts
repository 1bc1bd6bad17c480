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
import { readReachable, readStored, updateReminder, writeSettings } from './settings-store.ts'

/** The alerts of the profile: two of the channels, and when before a block a reminder is sent. */
export type Alerts = { callAlert: boolean; emailAlert: boolean; reminderMinutes: ReminderMinutes | null }

/** A driver's settings for the screen. */
export type SettingsView = {
  settings: NotifySettings
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
  if (driver === null) return { settings: completeSettings(null), missing: [], pushDevices }
  const reachable = { ...driver, pushDeviceIds: pushDevices.map((device) => device.id) }
  const missing: SettingsView['missing'] = CHANNELS.flatMap((channel) => {
    const { why } = recipientsOf(reachable, channel)
    return why === null ? [] : [{ channel, why }]
  })
  const [phone] = recipientsOf(reachable, 'sms').recipients
  const error = phone === undefined ? null : await readTextError(db, driverId, phone)
  if (error !== null)
    missing.push({ channel: 'sms', why: isOperatorError(error) ? 'text_refused' : 'text_lost' })
  return { settings: completeSettings(driver.stored), missing, pushDevices }
}

/**
 * Stores the settings and returns the result: security mail stays. The reminder belongs to the profile and is
 * unchanged.
 */
export async function saveSettings(db: Db, driverId: string, input: NotifySettings): Promise<NotifySettings> {
  const { routes, channels, quiet, repeat } = normalizeSettings(input)
  const settings = { routes, channels, quiet, repeat }
  await writeSettings(db, driverId, settings)
  return settings
}

/** The alerts in force. */
export async function readAlerts(db: Db, driverId: string): Promise<Alerts> {
  const { settings, reminderMinutes, variant } = await readStored(db, driverId)
  return { callAlert: isCallAlertOn(settings, variant), emailAlert: settings.channels.email, reminderMinutes }
}

/**
 * Saves the profile's alerts inside the caller's transaction; everything else stays as the driver chose it.
 */
export async function saveAlerts(tx: Db, driverId: string, alerts: Alerts): Promise<void> {
  const { settings, variant } = await readStored(tx, driverId, { locked: true })
  const next = setAlerts(settings, { call: alerts.callAlert, email: alerts.emailAlert }, variant)
  await saveSettings(tx, driverId, next)
  await updateReminder(tx, driverId, alerts.reminderMinutes)
}
