import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { deleteOlder } from '../../../db.ts'
import type { Tables } from '../../../db.ts'
import type { Db } from '../model.ts'

/** A ticket as stored: id and code are digests. */
export type Ticket = Selectable<Tables['code_tickets']>
export type Purpose = Ticket['purpose']

/** A pending code: its digest, until when it is valid, and when another may be requested (epoch ms). */
export type NewCode = { digest: Buffer; expiresAt: number; resendAt: number; tries: number }

export type NewTicket = Pick<
  Ticket,
  'id' | 'purpose' | 'driver_id' | 'email' | 'phone' | 'variant' | 'language' | 'channel' | 'expires_at'
>

/** Stores a new ticket with its first code. */
export async function insertTicket(tx: Db, ticket: NewTicket, code: NewCode, now: number): Promise<void> {
  await tx
    .insertInto('code_tickets')
    .values({
      ...ticket,
      ...codeColumns(code),
      expires_at: new Date(ticket.expires_at),
      created_at: new Date(now),
    })
    .execute()
}

/** Stores a ticket that no code is needed for. */
export async function insertProven(tx: Db, ticket: NewTicket, now: number): Promise<void> {
  const at = new Date(now)
  await tx
    .insertInto('code_tickets')
    .values({
      ...ticket,
      proven: true,
      resend_at: at,
      expires_at: new Date(ticket.expires_at),
      created_at: at,
    })
    .execute()
}

/** A ticket that is still valid; null otherwise. */
export async function readTicket(db: Db, id: string, now: number): Promise<Ticket | null> {
  const row = await db
    .selectFrom('code_tickets')
    .selectAll()
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .executeTakeFirst()
  return row ?? null
}

/**
 * Uses up one try at a ticket's code and returns the ticket, with the remaining tries; null if there is no
 * code to try. One statement, so that parallel guesses count like sequential ones.
 */
export async function takeTry(
  db: Db,
  id: string,
  terms: { purposes: readonly Purpose[]; driverId?: string },
  now: number,
): Promise<Ticket | null> {
  const at = instant(now)
  let trying = db
    .updateTable('code_tickets')
    // After the last try another code may be asked for at once.
    .set({
      tries_left: sql`tries_left - 1`,
      resend_at: sql`case when tries_left = 1 then least(resend_at, ${at}) else resend_at end`,
    })
    .where('id', '=', id)
    .where('purpose', 'in', [...terms.purposes])
    .where('used_at', 'is', null)
    .where('proven', '=', false)
    .where('tries_left', '>', 0)
    .where('code_expires_at', '>', at)
    .where('expires_at', '>', at)
  if (terms.driverId !== undefined) trying = trying.where('driver_id', '=', terms.driverId)
  return (await trying.returningAll().executeTakeFirst()) ?? null
}

/**
 * Replaces the last code, which works until its end unless its tries are used up; false if it is too early,
 * or the ticket is invalid.
 */
export async function replaceCode(tx: Db, id: string, code: NewCode, now: number): Promise<boolean> {
  const at = instant(now)
  const row = await tx
    .updateTable('code_tickets')
    .set({
      ...codeColumns(code),
      former_codes: sql`case when tries_left > 0 and code_digest is not null then former_codes || jsonb_build_array(
        jsonb_build_object('digest', encode(code_digest, 'hex'),
          'expiresAt', floor(extract(epoch from code_expires_at) * 1000))) else '[]'::jsonb end`,
    })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('proven', '=', false)
    .where('resend_at', '<=', at)
    .where('expires_at', '>', at)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The phone's code was correct: continues with a code by e-mail. False if another call was faster with the
 * same code.
 */
export async function goOnByEmail(tx: Db, ticket: Ticket, code: NewCode): Promise<boolean> {
  const row = await whileCodeStands(tx, ticket)
    .set({ ...codeColumns(code), former_codes: sql`'[]'::jsonb`, phone_proven: true, channel: 'email' })
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The code was correct and is used up. False if another call was faster with it. */
export async function proveTicket(db: Db, ticket: Ticket): Promise<boolean> {
  const row = await whileCodeStands(db, ticket)
    .set({ proven: true, code_digest: null })
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up the code and the ticket at once, if no step follows the code. */
export async function proveAndUseTicket(tx: Db, ticket: Ticket, now: number): Promise<boolean> {
  const row = await whileCodeStands(tx, ticket)
    .set({ proven: true, code_digest: null, used_at: new Date(now) })
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a confirmed ticket; false if it no longer is one. */
export async function useTicket(tx: Db, id: string, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('code_tickets')
    .set({ used_at: new Date(now) })
    .where('id', '=', id)
    .where('proven', '=', true)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up every open ticket of a driver: after a change that they would undo. */
export async function useTicketsOf(tx: Db, driverId: string, now: number): Promise<void> {
  await tx
    .updateTable('code_tickets')
    .set({ used_at: new Date(now) })
    .where('driver_id', '=', driverId)
    .where('used_at', 'is', null)
    .execute()
}

/** Deletes tickets that have expired at a time or were used. */
export async function deleteEndedTickets(db: Db, now: number): Promise<void> {
  await deleteOlder(db, { table: 'code_tickets', column: 'expires_at' }, now + 1)
  await deleteOlder(db, { table: 'code_tickets', column: 'used_at' }, now + 1)
}

function whileCodeStands(db: Db, ticket: Ticket) {
  return db
    .updateTable('code_tickets')
    .where('id', '=', ticket.id)
    .where('code_digest', '=', ticket.code_digest)
    .where('used_at', 'is', null)
    .where('proven', '=', false)
}

function codeColumns(code: NewCode) {
  return {
    code_digest: code.digest,
    code_expires_at: new Date(code.expiresAt),
    resend_at: new Date(code.resendAt),
    tries_left: code.tries,
  }
}

/** A timestamp (epoch ms) for comparison with a column: read as a number, written as a `Date`. */
function instant(at: number) {
  return sql<number>`${new Date(at)}::timestamptz`
}
