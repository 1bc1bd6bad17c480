import { sql } from 'kysely'
import type { Db, Template } from '../model.ts'
import { OUTBOX_CHANNEL } from './store.ts'

/** A text that was sent, and may not have arrived. */
export type SentText = { id: number; channel: 'sms'; template: Template; reference: string; sentAt: number }

/** Takes up to `limit` texts whose arrival is due to be asked for, and stores when to ask next. */
export async function takeUnconfirmed(
  db: Db,
  { now, limit, nextAt }: { now: number; limit: number; nextAt(sentAt: number): number | null },
): Promise<SentText[]> {
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<SentText>`
      select id, channel, template, reference, sent_at as "sentAt" from outbox
      where ask_at <= ${new Date(now)} order by ask_at, id limit ${limit} for update skip locked`.execute(tx)
    for (const { id, sentAt } of rows) {
      const at = nextAt(sentAt)
      await sql`update outbox set ask_at = ${at === null ? null : new Date(at)} where id = ${id}`.execute(tx)
    }
    return rows
  })
}

/** Stores that a text arrived, or why it did not (`error`); the content of a code is deleted with it. */
export async function storeArrival(
  db: Db,
  id: number,
  arrival: { at: number; error: string | null },
): Promise<void> {
  const { at, error } = arrival
  await sql`
    update outbox set ask_at = null, sealed_content = null, error = ${error},
      state = case when ${error}::text is null then state else 'failed' end,
      arrived_at = case when ${error}::text is null then ${new Date(at)}::timestamptz end
    where id = ${id} and state = 'sent' and arrived_at is null`.execute(db)
}

/**
 * Queues the code of a text as a call to the same phone, once, unless it is outdated: the same encrypted
 * content under another event. Given an attempt at the text, only while that one is under way.
 */
export async function speakCode(
  db: Db,
  { id, takenUntil = null }: { id: number; takenUntil?: number | null },
  now: number,
): Promise<void> {
  const at = new Date(now)
  const until = takenUntil === null ? null : new Date(takenUntil)
  await sql`
    with made as (
      insert into outbox (driver_id, channel, recipient, template, event, sealed_content, seal_row, due_at, expires_at, created_at)
      select driver_id, 'call', recipient, template, event || ':call', sealed_content, seal_row, ${at}, expires_at, ${at}
      from outbox where id = ${id} and sealed_content is not null and expires_at > ${at}
        and (${until}::timestamptz is null or (taken_until = ${until} and state = 'waiting'))
      on conflict (event) do nothing
      returning id)
    select pg_notify(${OUTBOX_CHANNEL}, '') from made`.execute(db)
}

/**
 * Why the driver's last text to this phone whose fate is known did not reach it; null = it did, or there is
 * none.
 */
export async function readTextError(db: Db, driverId: string, phone: string): Promise<string | null> {
  const { rows } = await sql<{ error: string | null }>`
    select error from outbox
    where driver_id = ${driverId} and channel = 'sms' and recipient = ${phone} and state <> 'waiting'
      and (arrived_at is not null or error like 'twilio\\_%')
    order by id desc limit 1`.execute(db)
  return rows[0]?.error ?? null
}
