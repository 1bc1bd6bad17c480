import { randomUUID } from 'node:crypto'
import { AppError } from '@madruga/core/errors.ts'
import { OPERATOR_ERRORS } from '@madruga/core/notify.ts'
import type { Channel, StorePushKind } from '@madruga/core/notify.ts'
import type { MessageSettings } from '@madruga/core/settings.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import type { Database } from './db.ts'
import type { Clock } from './kit/clock.ts'
import type { Logger } from './kit/logger.ts'
import { listenChannel } from './kit/live.ts'
import type { KeyRing } from './kit/encryption.ts'
import { findPhone, forgetReceived, listReceived, plainPhone } from './notify/gateways/store.ts'
import type { Received, ReceivedPage } from './notify/gateways/store.ts'
import type { AttachFile, Content, Db } from './notify/model.ts'
import { createNews, startDispatcher } from './notify/news.ts'
import type { NewsFeed } from './notify/news.ts'
import * as outbox from './notify/outbox.ts'
import type { ListedMessage, MessagePage, MessageTroubles, Outbox } from './notify/outbox.ts'
import { channelsElsewhere, openProviders, readPushKeys } from './notify/providers.ts'
import type { ProviderOptions } from './notify/providers.ts'
import { createTester } from './notify/test-message.ts'
import type { Tester } from './notify/test-message.ts'
import { tellOperator, tellOperatorNow } from './notify/operator-news.ts'
import type { OperatorNews } from './notify/operator-news.ts'
import { createOptOuts } from './notify/opt-outs.ts'
import type { OptOuts } from './notify/opt-outs.ts'
import { createUnsubscribe } from './notify/unsubscribe.ts'
import type { Unsubscribe } from './notify/unsubscribe.ts'
import { readDigestKey } from './service-keys.ts'
import { putIntoWords } from './notify/words.ts'
export type { AttachFile, LetterFile, NewMessage, News } from './notify/model.ts'

export type { ListedMessage, MessagePage, Outbox } from './notify/outbox.ts'
export { SMS_WEBHOOK_PATH } from './notify/opt-outs.ts'
export { UNSUBSCRIBE_PATH } from './notify/unsubscribe.ts'
export type { ProviderOptions } from './notify/providers.ts'
export { listEncryptedColumns } from './notify/encrypted-store.ts'

/** Everything that reaches a driver beyond the screen. */
export type Notify = Outbox &
  NewsFeed & {
    /** Sends a test message. Refuses with `notify.channel_missing` (params `why`) and `request.too_many`. */
    sendTest: Tester
    /** Tells a driver something about the service, by these channels as far as they reach them. */
    tellOperator(tx: Db, news: OperatorNews): Promise<void>
    /** The same at once, past the outbox, without a second try; nothing where this process does not send. */
    tellOperatorNow(news: Omit<OperatorNews, 'event'>): Promise<void>
    /** Outgoing messages, newest first; no content. */
    listMessages(page: MessagePage): Promise<{ messages: ListedMessage[]; more: boolean }>
    /** Has a message that failed tried again, or all (null) of the last days; answers how many those were. */
    retryMessages(tx: Db, id: number | null): Promise<number>
    /** How many are queued, and how many failed within a day. */
    countMessages(): Promise<{ waiting: number; failed: number }>
    /**
     * How many failed within an hour, how many by an operator's error, how many due ones wait, and since
     * when.
     */
    readTroubles(): Promise<MessageTroubles>
    /** Messages of the embedded gateways, newest first, and the channels that use real providers instead. */
    listReceived(page: ReceivedPage): Promise<{
      messages: (Received & { id: number; at: number; stopped: boolean })[]
      more: boolean
      elsewhere: Received['channel'][]
    }>
    /**
     * Replies to an SMS that the embedded gateway received, as its phone would. Refuses with
     * `request.not_found` if there is none, or if a provider reaches phones: they reply themselves.
     */
    answerReceived(id: number, text: 'STOP' | 'START'): Promise<{ stopped: boolean }>
    /** Which store apps the operator set push up for. */
    storePush: Record<StorePushKind, boolean>
    /** The service's public key for web push, base64url. */
    readPushKey(): Promise<string>
    /** Handles a text message from a phone, as reported by Twilio: STOP ends texts, START resumes them. */
    receiveSms: OptOuts['sync']
    /** Ends a driver's alerts by e-mail, as their mail program asks with the token of an e-mail. */
    unsubscribe: Unsubscribe['take']
    /**
     * Deletes every message of a driver who is being deleted, including queued ones; send the
     * last message with `driverId: null` after it.
     */
    forgetDriver(tx: Db, driverId: string): Promise<void>
    /** Sweeps for the job table. */
    sweeps: {
      /**
       * Sends what is due: retries, messages with a lost announcement, and the rest of dead senders. Asks
       * what became of texts.
       */
      sendDue(): Promise<void>
      forgetMessages(): Promise<void>
    }
    /** Accepts nothing more and finishes the sends in progress. */
    close(): Promise<void>
  }

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
