import { sql } from 'kysely'
import { completeSettings, decideRound, expiryOf, recipientsOf } from '@madruga/core/notify.ts'
import type { DueNews, NewsContent, Reachable, StoredSettings } from '@madruga/core/notify.ts'
import { DAY_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Logger } from '../../kit/logger.ts'
import type { Db, NewMessage } from '../model.ts'

export type FanOutDeps = {
  db: Db
  clock: Clock
  logger: Logger
  /** The outbox: a second message of the same event is not taken. */
  sendMessage(tx: Db, message: NewMessage): Promise<void>
}

/** News in one transaction. */
const BATCH = 20
/** News that could not be told are tried again after this, until they are a day old. */
const AGAIN_MS = MINUTE_MS
const GIVE_UP_MS = DAY_MS

/** A claimed row with all that deciding needs. */
type Claimed = NewsContent &
  Reachable & {
    id: number
    driverId: string
    round: number
    at: number
    acknowledged: boolean
    humanAwaited: boolean
    language: 'en' | 'es'
    timeZone: string
    stored: StoredSettings | null
  }

/**
 * Makes the messages of all news whose time has come, in any number of processes at once: a claimed row is
 * locked until its messages and its next round are stored in the same transaction, and each message has a
 * name of its own, so that whatever dies in between, one round is told once on each channel. Settles when
 * nothing is due.
 */
export async function fanOut(deps: FanOutDeps): Promise<void> {
  while ((await fanOutBatch(deps)) === BATCH);
}

async function fanOutBatch(deps: FanOutDeps): Promise<number> {
  const { db, clock, logger } = deps
  return await db.transaction().execute(async (tx) => {
    const claimed = await claimDue(tx, clock.now())
    for (const news of claimed) {
      await sql`savepoint news`.execute(tx)
      try {
        await tell(deps, tx, news)
      } catch (error) {
        // One that cannot be told must not hold up the others.
        await sql`rollback to savepoint news`.execute(tx)
        const { id, kind } = news
        logger.error({ news: id, kind, err: error }, 'news could not be told')
        const now = clock.now()
        await setNext(tx, id, news.round, now - news.at < GIVE_UP_MS ? now + AGAIN_MS : null)
      }
      await sql`release savepoint news`.execute(tx)
    }
    return claimed.length
  })
}

/**
 * Locks what is due and nobody else has. The driver's row is held too, since messages refer to it: one whose
 * driver is just being deleted is passed over instead of waited for.
 */
async function claimDue(tx: Db, now: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    select n.id, n.driver_id as "driverId", n.kind, n.params, n.round, n.created_at as at,
      n.acknowledged_at is not null as acknowledged, d.language, d.time_zone as "timeZone",
      d.email, d.preferred_email as "preferredEmail", d.phone, d.phone_confirmed as "phoneConfirmed",
      array(select p.id from push_devices p where p.driver_id = d.id order by p.created_at, p.id) as "pushDeviceIds",
      exists (select from bots b where b.driver_id = d.id and b.reason = 'human_verification'
        and b.phase in ('sleeping', 'failed_to_launch')) as "humanAwaited",
      case when s.driver_id is not null then
        jsonb_build_object('routes', s.routes, 'channels', s.channels, 'quiet', s.quiet, 'repeat', s.repeat) end as stored
    from notifications n join drivers d on d.id = n.driver_id
    left join notification_settings s on s.driver_id = n.driver_id
    where n.due_at <= ${new Date(now)}
    order by n.due_at, n.id limit ${BATCH}
    for update of n skip locked
    for key share of d skip locked`.execute(tx)
  return rows
}

/** One round of one piece of news: a message for each channel and recipient, and when to look again. */
async function tell({ clock, sendMessage }: FanOutDeps, tx: Db, claimed: Claimed): Promise<void> {
  const { id, driverId, round, language, timeZone } = claimed
  const now = clock.now()
  const content = { kind: claimed.kind, params: claimed.params } as NewsContent
  const due = {
    ...content,
    acknowledged: claimed.acknowledged,
    humanAwaited: claimed.humanAwaited,
  } as DueNews
  const settings = completeSettings(claimed.stored)
  const { channels, nextAt, nextRound } = decideRound(due, settings, timeZone, now, round)
  for (const channel of channels) {
    for (const recipient of recipientsOf(claimed, channel).recipients) {
      const event = `news:${id}:${round}:${channel}${channel === 'push' ? `:${recipient}` : ''}`
      const expiresAt = expiryOf(content, channel, now)
      const to = { driverId, channel, recipient, language, timeZone, event, expiresAt }
      await sendMessage(tx, { ...to, template: 'news', params: { id, ...content } })
    }
  }
  await setNext(tx, id, nextRound, nextAt)
}

async function setNext(tx: Db, id: number, round: number, dueAt: number | null): Promise<void> {
  await sql`update notifications set round = ${round}, due_at = ${dueAt === null ? null : new Date(dueAt)}
    where id = ${id}`.execute(tx)
}
