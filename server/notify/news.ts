import type { ReminderMinutes } from '@madruga/core/notify.ts'
import type { Db, News } from './model.ts'

/** The alerts that the profile shows. */
export type Alerts = { callAlert: boolean; emailAlert: boolean; reminderMinutes: ReminderMinutes | null }

/** Being built. */
export type NewsDesk = {
  /** Tells a driver inside the caller's transaction: the inbox at once, the channels that they chose after the commit. */
  announce(tx: Db, news: News): Promise<void>
  readAlerts(driverId: string): Promise<Alerts>
  saveAlerts(tx: Db, driverId: string, alerts: Alerts): Promise<void>
}

export function createNews(): NewsDesk {
  return {
    announce: async () => {},
    readAlerts: async () => ({ callAlert: false, emailAlert: true, reminderMinutes: null }),
    saveAlerts: async () => {},
  }
}
