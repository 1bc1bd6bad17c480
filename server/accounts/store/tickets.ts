import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Tables } from '../../db.ts'
import type { Db } from '../model.ts'
import { instant } from './instant.ts'

/** A driver's way through a code, as it is kept: id and code are digests. */
export type Ticket = Selectable<Tables['code_tickets']>
export type Purpose = Ticket['purpose']

/** A code on its way: its digest, until when it holds, and from when another may be asked for (epoch ms). */
export type NewCode = { digest: Buffer; expiresAt: number; resendAt: number; tries: number }

export type NewTicket = Pick<
  Ticket,
  'id' | 'purpose' | 'driver_id' | 'email' | 'phone' | 'variant' | 'language' | 'channel' | 'expires_at'
>

/** Keeps a new ticket with its first code. */
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

/** A ticket that still leads somewhere; null otherwise. */
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
 * Uses up one try at a ticket's code and answers the ticket, with what is left; null when there is no code to
 * try. One statement, so that guesses sent all at once count like guesses one after the other.
 */
export async function takeTry(
  db: Db,
  id: string,
  wanted: { purposes: readonly Purpose[]; driverId?: string },
  now: number,
): Promise<Ticket | null> {
  const at = instant(now)
  let trying = db
    .updateTable('code_tickets')
    .set({ tries_left: sql`tries_left - 1` })
    .where('id', '=', id)
    .where('purpose', 'in', [...wanted.purposes])
    .where('used_at', 'is', null)
    .where('proven', '=', false)
    .where('tries_left', '>', 0)
    .where('code_expires_at', '>', at)
    .where('expires_at', '>', at)
  if (wanted.driverId !== undefined) trying = trying.where('driver_id', '=', wanted.driverId)
  return (await trying.returningAll().executeTakeFirst()) ?? null
}

/**
 * Puts a new code in the place of the last one; false when it is too early for that, or the ticket leads
 * nowhere.
 */
export async function replaceCode(tx: Db, id: string, code: NewCode, now: number): Promise<boolean> {
  const at = instant(now)
  const changed = await tx
    .updateTable('code_tickets')
    .set(codeColumns(code))
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('proven', '=', false)
    .where('resend_at', '<=', at)
    .where('expires_at', '>', at)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/**
 * The phone's code was right: goes on with a code by e-mail. False when somebody else was faster with the
 * same code.
 */
export async function goOnByEmail(tx: Db, ticket: Ticket, code: NewCode): Promise<boolean> {
  const changed = await whileCodeStands(tx, ticket)
    .set({ ...codeColumns(code), phone_proven: true, channel: 'email' })
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** The code was right, and is of no more use. False when somebody else was faster with it. */
export async function proveTicket(db: Db, ticket: Ticket): Promise<boolean> {
  const changed = await whileCodeStands(db, ticket)
    .set({ proven: true, code_digest: null })
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Takes the code and uses the ticket up at once, where nothing comes after the code. */
export async function proveAndUseTicket(tx: Db, ticket: Ticket, now: number): Promise<boolean> {
  const changed = await whileCodeStands(tx, ticket)
    .set({ proven: true, code_digest: null, used_at: new Date(now) })
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Uses a proven ticket up; false when it is no such ticket any more. */
export async function useTicket(tx: Db, id: string, now: number): Promise<boolean> {
  const used = await tx
    .updateTable('code_tickets')
    .set({ used_at: new Date(now) })
    .where('id', '=', id)
    .where('proven', '=', true)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instant(now))
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
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

/** Forgets tickets that lead nowhere any more. */
export async function deleteEndedTickets(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('code_tickets')
    .where((either) =>
      either.or([either('expires_at', '<=', instant(now)), either('used_at', 'is not', null)]),
    )
    .execute()
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
