import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { deleteOlder } from '../../db.ts'
import { withinPhoneCaps } from '@madruga/core/notify.ts'
import type { Channel } from '@madruga/core/notify.ts'
import type { MessageSettings } from '@madruga/core/settings.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import type { Db, NewMessage, Template } from '../model.ts'
import { encryptContent } from './content.ts'

/** Announced at a commit with messages. */
export const OUTBOX_CHANNEL = 'outbox'

export type MessageState = 'waiting' | 'sent' | 'failed' | 'given_up'

/** A message taken by a sender: no other takes it before `takenUntil`. `attempts` includes this one. */
export type TakenMessage = {
  id: number
  /** Null for someone who is not a driver. */
  driverId: string | null
  channel: Channel
  recipient: string
  template: Template
  event: string
  encryptedContent: Buffer
  encryptRow: string
  attempts: number
  takenUntil: number
  expiresAt: number | null
  createdAt: number
}

/** Which attempt at a message: its number begins anew with a retry, its lease never does. */
type Attempt = Pick<TakenMessage, 'id' | 'attempts' | 'takenUntil'>
/** What is told once and is not outdated in a day: no code, and no link that lets a reader in. */
const HAS_TIME = sql`driver_id is not null and template not in ('code', 'invitation', 'instance_code')`

/** A message that failed can be tried again so long; later it is about what is over. */
const RETRIED_MS = 3 * DAY_MS
const isRetryable = (now: number) =>
  sql<boolean>`(state in ('failed', 'given_up') and sealed_content is not null
    and created_at > ${new Date(now - RETRIED_MS)} and (expires_at is null or expires_at > ${new Date(now)}))`

// One sender at a time counts messages to phones, so that the caps hold exactly. Any unused lock number.
const PHONE_LOCK = 7_301_946_023

/** Inserts a message and wakes the senders at the caller's commit; does nothing if its event exists. */
export async function insertMessage(
  tx: Db,
  keyRing: KeyRing,
  message: NewMessage,
  now: number,
): Promise<void> {
  const { driverId, channel, recipient, template, event, expiresAt } = message
  const row = randomUUID()
  const encrypted = encryptContent(keyRing, row, message, now)
  const at = new Date(now)
  await sql`
    with made as (
      insert into outbox (driver_id, channel, recipient, template, event, sealed_content, seal_row, due_at, expires_at, created_at)
      values (${driverId}, ${channel}, ${recipient}, ${template}, ${event}, ${encrypted}, ${row}, ${at},
        ${expiresAt === null ? null : new Date(expiresAt)}, ${at})
      on conflict (event) do nothing
      returning id)
    select pg_notify(${OUTBOX_CHANNEL}, '') from made`.execute(tx)
}

/** Wakes the senders at the caller's commit. */
export async function wakeSenders(tx: Db): Promise<void> {
  await sql`select pg_notify(${OUTBOX_CHANNEL}, '')`.execute(tx)
}

/**
 * Takes up to `limit` due messages of a channel, codes first, and counts an attempt of each. Rows of another
 * sender are skipped until its lease `taken_until` expires: it is then considered dead.
 */
export async function takeDue(
  db: Db,
  channel: Channel,
  take: { now: number; limit: number; leaseMs: number; phoneCaps: MessageSettings['phoneCaps'] },
): Promise<{ taken: TakenMessage[]; capped: TakenMessage[] }> {
  const isPhone = channel === 'sms' || channel === 'call'
  return await db.transaction().execute(async (tx) => {
    if (isPhone) await sql`select pg_advisory_xact_lock(${PHONE_LOCK})`.execute(tx)
    const { rows: messages } = await sql<TakenMessage>`
      update outbox as o set attempts = o.attempts + 1, taken_until = ${new Date(take.now + take.leaseMs)}
      where o.id in (
        select id from outbox
        where state = 'waiting' and channel = ${channel} and due_at <= ${new Date(take.now)}
          and (taken_until is null or taken_until <= ${new Date(take.now)})
          and (expires_at is null or expires_at > ${new Date(take.now)})
        order by template = 'code' desc, due_at, id
        limit ${take.limit}
        for update skip locked)
      returning o.id, o.driver_id as "driverId", o.channel, o.recipient, o.template, o.event,
        o.sealed_content as "encryptedContent", o.seal_row as "encryptRow", o.attempts, o.taken_until as "takenUntil", o.expires_at as "expiresAt", o.created_at as "createdAt"`.execute(
      tx,
    )
    // An update returns rows in no order.
    const rows = messages.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id)
    if (!isPhone || rows.length === 0) return { taken: rows, capped: [] }
    const smsCounts = await countSentToPhones(tx, rows, take.now)
    const may = withinPhoneCaps(
      rows.map((row) => row.recipient),
      smsCounts,
      take.phoneCaps,
    )
    const cappedMessages = rows.filter((_, index) => !may[index])
    await storeResults(tx, cappedMessages, { state: 'failed', error: 'daily_cap', at: take.now })
    return { taken: rows.filter((_, index) => may[index]), capped: cappedMessages }
  })
}

const rank = ({ template }: TakenMessage): number => (template === 'code' ? 0 : 1)

/**
 * How many messages each phone was sent in the last 24 hours, including sends in progress, excluding these.
 */
async function countSentToPhones(
  tx: Db,
  besides: readonly TakenMessage[],
  now: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ recipient: string; sent: number }>`
    select recipient, count(*)::int as sent from outbox
    where channel in ('sms', 'call') and not id = any(${besides.map((row) => row.id)}::bigint[])
      and (sent_at > ${new Date(now - DAY_MS)}
        or (state = 'waiting' and taken_until > ${new Date(now)}))
    group by recipient`.execute(tx)
  return new Map(rows.map((row) => [row.recipient, row.sent]))
}

/**
 * The result of a message. With it the content is deleted, unless an operator may have it tried again. Of a
 * text it is not final: `askAt` is when to ask whether it arrived, and a code is stored until then, in case
 * it must be spoken.
 */
export type FinalResult =
  | { state: 'sent'; reference: string | null; at: number; askAt: number | null }
  | { state: 'failed' | 'given_up'; error: string; at: number }

/**
 * Stores the results of messages, each only if it is still this attempt's. Returns how many were stored:
 * fewer than given means that others took them over in the meantime.
 */
export async function storeResults(
  db: Db,
  messages: readonly Attempt[],
  outcome: FinalResult,
): Promise<number> {
  if (messages.length === 0) return 0
  const success = outcome.state === 'sent' ? outcome : null
  const error = outcome.state === 'sent' ? null : outcome.error
  const askAt = success && success.askAt !== null ? new Date(success.askAt) : null
  const keepsContent = success ? sql`template = 'code' and ${askAt}::timestamptz is not null` : HAS_TIME
  const { numAffectedRows } = await sql`
    update outbox as o set state = ${outcome.state}, error = ${error}, reference = ${success?.reference ?? null}, sent_at = ${success && new Date(success.at)},
      ask_at = ${askAt}, taken_until = null,
      sealed_content = case when ${keepsContent} then sealed_content end
    from unnest(${messages.map((each) => each.id)}::bigint[], ${messages.map((each) => each.attempts)}::int[],
      ${messages.map((each) => new Date(each.takenUntil))}::timestamptz[]) as g (id, attempts, until)
    where o.id = g.id and o.attempts = g.attempts and o.taken_until = g.until and o.state = 'waiting'`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Defers a message until `dueAt`, if it is still this attempt's. */
export async function postpone(
  db: Db,
  { id, attempts, takenUntil }: Attempt,
  error: string,
  dueAt: number,
): Promise<void> {
  await sql`
    update outbox set error = ${error}, due_at = ${new Date(dueAt)}, taken_until = null
    where id = ${id} and attempts = ${attempts} and taken_until = ${new Date(takenUntil)}
      and state = 'waiting'`.execute(db)
}

/** Gives up outdated messages, and deletes sent codes; a send in progress is left to finish. */
export async function giveUpExpired(db: Db, now: number): Promise<number> {
  const at = new Date(now)
  await sql`
    update outbox set sealed_content = null
    where ask_at is not null and sealed_content is not null and expires_at <= ${at}`.execute(db)
  const { numAffectedRows } = await sql`
    update outbox set state = 'given_up', error = 'expired', sealed_content = null, taken_until = null
    where state = 'waiting' and expires_at <= ${at} and (taken_until is null or taken_until <= ${at})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/**
 * Deletes finished messages older than `before`, whose events identify what happens once, and the content of
 * those that failed and can be tried again no more.
 */
export async function forgetSent(db: Db, before: number, now: number): Promise<void> {
  await sql`update outbox set sealed_content = null where state in ('failed', 'given_up')
    and sealed_content is not null and created_at <= ${new Date(now - RETRIED_MS)}`.execute(db)
  const only = sql<boolean>`r.state <> 'waiting'`
  await deleteOlder(db, { table: 'outbox', column: 'created_at', only }, before)
}

/** Deletes every message of a driver, including queued ones: nothing more reaches them. */
export async function forgetDriver(tx: Db, driverId: string): Promise<void> {
  await sql`delete from outbox where driver_id = ${driverId}`.execute(tx)
}

/** The state of a message; `error` is a code, never a provider's text. */
export type Outcome = { state: MessageState; error: string | null }

/** The states of these events, in their order. */
export async function readOutcomes(db: Db, events: readonly string[]): Promise<Outcome[]> {
  const { rows } = await sql<Outcome & { event: string }>`
    select event, state, error from outbox where event = any(${[...events]}::text[])`.execute(db)
  return events.flatMap((event) => rows.find((row) => row.event === event) ?? [])
}

/** A message as operators see it: no content. */
export type ListedMessage = {
  id: number
  channel: Channel
  recipient: string
  template: string
  state: MessageState
  attempts: number
  error: string | null
  at: number
  sentAt: number | null
  /** When a text arrived, as its provider knows; null = not known, or of another channel. */
  arrivedAt: number | null
  /** It failed, and an operator may have it tried again. */
  canRetry: boolean
}
export type MessagePage = {
  state?: MessageState | undefined
  limit: number
  before?: number | undefined
  driverId?: string | undefined
}

/** Outgoing messages, newest first. */
export async function listMessages(
  db: Db,
  { state, limit, before, driverId }: MessagePage,
  now: number,
): Promise<{ messages: ListedMessage[]; more: boolean }> {
  const { rows } = await sql<ListedMessage>`
    select id, channel, recipient, template, state, attempts, error, created_at as at, sent_at as "sentAt",
      arrived_at as "arrivedAt", ${isRetryable(now)} as "canRetry"
    from outbox
    where ${state ? sql`state = ${state}` : sql`true`} and ${before ? sql`id < ${before}` : sql`true`}
      and ${driverId === undefined ? sql`true` : sql`driver_id = ${driverId}`}
    order by id desc limit ${limit + 1}`.execute(db)
  return { messages: rows.slice(0, limit), more: rows.length > limit }
}

/** Has a message that failed tried again from the start, or all of them; answers how many those were. */
export async function retryMessages(tx: Db, id: number | null, now: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update outbox set state = 'waiting', attempts = 0, error = null, due_at = ${new Date(now)}, taken_until = null
    where ${isRetryable(now)} and (${id}::bigint is null or id = ${id})`.execute(tx)
  await wakeSenders(tx)
  return Number(numAffectedRows ?? 0)
}

/** How many are queued, and how many failed since `since`. */
export async function countMessages(db: Db, since: number): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select (select count(*)::int from outbox where state = 'waiting') as waiting,
      (select count(*)::int from outbox
        where state in ('failed', 'given_up') and created_at > ${new Date(since)}) as failed`.execute(db)
  return rows[0] ?? { waiting: 0, failed: 0 }
}

/** What is wrong with messages: see `readMessageTroubles`. */
export type MessageTroubles = { failed: number; ours: number; waiting: number; waitingSince: number | null }

/**
 * How many messages failed since `since`, how many failed or wait because of `ours`, errors that an operator
 * mends, how many due ones wait, and since when the first was due.
 */
export async function readMessageTroubles(
  db: Db,
  { since, now, ours }: { since: number; now: number; ours: readonly string[] },
): Promise<MessageTroubles> {
  const { rows } = await sql<MessageTroubles>`
    select (select count(*)::int from outbox
        where state <> 'waiting' and state in ('failed', 'given_up') and created_at > ${new Date(since)}) as failed,
      (select count(*)::int from outbox
        where error = any(${[...ours]}::text[])
          and (state = 'waiting' or (state <> 'waiting' and created_at > ${new Date(since)}))) as ours,
      count(*)::int as waiting, min(due_at) as "waitingSince"
    from outbox where state = 'waiting' and due_at <= ${new Date(now)}`.execute(db)
  return rows[0]!
}
