import {
  ALWAYS_BY_EMAIL,
  askArrivalAt,
  CHANNELS,
  isOperatorError,
  isSpokenInstead,
  retryAt,
} from '@madruga/core/notify.ts'
import type { Channel } from '@madruga/core/notify.ts'
import type { MessageSettings } from '@madruga/core/settings.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Logger } from '../../kit/logger.ts'
import { deriveSecret, rootAt } from '../../kit/encryption.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import type { AttachFile, Content, Db, LetterFile } from '../model.ts'
import type { Delivery, Outgoing, Provider } from '../providers.ts'
import { openContent } from './content.ts'
import { speakCode, storeArrival, takeUnconfirmed } from './arrival-store.ts'
import type { SentText } from './arrival-store.ts'
import { giveUpExpired, postpone, storeResults, takeDue } from './store.ts'
import type { TakenMessage } from './store.ts'
import { createHmac } from 'node:crypto'

/** Takes messages from the outbox and hands them to providers. */
export type Sender = {
  /**
   * Something may be due: look now, after the look in progress if there is one. Resolves when everything due
   * now has been tried.
   */
  wake(): Promise<void>
  /**
   * Gives up outdated messages, asks what became of texts, then looks for what is due: retries, and rows of
   * dead senders. For the job table.
   */
  sweep(): Promise<void>
  /** Takes nothing more, and waits for the sends in progress. */
  close(): Promise<void>
}

export type SenderDeps = {
  db: Db
  clock: Clock
  logger: Logger
  keyRing: KeyRing
  settings: MessageSettings
  providers: Record<Channel, Provider>
  /** Renders a message. */
  render(content: Content, channel: Channel): Outgoing['words']
  /** Whether the owner of a phone wants no text messages. */
  isOptedOut(phone: string): Promise<boolean>
  /** Where a mail program ends a driver's alerts by e-mail. */
  unsubscribeUrl(driverId: string): string
  /** Generates the attachments of e-mails. */
  attach?: AttachFile | undefined
  /** From 0 to 1, for delays. */
  random: () => number
}

/** A row taken longer ago belongs to a dead sender. */
const LEASE_MS = 2 * MINUTE_MS
/** Longer than any provider takes for one attempt, which begins with so much of the lease left or never. */
const ATTEMPT_MS = MINUTE_MS
/** Concurrent messages per channel. A channel that hangs delays no other. */
const AT_ONCE = 5

/**
 * A sender; several may run, in one process or many, over the same rows. Each message is taken under a lease,
 * tried once, and marked in the next statement. A sender that was frozen between the two sends nothing and
 * marks nothing. Delivery is at least once: if a process dies after the
 * provider accepted a message and before that statement, the message is sent again after the lease. E-mail
 * then has the same Message-ID and push the same topic, which reveals the repetition. Twilio has no such
 * means, so an SMS or a call may then be doubled.
 */
export function createSender(deps: SenderDeps): Sender {
  const lanes = CHANNELS.map((channel) => createLane(deps, channel))
  const wake = async (): Promise<void> => {
    await Promise.all(lanes.map((lane) => lane.wake()))
  }
  return {
    wake,
    async sweep() {
      await giveUpExpired(deps.db, deps.clock.now())
      await askArrivals(deps)
      await wake()
    },
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()))
    },
  }
}

/** One channel's share of a sender. */
function createLane(deps: SenderDeps, channel: Channel): Omit<Sender, 'sweep'> {
  let looking: Promise<void> | null = null
  let wake = Promise.withResolvers<void>()
  const lane = { closed: false }
  const underWay = new Set<Promise<void>>()

  // A free slot is filled at once, also when new messages arrive: a slow send delays no other.
  const look = async (): Promise<void> => {
    try {
      while (!lane.closed) {
        wake = Promise.withResolvers<void>()
        const sendings = await takeSome(deps, channel, AT_ONCE - underWay.size)
        for (const sending of sendings) underWay.add(sending)
        for (const sending of sendings) void sending.finally(() => underWay.delete(sending))
        if (underWay.size === 0 && sendings.length === 0) return
        await Promise.race([...underWay, wake.promise])
      }
    } finally {
      await Promise.all(underWay)
    }
  }
  return {
    async wake() {
      if (lane.closed) return
      wake.resolve()
      // Messages that arrived after the last look and before its end get another look.
      if (looking) await looking
      looking ??= look().finally(() => (looking = null))
      await looking
    },
    async close() {
      lane.closed = true
      wake.resolve()
      await looking?.catch(() => {})
    },
  }
}

/** Takes up to `limit` messages and starts to send them. */
async function takeSome(deps: SenderDeps, channel: Channel, limit: number): Promise<Promise<void>[]> {
  if (limit <= 0) return []
  const { db, clock, logger, settings } = deps
  const { phoneCaps } = settings
  const { taken, capped } = await takeDue(db, channel, {
    now: clock.now(),
    limit,
    leaseMs: LEASE_MS,
    phoneCaps,
  })
  for (const message of capped) {
    logger.warn(tell(message), 'a message was not sent: the daily cap for phones is reached')
  }
  return [...capped.map(() => Promise.resolve()), ...taken.map((message) => sendOne(deps, message))]
}

async function sendOne(deps: SenderDeps, message: TakenMessage): Promise<void> {
  const { logger } = deps
  try {
    const delivery = await attempt(deps, message)
    if (delivery === null) return logger.warn(tell(message), 'a message was left to another sender')
    await mark(deps, message, delivery)
  } catch (error) {
    // The row stays taken; the next sender retries after the lease.
    logger.error({ ...tell(message), err: error }, 'what became of a message could not be written')
  }
}

/** Tries a message once; null = so late that another sender may have it. */
async function attempt(deps: SenderDeps, message: TakenMessage): Promise<Delivery | null> {
  const { clock, logger, keyRing, providers, render, settings } = deps
  // Taken more often than it may be tried: its previous senders died.
  if (message.attempts > settings.tries) return { outcome: 'failed', error: 'tries_used_up' }
  try {
    const { channel, recipient, driverId, expiresAt } = message
    // The reader just requested a code; STOP ends everything else.
    if (channel === 'sms' && message.template !== 'code' && (await deps.isOptedOut(recipient)))
      return { outcome: 'refused', error: 'opted_out' }
    const content = openContent(keyRing, message.encryptRow, message.encryptedContent)
    const words = render(content, channel)
    const file = channel === 'email' ? await fileOf(deps, message, content) : null
    const ends = message.driverId !== null && content.template === 'news'
    const unsubscribeUrl =
      ends && !ALWAYS_BY_EMAIL.includes(content.params.kind) ? deps.unsubscribeUrl(message.driverId!) : null
    const key = keyOf(keyRing, message)
    const now = clock.now()
    if (message.takenUntil - now < ATTEMPT_MS) return null
    const outgoing = { recipient, driverId, words, file, unsubscribeUrl, key, now, expiresAt }
    return await providers[channel].send(outgoing)
  } catch (error) {
    logger.error({ ...tell(message), err: error }, 'a message could not be sent for a fault of ours')
    return { outcome: 'failed', error: 'fault' }
  }
}

/**
 * The attachment of an e-mail: not stored, generated at each attempt. The e-mail is sent even if that fails.
 */
async function fileOf(
  { attach, logger }: SenderDeps,
  message: TakenMessage,
  content: Content,
): Promise<LetterFile | null> {
  if (attach === undefined || content.template !== 'news' || message.driverId === null) return null
  try {
    return await attach(content.params, message.driverId, content.language)
  } catch (error) {
    logger.error({ ...tell(message), err: error }, 'a letter goes without its file, which cannot be made')
    return null
  }
}

async function mark(deps: SenderDeps, message: TakenMessage, delivery: Delivery): Promise<void> {
  const { db, clock, logger, random, settings } = deps
  const now = clock.now()
  if (delivery.outcome === 'sent') {
    const { reference } = delivery
    const asks = reference !== null && deps.providers[message.channel].readArrival !== undefined
    const askAt = asks ? askArrivalAt(now, now, settings.arrival) : null
    const mine = await storeResults(db, [message], { state: 'sent', reference, at: now, askAt })
    if (mine === 0)
      logger.warn(tell(message), 'a message was sent that another sender had taken up meanwhile')
    return
  }
  const { error } = delivery
  // A code is worth nothing later: a refusal that only an operator can mend is final for it too.
  const isSpoken = isSpokenInstead(message) && (delivery.outcome === 'refused' || isOperatorError(error))
  if (isSpoken) await speakCode(db, message, now)
  if (delivery.outcome === 'refused' || isSpoken) {
    await storeResults(db, [message], { state: 'failed', error, at: now })
    logger.warn({ ...tell(message), error }, 'a message was refused for good')
    return
  }
  const dueAt = retryAt(message, now, random(), settings, delivery.retryAfterMs ?? null)
  if (dueAt === null) {
    await storeResults(db, [message], { state: 'given_up', error, at: now })
    logger.warn({ ...tell(message), error }, 'a message was given up')
  } else await postpone(db, message, error, dueAt)
}

/** Texts whose arrival is asked for at once. */
const ASKED_AT_ONCE = 20

/**
 * Asks what became of texts that were accepted: one that was lost counts as failed, and a code is spoken in a
 * call instead.
 */
async function askArrivals(deps: SenderDeps): Promise<void> {
  const { db, clock, settings } = deps
  const now = clock.now()
  const texts = await takeUnconfirmed(db, {
    now,
    limit: ASKED_AT_ONCE,
    nextAt: (sentAt) => askArrivalAt(sentAt, now, settings.arrival),
  })
  await Promise.all(texts.map((text) => askArrival(deps, text)))
}

async function askArrival({ db, clock, logger, providers }: SenderDeps, text: SentText): Promise<void> {
  const arrival = (await providers[text.channel].readArrival?.(text.reference)) ?? null
  if (arrival === null) return
  const at = clock.now()
  if (arrival.arrived) return await storeArrival(db, text.id, { at, error: null })
  const { error } = arrival
  if (isSpokenInstead(text)) await speakCode(db, text, at)
  await storeArrival(db, text.id, { at, error })
  logger.warn({ message: text.id, template: text.template, error }, 'a text was accepted and did not arrive')
}

/** Loggable fields: neither content nor recipient. */
function tell({ id, channel, template, attempts }: TakenMessage): object {
  return { message: id, channel, template, attempts }
}

/**
 * 32 hexadecimal digits for one message: the same for every attempt and in every process, and not guessable
 * from its event's name.
 */
function keyOf(keyRing: KeyRing, message: { id: number; event: string; createdAt: number }): string {
  // By the root of the message's day: a rotation between two attempts does not create a second message.
  const secret = deriveSecret(keyRing, 'message keys', rootAt(keyRing, message.createdAt))
  return createHmac('sha256', secret).update(`${message.id} ${message.event}`).digest('hex').slice(0, 32)
}
