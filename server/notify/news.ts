import { AppError } from '@madruga/core/errors.ts'
import { arePushKeys, isPushEndpoint } from '@madruga/core/notify.ts'
import type { NotificationKind, NotifySettings } from '@madruga/core/notify.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import { listenChannel } from '../kit/live.ts'
import type { Db, NewMessage, News } from './model.ts'
import { addDevice, removeDevice } from './news/device-store.ts'
import type { Subscription } from './news/device-store.ts'
import { fanOut } from './news/fan-out.ts'
import { readAlerts, readSettings, saveAlerts, saveSettings } from './news/settings.ts'
import type { Alerts, SettingsView } from './news/settings.ts'
import * as store from './news/store.ts'
import type { Notification } from './news/store.ts'

export type { Subscription } from './news/device-store.ts'
export type { Alerts, SettingsView } from './news/settings.ts'
export type { Notification } from './news/store.ts'

/** What drivers are told, and how they want to be told. Everything takes a driver's own rows alone. */
export type NewsFeed = {
  /**
   * Tells a driver inside the caller's transaction, in one statement: the inbox at once, the channels that
   * they chose after the commit. An event that was told already is not told again.
   */
  announce(tx: Db, news: News): Promise<void>
  /** What the news of a kind asked for has happened: they are not repeated any more. */
  acknowledgeOpen(tx: Db, driverId: string, kind: NotificationKind): Promise<void>
  readAlerts(driverId: string): Promise<Alerts>
  saveAlerts(tx: Db, driverId: string, alerts: Alerts): Promise<void>
  /** A page, newest first; `before` is the last number of the page before. */
  readInbox(
    driverId: string,
    page: { limit: number; before?: number | undefined },
  ): Promise<{ notifications: Notification[]; more: boolean }>
  readUnread(driverId: string): Promise<{ unread: number; waiting: Notification[] }>
  /** Everything up to number `upTo` has been seen. */
  markRead(driverId: string, upTo: number): Promise<void>
  /** Refuses with `notify.not_found`. */
  acknowledge(driverId: string, id: number): Promise<void>
  readSettings(driverId: string): Promise<SettingsView>
  /** Answers what is in force now: what guards the account keeps its e-mail. */
  saveSettings(driverId: string, settings: NotifySettings): Promise<NotifySettings>
  /**
   * This browser takes web push; answers the device's id. Refuses addresses of no push service with
   * `notify.push_refused`.
   */
  subscribePush(driverId: string, subscription: Subscription): Promise<{ id: string }>
  unsubscribePush(driverId: string, endpoint: string): Promise<void>
  /** Makes the messages of all news whose time has come. Any process may, at any time. */
  fanOut(): Promise<void>
  /** Forgets news older than `keepDays`. */
  forgetNews(): Promise<void>
}

export type NewsDeps = {
  db: Db
  clock: Clock
  logger: Logger
  /** The outbox's. */
  sendMessage(tx: Db, message: NewMessage): Promise<void>
  /** Days that the inbox keeps news. */
  keepDays: number
  /** Hosts besides the browsers' push services that subscriptions may name; for tests. */
  pushHosts?: readonly string[]
}

/** Puts the news desk together. */
export function createNews(deps: NewsDeps): NewsFeed {
  const { db, clock, keepDays, pushHosts = [] } = deps
  return {
    announce: (tx, news) => store.insertNews(tx, news, clock.now()),
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
    saveSettings: (driverId, settings) => saveSettings(db, driverId, settings),
    async subscribePush(driverId, subscription) {
      const { endpoint, p256dh, auth } = subscription
      if (!isPushEndpoint(endpoint, pushHosts) || !arePushKeys(p256dh, auth))
        throw new AppError('notify.push_refused')
      return { id: await addDevice(db, driverId, subscription, clock.now()) }
    },
    unsubscribePush: (driverId, endpoint) => removeDevice(db, driverId, endpoint),
    fanOut: () => fanOut(deps),
    forgetNews: () => store.forgetNews(db, clock.now() - keepDays * DAY_MS),
  }
}

/**
 * Fans out news as they are announced, until it is closed. A sweep of `fanOut` stays needed: for repeats, and
 * for what was not heard.
 */
export type Dispatcher = { close(): Promise<void> }

/**
 * Listens to announcements of all processes; those that come while one fan-out is under way share the next.
 */
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
  const ears = listenChannel({
    url: databaseUrl,
    channel: store.NEWS_CHANNEL,
    clock,
    onMessage: wake,
    onOpen: wake,
    onFault: (error) => logger.warn({ err: error }, 'announced news are not heard for a moment'),
  })
  return {
    async close() {
      await ears.close()
      await underWay
    },
  }
}
