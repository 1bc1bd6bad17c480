import { randomUUID } from 'node:crypto'
import { AppError } from '@madruga/core/errors.ts'
import { OPERATOR_ERRORS } from '@madruga/core/notify.ts'
import type { Channel } from '@madruga/core/notify.ts'
import type { MessageSettings } from '@madruga/core/settings.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { Database } from './db.ts'
import type { Clock } from './kit/clock.ts'
import type { KeyRing } from './kit/encryption.ts'
import { listenChannel } from './kit/live.ts'
import type { Logger } from './kit/logger.ts'
import { defineModule } from './module.ts'
import type { Handlers } from './module.ts'
import { listEncryptedColumns } from './notify/encrypted-store.ts'
import { findPhone, forgetReceived, listReceived, plainPhone } from './notify/gateways/store.ts'
import type { Received } from './notify/gateways/store.ts'
import type { AttachFile, Content } from './notify/model.ts'
import { createNews, startDispatcher } from './notify/news.ts'
import type { NewsFeed } from './notify/news.ts'
import type { Notify } from './notify/operations.ts'
import { tellOperator, tellOperatorNow } from './notify/operator-news.ts'
import { createOptOuts } from './notify/opt-outs.ts'
import type { OptOuts } from './notify/opt-outs.ts'
import * as outbox from './notify/outbox.ts'
import { channelsElsewhere, openProviders, readPushKeys } from './notify/providers.ts'
import type { ProviderOptions } from './notify/providers.ts'
import { createTester } from './notify/test-message.ts'
import { createUnsubscribe } from './notify/unsubscribe.ts'
import type { Unsubscribe } from './notify/unsubscribe.ts'
import { putIntoWords } from './notify/words.ts'
import { readDigestKey } from './people/service-keys.ts'

export type { AttachFile, LetterFile, NewMessage, News } from './notify/model.ts'

export { SMS_WEBHOOK_PATH } from './notify/opt-outs.ts'
export { UNSUBSCRIBE_PATH } from './notify/unsubscribe.ts'
export type { Notify } from './notify/operations.ts'
export type { ProviderOptions } from './notify/providers.ts'

/** The declaration of notifications. */
export const notifications = defineModule({
  tables: [
    'notification_settings',
    'notifications',
    'outbox',
    'push_devices',
    'received_messages',
    'sms_opt_outs',
  ],
  sections: [
    {
      name: 'notifications',
      from: 'notifications',
      columns: 'id, kind, params, created_at, read_at, acknowledged_at',
      key: [['id', 'bigint']],
    },
    {
      name: 'notificationSettings',
      from: 'notification_settings',
      columns: 'routes, channels, quiet, repeat, reminder_minutes, updated_at',
      key: [['updated_at', 'timestamptz']],
    },
    {
      name: 'pushDevices',
      from: 'push_devices',
      columns: 'id, user_agent, created_at',
      key: [['id', 'text']],
    },
    {
      name: 'messages',
      from: 'outbox',
      columns: 'id, channel, recipient, template, state, created_at, sent_at',
      key: [['id', 'bigint']],
    },
  ],
  encrypted: listEncryptedColumns,
  handlers: notifyHandlers,
  jobs: ({ notify: { fanOut, sweeps } }: { notify: Pick<Notify, 'fanOut' | 'sweeps'> }) => [
    { name: 'notify.fan_out', everyMs: 5 * SECOND_MS, run: fanOut },
    { name: 'notify.send_due', everyMs: 5 * SECOND_MS, asksOutside: true, run: sweeps.sendDue },
  ],
  retention: ({ notify: { forgetNews, sweeps } }: { notify: Pick<Notify, 'forgetNews' | 'sweeps'> }) => [
    { tables: 'notifications', forget: forgetNews },
    { tables: 'outbox, received_messages', forget: sweeps.forgetMessages },
  ],
})

export type NotifyDeps = ProviderOptions & {
  database: Database
  databaseUrl: string
  clock: Clock
  logger: Logger
  keyRing: KeyRing
  /** Where browsers reach the app, without a trailing slash. */
  publicUrl: string
  settings: MessageSettings
  /** Days that the inbox keeps notifications. */
  keepNewsDays: number
  /** Notifications stay in the inbox, and no message is sent of them; default false. */
  quiet?: boolean | undefined
  /** Generates the attachments of e-mails; without it there are none. */
  attach?: AttachFile
  /** Whether this process sends; other processes only put messages into the outbox. */
  sends: boolean
  /** From 0 to 1, for delays; default `Math.random`. */
  random?: () => number
}

/** Creates the module. If this process sends, sending begins at once. */
export async function createNotify(deps: NotifyDeps): Promise<Notify> {
  const { database, clock, keyRing, settings } = deps
  const db = database.kysely
  const box = outbox.createOutbox({ clock, keyRing })
  const { fcm, apns } = deps.push
  const storePush = { fcm: fcm !== null, apns: apns !== null }
  const news = createNews({
    ...deps,
    db,
    ...box,
    keepDays: deps.keepNewsDays,
    pushHosts: deps.push.hosts,
    storePush,
  })
  const key = await readDigestKey(db, keyRing)
  const { publicUrl } = deps
  const unsubscribe = createUnsubscribe({ db, key, publicUrl, news })
  const authToken = deps.phone?.authToken ?? null
  const optOuts = createOptOuts({ db, clock, key, publicUrl, authToken })
  const sending = deps.sends ? await startSending(deps, news, { optOuts, unsubscribe }) : null
  const elsewhere = channelsElsewhere(deps)
  return {
    ...box,
    ...news,
    sendTest: createTester({ database, clock, outbox: box, settings }),
    listMessages: (page) => outbox.listMessages(db, page, clock.now()),
    retryMessages: (tx, id) => outbox.retryMessages(tx, id, clock.now()),
    countMessages: () => outbox.countMessages(db, clock.now() - DAY_MS),
    readTroubles() {
      const now = clock.now()
      return outbox.readMessageTroubles(db, { since: now - HOUR_MS, now, ours: OPERATOR_ERRORS })
    },
    async listReceived(page) {
      const { messages, more } = await listReceived(db, page)
      const texts = messages.filter(({ channel }) => channel === 'sms')
      const out = await optOuts.findOut(texts.map(({ recipient }) => plainPhone(recipient)))
      const isOut = ({ channel, recipient }: Received) => channel === 'sms' && out.has(plainPhone(recipient))
      return { messages: messages.map((one) => ({ ...one, stopped: isOut(one) })), more, elsewhere }
    },
    async answerReceived(id, text) {
      const phone = elsewhere.includes('sms') ? null : await findPhone(db, id)
      if (phone === null) throw new AppError('request.not_found')
      await optOuts.answer(phone, text)
      return { stopped: await optOuts.isOut(phone) }
    },
    tellOperator: (tx, told) => tellOperator(tx, box, told),
    async tellOperatorNow(told) {
      if (sending === null) return
      await tellOperatorNow(db, sending.sendNow, { ...told, at: clock.now() })
    },
    storePush,
    readPushKey: async () => (await readPushKeys(db, keyRing)).publicKey,
    receiveSms: optOuts.sync,
    unsubscribe: unsubscribe.take,
    forgetDriver: outbox.forgetDriver,
    sweeps: {
      sendDue: async () => await sending?.sweep(),
      async forgetMessages() {
        const { keepMs, received } = settings
        await outbox.forgetSent(db, clock.now() - keepMs, clock.now())
        await forgetReceived(db, clock.now() - received.keepMs, received.newest)
      },
    },
    close: async () => await sending?.close(),
  }
}

/**
 * The sending part: providers, a sender that wakes at every commit with a message, and the fan-out of
 * notifications.
 */
async function startSending(
  deps: NotifyDeps,
  news: NewsFeed,
  { optOuts, unsubscribe }: { optOuts: OptOuts; unsubscribe: Unsubscribe },
) {
  const { database, databaseUrl, clock, logger, keyRing, publicUrl, settings } = deps
  const db = database.kysely
  const providers = await openProviders({ ...deps, db })
  const kept = (['email', 'sms', 'call'] as const).filter((each) => !channelsElsewhere(deps).includes(each))
  if (kept.length > 0) {
    logger.info(
      { kept: kept.join(', ') },
      'No provider is configured for these: they go to the page of received messages',
    )
  }
  const off = [...(deps.push.fcm ? [] : ['Android']), ...(deps.push.apns ? [] : ['iOS'])]
  if (off.length > 0)
    logger.info({ off: off.join(', ') }, 'Push is not set up for these store apps: they receive none')
  const sender = outbox.createSender({
    isOptedOut: optOuts.isOut,
    unsubscribeUrl: unsubscribe.urlOf,
    db,
    clock,
    logger,
    keyRing,
    settings,
    providers: providers.byChannel,
    render: (content) => putIntoWords(content, publicUrl),
    attach: deps.attach,
    random: deps.random ?? Math.random,
  })
  const wake = (): void => {
    sender.wake().catch((error: unknown) => logger.warn({ err: error }, 'messages are not sent yet'))
  }
  const listener = listenChannel({
    url: databaseUrl,
    channel: outbox.OUTBOX_CHANNEL,
    clock,
    onMessage: wake,
    onOpen: wake,
    onFault: (error) => logger.warn({ err: error }, 'new messages are not heard of for a moment'),
  })
  const dispatcher = startDispatcher({ databaseUrl, clock, logger, desk: news })
  return {
    sweep: () => sender.sweep(),
    async sendNow(channel: Channel, recipient: string, content: Content): Promise<void> {
      const words = putIntoWords(content, publicUrl)
      const now = clock.now()
      const sent = await providers.byChannel[channel].send({
        recipient,
        driverId: null,
        words,
        key: randomUUID(),
        now,
        expiresAt: null,
      })
      if (sent.outcome !== 'sent') logger.error({ channel, error: sent.error }, 'an operator was not told')
    },
    async close() {
      await dispatcher.close()
      await listener.close()
      await sender.close()
      await providers.close()
    },
  }
}

/** The operations of notify. */
function notifyHandlers({ notify }: { notify: Notify }): Pick<Handlers, 'notify'> {
  const operations: Handlers['notify'] = {
    inbox: ({ driverId }, page) => notify.readInbox(driverId, page),
    unread: ({ driverId }) => notify.readUnread(driverId),
    async read({ driverId }, { upTo }) {
      await notify.markRead(driverId, upTo)
      return {}
    },
    async acknowledge({ driverId }, { id }) {
      await notify.acknowledge(driverId, id)
      return {}
    },
    async settings({ driverId }) {
      const [view, pushKey] = await Promise.all([notify.readSettings(driverId), notify.readPushKey()])
      return { ...view, pushKey, storePush: notify.storePush }
    },
    saveSettings: ({ driverId }, { settings, reminderMinutes }) =>
      notify.saveSettings(driverId, settings, reminderMinutes),
    sendTest: ({ driverId }, { channel }) => notify.sendTest(driverId, channel),
    subscribePush: ({ driverId, caller }, subscription) =>
      notify.subscribePush(driverId, { ...subscription, userAgent: caller.userAgent ?? null }),
    async unsubscribePush({ driverId }, { endpoint }) {
      await notify.unsubscribePush(driverId, endpoint)
      return {}
    },
    registerDevice: ({ driverId, caller }, device) =>
      notify.registerDevice(driverId, { ...device, userAgent: caller.userAgent ?? null }),
    async removeDevice({ driverId }, { token }) {
      await notify.unsubscribePush(driverId, token)
      return {}
    },
    received: (_, page) => notify.listReceived(page),
    answerReceived: (_, { id, text }) => notify.answerReceived(id, text),
  }
  return { notify: operations }
}
