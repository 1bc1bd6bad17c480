import { randomUUID } from 'node:crypto'
import { AppError } from '@madruga/core/errors.ts'
import { recipientsOf } from '@madruga/core/notify.ts'
import type { Channel } from '@madruga/core/notify.ts'
import type { MessageSettings } from '@madruga/core/settings.ts'
import { MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { Database } from '../db.ts'
import type { Clock } from '../kit/clock.ts'
import { createSharedLimiter } from '../kit/limits.ts'
import { readContact } from './contact-store.ts'
import { readOutcomes } from './outbox.ts'
import type { NewMessage } from './model.ts'
import type { Outbox, Outcome } from './outbox.ts'

/** The state of a test message; `detail` is a code if it did not arrive. */
export type TestOutcome = { state: Outcome['state']; detail: string | null }

/** Sends a test of a channel: of a driver's own notifications by default, or of an operator's alerts. */
export type Tester = (
  driverId: string,
  channel: Channel,
  template?: 'test' | 'incidents',
) => Promise<TestOutcome>

type TestDeps = { database: Database; clock: Clock; outbox: Outbox; settings: MessageSettings }

const WAIT_MS = 8 * SECOND_MS
const LOOK_MS = 250
/** A test message that is later than this is useless. */
const EXPIRES_MS = 10 * MINUTE_MS

/**
 * Sends a test message on the normal path, and returns its state after some seconds. Throws
 * `request.too_many` beyond the limit and `notify.channel_missing` (params `why`) if the channel cannot reach
 * the driver.
 */
export function createTester({ database, clock, outbox, settings }: TestDeps): Tester {
  const db = database.kysely
  const limiter = createSharedLimiter(database.pool, 'notify.test', {
    points: settings.tests.count,
    windowS: settings.tests.windowMs / SECOND_MS,
  })
  return async (driverId, channel, template = 'test') => {
    const contact = await readContact(db, driverId)
    if (contact === null) throw new AppError('accounts.signed_out')
    const { recipients, why } = recipientsOf(contact, channel)
    if (why !== null) throw new AppError('notify.channel_missing', { channel, why })
    const waitMs = await limiter.take(driverId)
    if (waitMs !== null) {
      throw new AppError('request.too_many', { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) })
    }
    const { language, timeZone } = contact
    const expiresAt = clock.now() + EXPIRES_MS
    const to = { driverId, channel, language, timeZone, expiresAt }
    const messages = recipients.map((recipient): NewMessage => {
      const test = { ...to, recipient, event: `test:${randomUUID()}` }
      return template === 'test'
        ? { ...test, template, params: {} }
        : { ...test, template, params: { wrong: [], over: [] } }
    })
    await db.transaction().execute(async (tx) => {
      for (const message of messages) await outbox.sendMessage(tx, message)
    })
    return await waitForOutcome(
      database,
      clock,
      messages.map((message) => message.event),
    )
  }
}

async function waitForOutcome(
  database: Database,
  clock: Clock,
  events: readonly string[],
): Promise<TestOutcome> {
  const until = clock.now() + WAIT_MS
  while (true) {
    const outcomes = await readOutcomes(database.kysely, events)
    const isOver = outcomes.every((outcome) => outcome.state !== 'waiting' || outcome.error !== null)
    if (isOver || clock.now() >= until) return sumUp(outcomes)
    await new Promise<void>((next) => clock.after(LOOK_MS, next))
  }
}

/** One device that got it is enough; otherwise pending ones take precedence over failures. */
function sumUp(outcomes: readonly Outcome[]): TestOutcome {
  const best = (['sent', 'waiting', 'failed', 'given_up'] as const).find((state) =>
    outcomes.some((outcome) => outcome.state === state),
  )
  const bestOutcome = outcomes.find((outcome) => outcome.state === best)
  return { state: bestOutcome?.state ?? 'given_up', detail: bestOutcome?.error ?? null }
}
