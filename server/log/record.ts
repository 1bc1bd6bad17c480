import type { Kysely } from 'kysely'
import type { Tables } from '../db.ts'
import { addOutcome } from './figures-store.ts'
import { insertLineEach, insertLines } from './line-store.ts'
import type { NewEntry } from './model.ts'

/**
 * Records lines of one driver's log inside the caller's transaction, numbers them without gaps, adds accepted
 * and missed offers to the figures of the driver's local day, and announces them on `LOG_CHANNEL` at commit.
 * For events that must be recorded at once (accepts, state changes); decisions go through the log writer.
 * Lock order of every writer: bots, log_heads, day_figures. Returns the number of the last line, or the
 * driver's current one if there are none.
 */
export async function recordEntries(
  tx: Kysely<Tables>,
  driverId: string,
  entries: readonly NewEntry[],
): Promise<number> {
  const lastSeq = await insertLines(tx, driverId, entries)
  for (const entry of entries) {
    if (entry.type === 'offer.accepted') {
      await addOutcome(tx, driverId, entry, { accepted: 1, missed: 0, cents: entry.data.offer.payCents })
    } else if (entry.type === 'offer.missed') {
      await addOutcome(tx, driverId, entry, { accepted: 0, missed: 1, cents: 0 })
    }
  }
  return lastSeq
}

/**
 * The same for many drivers at once, one line each: a sweep that changes them in one statement also records
 * them in one. Not for accepts or misses, whose figures belong to the driver's own day.
 */
export async function recordForMany(
  tx: Kysely<Tables>,
  lines: readonly { driverId: string; entry: NewEntry }[],
): Promise<void> {
  if (lines.length > 0) await insertLineEach(tx, lines)
}
