import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '@madruga/server/db.ts'

/**
 * Drivers whose bots are not in the expected state: overdue, at rest for far too long, without a search, or
 * with an unresolved accept.
 */
export async function findStuck({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select driver_id || ' is ' || phase || coalesce(', due ' || due_at, '') || ', owner ' || coalesce(owner, 'none') as what
    from bots b where due_at < clock_timestamp() - interval '15 seconds'
      or due_at > clock_timestamp() + interval '15 minutes'
      or (phase = 'running' and updated_at < clock_timestamp() - interval '25 seconds'
        and not exists (select from workers w where w.id = b.owner and w.seen_at > clock_timestamp() - interval '10 seconds'))
    union all
    select driver_id || ' has an open intent of ' || offer_id from attempts
    where state = 'intent' and created_at < clock_timestamp() - interval '20 seconds'`.execute(kysely)
  return rows.map((row) => row.what)
}

/** Drivers whose bots are not in any of these phases. */
export async function findOutOf({ kysely }: Database, phases: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select driver_id || ' is ' || phase || coalesce(' for ' || reason, '') as what from bots
    where not phase = any(${phases}::text[])`.execute(kysely)
  return rows.map((row) => row.what)
}

/** Repeats a check until it finds nothing or the time is over; returns what is left. */
export async function waitForNone(look: () => Promise<string[]>, withinMs: number): Promise<string[]> {
  const deadline = performance.now() + withinMs
  while (true) {
    const found = await look().catch((error: unknown) => [String(error)])
    if (found.length === 0 || performance.now() > deadline) return found
    await sleep(250)
  }
}
