import type { Kysely, Transaction } from 'kysely'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { deleteOlder } from '../../../db.ts'
import type { Tables } from '../../../db.ts'

/** An event that the card gateway tells of, by the gateway's id; `at` is when it says that it was. */
export type ReceivedEvent = { id: string; kind: string; at: Timestamp }

/**
 * Lets an event have its effect, in one transaction with the note that it had; answers false, and does
 * nothing, when it had it before. Two deliveries at once wait for each other. An effect that throws leaves
 * nothing, so that the gateway may tell it again.
 */
export async function receiveOnce(
  db: Kysely<Tables>,
  event: ReceivedEvent,
  effect: (tx: Transaction<Tables>) => Promise<void>,
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('received_events')
      .values({ id: event.id, kind: event.kind, at: new Date(event.at) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) return false
    await effect(tx)
    return true
  })
}

/** The gateway tells an event for 30 days at most. */
const KEPT_MS = 45 * DAY_MS

/** Forgets events that the gateway tells no more at `now`. */
export async function forgetEvents(db: Kysely<Tables>, now: Timestamp): Promise<void> {
  await deleteOlder(db, { table: 'received_events', column: 'at' }, now - KEPT_MS)
}
