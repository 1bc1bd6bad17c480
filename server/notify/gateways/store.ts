import { sql } from 'kysely'
import type { Db } from '../model.ts'

/** A message that an embedded gateway received. */
export type Received = {
  channel: 'email' | 'sms' | 'call'
  sender: string
  /** An address, or a phone with + and its country code. */
  recipient: string
  subject: string | null
  text: string
}

/** Stores a message for the page of received messages. */
export async function keepReceived(db: Db, received: Received, now: number): Promise<void> {
  await db
    .insertInto('received_messages')
    .values({ ...received, received_at: new Date(now) })
    .execute()
}

export type ReceivedPage = { limit: number; before?: number | undefined; to?: string | undefined }

/** Received messages, newest first; `to` = one address or phone (with or without + before it). */
export async function listReceived(
  db: Db,
  { limit, before, to }: ReceivedPage,
): Promise<{ messages: (Received & { id: number; at: number })[]; more: boolean }> {
  const address = to?.trim().toLowerCase() ?? ''
  const { rows } = await sql<Received & { id: number; at: number }>`
    select id, channel, sender, recipient, subject, text, received_at as at from received_messages
    where ${address === '' ? sql`true` : sql`recipient = any(${[address, `+${address}`]}::text[])`}
      and ${before ? sql`id < ${before}` : sql`true`}
    order by id desc limit ${limit + 1}`.execute(db)
  return { messages: rows.slice(0, limit), more: rows.length > limit }
}

/** The phone (its digits) that an SMS went to; null for anything else. */
export async function findPhone(db: Db, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('received_messages')
    .select('recipient')
    .where('id', '=', id)
    .where('channel', '=', 'sms')
    .executeTakeFirst()
  return row === undefined ? null : plainPhone(row.recipient)
}

/** A phone without the + before it. */
export const plainPhone = (recipient: string): string => recipient.replace(/^\+/, '')

/** Deletes messages from before `before`, and all but the newest `newest`. */
export async function forgetReceived(db: Db, before: number, newest: number): Promise<void> {
  await sql`
    delete from received_messages where received_at < ${new Date(before)}
      or id <= (select id from received_messages order by id desc offset ${newest} limit 1)`.execute(db)
}
