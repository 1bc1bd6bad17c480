import { sql } from 'kysely'
import type { Database } from '@madruga/server/db.ts'
import type { Fleet, Poll } from './fleet.ts'

/**
 * A poll that was under way when its bot changed owner is not a stray, nor one that waited for the market's
 * busy process, nor those until the next beat, at which a worker learns that a bot was taken from it. Accepts
 * are fenced from the change on.
 */
const UNDER_WAY_MS = 1_500

type Owning = { marketId: string; at: number; owner: string | null }

/** From now on the database notes each change of a bot's owner. */
export async function noteOwners({ kysely }: Database): Promise<void> {
  await sql`create table chaos_owners (driver_id text, at timestamptz, owner text)`.execute(kysely)
  await sql`
    create function chaos_note_owner() returns trigger language plpgsql as $$ begin
      insert into chaos_owners values (new.driver_id, clock_timestamp(), new.owner);
      return null;
    end $$`.execute(kysely)
  await sql`
    create trigger chaos_owners after update of owner on bots for each row
      when (new.owner is distinct from old.owner) execute function chaos_note_owner()`.execute(kysely)
}

/** Polls of a worker for a bot that another one owned, and how often bots were claimed. */
export async function findStrays(
  { kysely }: Database,
  fleet: Fleet,
  polls: readonly Poll[],
  marketIds: ReadonlyMap<string, string>,
): Promise<{ strays: string[]; claims: number }> {
  const { rows } = await sql<{ driverId: string; at: number; owner: string | null }>`
    select driver_id as "driverId", at, owner from chaos_owners order by at`.execute(kysely)
  const changes = rows.map(({ driverId, ...row }) => ({ ...row, marketId: marketIds.get(driverId) ?? '' }))
  const ownings = Map.groupBy(changes, ({ marketId }) => marketId)
  const strays: string[] = []
  for (const [marketId, sent] of Map.groupBy(polls, (poll) => poll.marketId))
    strays.push(...straysOf(fleet, sent, ownings.get(marketId) ?? []))
  return { strays, claims: rows.filter(({ owner }) => owner !== null).length }
}

/** Both are in the order of time. */
function straysOf({ workerOf }: Fleet, polls: readonly Poll[], ownings: readonly Owning[]): string[] {
  let next = 0
  return polls.flatMap(({ marketId, worker, at }) => {
    while ((ownings[next]?.at ?? Number.POSITIVE_INFINITY) <= at - UNDER_WAY_MS) next++
    const owner = ownings[next - 1]?.owner ?? null
    if (owner === null || workerOf(owner) === worker) return []
    // The worker that claimed it just now may poll.
    const isNew = ownings
      .slice(next)
      .some((one) => one.at <= at + UNDER_WAY_MS && one.owner !== null && workerOf(one.owner) === worker)
    return isNew
      ? []
      : [`${marketId} polled by worker ${worker}, but ${owner} owned it at ${new Date(at).toISOString()}`]
  })
}
