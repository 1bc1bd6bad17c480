import { AppError } from '@madruga/core/errors.ts'
import {
  arePushKeys,
  isDeviceToken,
  isPushEndpoint,
  CHANNELS,
  completeSettings,
  isCallAlertOn,
  normalizeSettings,
  recipientsOf,
  setAlerts,
  isOperatorError,
} from '@madruga/core/notify.ts'
import type {
  NotificationKind,
  NotifySettings,
  ReminderMinutes,
  StorePushKind,
  Channel,
  ChannelMissing,
} from '@madruga/core/notify.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import { listenChannel } from '../kit/live.ts'
import type { Db, NewMessage, News } from './model.ts'
import * as store from './news/store.ts'
import {
  addDevice,
  removeDevice,
  listDevices,
  readReachable,
  readStored,
  writeSettings,
} from './news/store.ts'
import type { Notification, Subscription, PushDevice } from './news/store.ts'
import { fanOut } from './news/fan-out.ts'
import { readTextError } from './outbox.ts'

export type { Subscription } from './news/store.ts'

export type { Notification } from './news/store.ts'

/** Notifications of drivers and their settings. Every operation uses only a driver's own rows. */
export type NewsFeed = {
  /**
   * Notifies a driver inside the caller's transaction, in one statement: the inbox at once, the chosen
   * channels after the commit. An event is not announced twice.
   */
  announce(tx: Db, news: News): Promise<void>
  /** Resolves the driver's notifications of a kind that required an action: they are no longer repeated. */
  acknowledgeOpen(tx: Db, driverId: string, kind: NotificationKind): Promise<void>
  readAlerts(driverId: string): Promise<Alerts>
  saveAlerts(tx: Db, driverId: string, alerts: GivenAlerts): Promise<void>
  /** A page, newest first; `before` is the last number of the previous page. */
  readInbox(
    driverId: string,
    page: { limit: number; before?: number | undefined },
  ): Promise<{ notifications: Notification[]; more: boolean }>
  readUnread(driverId: string): Promise<{ unread: number; waiting: Notification[] }>
  /** Marks everything up to number `upTo` as seen. */
  markRead(driverId: string, upTo: number): Promise<void>
  /** Refuses with `notify.not_found`. */
  acknowledge(driverId: string, id: number): Promise<void>
  readSettings(driverId: string): Promise<SettingsView>
  /** Returns the resulting settings: security notifications keep their e-mail. */
  saveSettings(
    driverId: string,
    settings: NotifySettings,
    reminder?: ReminderMinutes | null,
  ): Promise<SavedSettings>
  /**
   * Registers this browser for web push; returns the device's id. Refuses addresses of unknown push services
   * with `notify.push_refused`.
   */
  subscribePush(driverId: string, subscription: Subscription): Promise<{ id: string }>
  unsubscribePush(driverId: string, endpoint: string): Promise<void>
  /**
   * Registers a store app by its token; returns the device's id. Refuses with `notify.push_off` where the
   * operator did not set its service up, and what is no token with `notify.push_refused`.
   */
  registerDevice(
    driverId: string,
    device: { kind: StorePushKind; token: string; userAgent: string | null },
  ): Promise<{ id: string }>
  /** Creates the messages of all due notifications. Any process may call it at any time. */
  fanOut(): Promise<void>
  /** Deletes notifications older than `keepDays`. */
  forgetNews(): Promise<void>
}

export type NewsDeps = {
  db: Db
  clock: Clock
  logger: Logger
  /** The outbox's function. */
  sendMessage(tx: Db, message: NewMessage): Promise<void>
  /** Days that the inbox keeps notifications. */
  keepDays: number
  /** Notifications stay in the inbox, and no message is sent of them; default false. */
  quiet?: boolean | undefined
  /** Hosts that subscriptions may use besides the browsers' push services; for tests. */
  pushHosts?: readonly string[]
  /** Which store apps can be reached; default none. */
  storePush?: Record<StorePushKind, boolean>
}

const NO_STORE_PUSH = { fcm: false, apns: false }

/** Creates the notification operations. */
export function createNews(deps: NewsDeps): NewsFeed {
  const { db, clock, keepDays, quiet = false, pushHosts = [], storePush = NO_STORE_PUSH } = deps
  return {
    announce: (tx, news) => store.insertNews(tx, news, clock.now(), quiet),
    acknowledgeOpen: (tx, driverId, kind) => store.acknowledgeOpen(tx, driverId, kind, clock.now()),
    readAlerts: (driverId) => readAlerts(db, driverId),
    saveAlerts,
    readInbox: (driverId, page) => store.readInbox(db, driverId, page),
    readUnread: (driverId) => store.readUnread(db, driverId, clock.now()),
    markRead: (driverId, upTo) => store.markRead(db, driverId, upTo, clock.now()),
    async acknowledge(driverId, id) {
      if (!(await store.acknowledge(db, driverId, id, clock.now()))) throw new AppError('notify.not_found')
    },
    readSettings: (driverId) => readSettings(db, driverId),
    saveSettings: (driverId, settings, reminder) => saveSettings(db, driverId, settings, reminder),
    async subscribePush(driverId, subscription) {
      const { endpoint, p256dh, auth } = subscription
      if (!isPushEndpoint(endpoint, pushHosts) || !arePushKeys(p256dh, auth))
        throw new AppError('notify.push_refused')
      return { id: await addDevice(db, driverId, { kind: 'web', ...subscription }, clock.now()) }
    },
    async registerDevice(driverId, { kind, token, userAgent }) {
      if (!storePush[kind]) throw new AppError('notify.push_off')
      if (!isDeviceToken(kind, token)) throw new AppError('notify.push_refused')
      const device = { kind, endpoint: token, p256dh: null, auth: null, userAgent }
      return { id: await addDevice(db, driverId, device, clock.now()) }
    },
    unsubscribePush: (driverId, endpoint) => removeDevice(db, driverId, endpoint),
    fanOut: () => fanOut(deps),
    forgetNews: () => store.forgetNews(db, clock.now() - keepDays * DAY_MS),
  }
}

/**
 * Fans out notifications as they are announced, until it is closed. A sweep of `fanOut` is still needed for
 * repeats and for missed announcements.
 */
export type Dispatcher = { close(): Promise<void> }

/** Listens to announcements of all processes; those that arrive during a fan-out share the next one. */
export function startDispatcher({
  databaseUrl,
  clock,
  logger,
  desk,
}: {
  databaseUrl: string
  clock: Clock
  logger: Logger
  desk: Pick<NewsFeed, 'fanOut'>
}): Dispatcher {
  let underWay: Promise<void> | null = null
  let again = false
  const work = async (): Promise<void> => {
    do {
      again = false
      await desk.fanOut()
    } while (again)
  }
  const wake = (): void => {
    again = true
    underWay ??= work()
      .catch((error: unknown) => logger.warn({ err: error }, 'news are not told yet'))
      .finally(() => (underWay = null))
  }
  const listener = listenChannel({
    url: databaseUrl,
    channel: store.NEWS_CHANNEL,
    clock,
    onMessage: wake,
    onOpen: wake,
    onFault: (error) => logger.warn({ err: error }, 'announced news are not heard for a moment'),
  })
  return {
    async close() {
      await listener.close()
      await underWay
    },
  }
}

/** The alerts of the profile: two of the channels, and when before a block a reminder is sent. */
export type Alerts = { callAlert: boolean; emailAlert: boolean; reminderMinutes: ReminderMinutes | null }

/** What is absent stays. */
type GivenAlerts = { [Name in keyof Alerts]?: Alerts[Name] | undefined }

type SavedSettings = { settings: NotifySettings; reminderMinutes: ReminderMinutes | null }

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
async function readSettings(db: Db, driverId: string): Promise<SettingsView> {
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
async function saveSettings(
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
async function readAlerts(db: Db, driverId: string): Promise<Alerts> {
  const { settings, reminderMinutes, variant } = await readStored(db, driverId)
  return { callAlert: isCallAlertOn(settings, variant), emailAlert: settings.channels.email, reminderMinutes }
}

/** Saves the given alerts of the profile inside the caller's transaction; everything else stays as it is. */
async function saveAlerts(tx: Db, driverId: string, alerts: GivenAlerts): Promise<void> {
  const { settings, variant } = await readStored(tx, driverId, { locked: true })
  const { callAlert: call = isCallAlertOn(settings, variant), emailAlert: email = settings.channels.email } =
    alerts
  await saveSettings(tx, driverId, setAlerts(settings, { call, email }, variant), alerts.reminderMinutes)
}
