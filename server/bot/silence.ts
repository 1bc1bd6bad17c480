import { sql } from 'kysely'
import type { Settings } from '@madruga/core/settings.ts'
import type { LeasedSearch } from './lease-keeper.ts'
import type { BotDeps } from './deps.ts'

/** A bot that runs by its row though no request goes out for it; since when, to a third of `silentMs`. */
export type SilentBot = { driverId: string; email: string; since: number }

/** How many there are, and those that have been silent longest. */
export type Silence = { count: number; bots: SilentBot[] }

const SHOWN = 20
const READ_AGAIN_MS = 5_000

/** A search's word is written anew no more often than this, so that a fleet's polls cost few writes. */
function slackMs({ silentMs }: Settings): number {
  return silentMs / 3
}

/**
 * Writes down by when the next poll of each search must have gone out. The word of a search moves on with its
 * polls, and with a budget that makes it wait, and with nothing else: a process that stands still, or a
 * search that nobody runs, writes none.
 */
export async function notePolls(deps: BotDeps, leasedSearches: Iterable<LeasedSearch>): Promise<void> {
  const now = deps.clock.now()
  const slack = slackMs(deps.settings)
  const due: { leased: LeasedSearch; by: number }[] = []
  for (const leased of leasedSearches) {
    const at = leased.pollDueAt?.()
    if (at === undefined) continue
    const by = at + deps.settings.silentMs + slack
    if (by >= (leased.pollNotedBy ?? Number.NEGATIVE_INFINITY) + slack) due.push({ leased, by })
  }
  if (due.length === 0) return
  const ids = due.map(({ leased }) => leased.driverId)
  // By the database's clock, by which it is compared, whatever machine reads it.
  const waits = due.map(({ by }) => by - now)
  await sql`
    insert into search_polls as p (driver_id, poll_by)
    select d.id, clock_timestamp() + n.wait * interval '1 millisecond'
    from unnest(${ids}::text[], ${waits}::float8[]) as n (driver_id, wait) join drivers d on d.id = n.driver_id
    order by d.id
    on conflict (driver_id) do update set poll_by = excluded.poll_by`.execute(deps.db)
  for (const { leased, by } of due) leased.pollNotedBy = by
}

/**
 * Since when a running bot `b` has been silent, as a column that is null while it is not; `b` is joined with
 * its `search_polls` as `p`. A bot has as long after its last change, such as the end of a sleep.
 */
export function silentSince(settings: Settings) {
  const patience = sql`${settings.silentMs + slackMs(settings)} * interval '1 millisecond'`
  const by = sql`greatest(p.poll_by, b.updated_at + ${patience})`
  return sql<
    number | null
  >`case when b.phase = 'running' and ${by} < clock_timestamp() then ${by} - ${patience} end`
}

/** Reads who is silent, at most once in five seconds: one pass over the running bots. */
export function createSilence(deps: BotDeps): { read(): Promise<Silence>; last(): number } {
  let known: Silence = { count: 0, bots: [] }
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Silence> | null = null
  const read = async (): Promise<Silence> => {
    if (Math.abs(deps.clock.now() - readAt) < READ_AGAIN_MS) return known
    reading ??= readSilent(deps).finally(() => (reading = null))
    known = await reading
    readAt = deps.clock.now()
    return known
  }
  return {
    read,
    last() {
      // A gauge is read in passing: the next reading has what this one asked for.
      read().catch(() => {})
      return known.count
    },
  }
}

async function readSilent(deps: BotDeps): Promise<Silence> {
  const { rows } = await sql<SilentBot & { count: number }>`
    with running as (
      select b.driver_id, ${silentSince(deps.settings)} as since
      from bots b left join search_polls p using (driver_id) where b.phase = 'running'
    )
    select r.driver_id as "driverId", d.email, r.since, count(*) over () as count
    from running r join drivers d on d.id = r.driver_id
    where r.since is not null order by r.since, r.driver_id limit ${SHOWN}`.execute(deps.db)
  return {
    count: rows[0]?.count ?? 0,
    bots: rows.map(({ driverId, email, since }) => ({ driverId, email, since })),
  }
}
