import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Bot } from '@madruga/core/bot.ts'
import type { StartMode } from '@madruga/core/bot-states.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import type { HeldSpan, IgnoredFor, RuleResult } from '@madruga/core/filters.ts'
import type { Offer, Variant } from '@madruga/core/offers.ts'
import type { Db } from '../model.ts'
import { isClaimedBy } from './bots.ts'
import type { Claim } from './bots.ts'
import { leadSum } from '@madruga/core/pay-sums.ts'
import type { CurrencySum, PaySum } from '@madruga/core/pay-sums.ts'

type RunView = Outputs['bot']['shadowRuns']['runs'][number]
type Report = Outputs['bot']['shadowRun']

/** What a shadow run came to: offers seen, what it would have tried for and what that pays. */
export type ShadowFigures = PaySum & { runId: string; seen: number; count: number }
/** The same as the database has it: what it would have tried for, by currency. */
type Summed<T extends PaySum & { count: number }> = Omit<T, keyof PaySum | 'count'> & { sums: CurrencySum[] }
/** A shadow run that is not over. */
export type OpenShadowRun = {
  id: string
  driverId: string
  variant: Variant
  mode: StartMode
  liveLog: boolean
  endsAt: number
}

/** Runs that the list holds, and offers that a report does. */
const LISTED_RUNS = 20
const LISTED_OFFERS = 500

/**
 * Opens and closes shadow runs with the bot, in the transaction of its step: a run is open as long as the
 * bot's `shadowUntil` is its end. Answers the run that this step ended, or null.
 */
export async function turnShadow(
  tx: Db,
  before: Bot,
  after: Bot,
  now: number,
): Promise<ShadowFigures | null> {
  const { driverId, variant, mode, liveLog, shadowUntil } = after
  const at = new Date(now)
  const { rows } = await sql<Summed<ShadowFigures>>`
    update shadow_runs r set ended_at = ${at} where driver_id = ${driverId} and ended_at is null
    returning id as "runId", seen, ${byCurrency}`.execute(tx)
  if (shadowUntil !== null) {
    await sql`insert into shadow_runs (id, driver_id, variant, mode, live_log, started_at, ends_at)
      values (${randomUUID()}, ${driverId}, ${variant}, ${mode}, ${liveLog}, ${at}, ${new Date(shadowUntil)})`.execute(
      tx,
    )
  }
  const [run] = rows
  return before.shadowUntil === null || run === undefined ? null : sumUp(run)
}

const byCurrency = sql`(select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(s))), '[]') from (
    select nullif(o.offer->>'currency', 'USD') as currency, count(*)::int as count,
      sum((o.offer->>'payCents')::int)::int as "payCents", sum((o.offer->>'tipCents')::int)::int as "tipCents",
      case when bool_or(o.offer->>'payBasis' is not null) then 'estimated' end as "payBasis"
    from shadow_offers o where o.run_id = r.id group by 1 order by 2 desc, min(o.seen_at)) s) as sums`

function sumUp<T extends PaySum & { count: number }>({ sums, ...run }: Summed<T>) {
  return { ...run, ...leadSum(sums), count: sums.reduce((all, { count }) => all + count, 0) }
}

/** The open run of a driver and the spans that it would have given away; null when it accepts. */
export async function readOpenShadow(
  db: Db,
  driverId: string,
): Promise<{ runId: string; held: HeldSpan[] } | null> {
  const { rows } = await sql<{ runId: string; offer: Offer | null }>`
    select r.id as "runId", o.offer from shadow_runs r left join shadow_offers o on o.run_id = r.id
    where r.driver_id = ${driverId} and r.ended_at is null`.execute(db)
  const first = rows[0]
  if (first === undefined) return null
  const offers = rows.flatMap((row) => (row.offer === null ? [] : [row.offer]))
  const spans = offers.map(({ startAt, endAt, stationId }) => ({ startAt, endAt, stationId }))
  return { runId: first.runId, held: spans }
}

/** An offer that a shadow run would have tried for. */
export type Shadowed = Claim & {
  runId: string
  offer: Offer
  rules: RuleResult[]
  stationCode: string
  timeZone: string | undefined
  filterVersion: number
}

/** Whether this searcher still has a bot that only watches; its row stays so until the transaction ends. */
export async function isWatching(tx: Db, claim: Claim): Promise<boolean> {
  const { rows } = await sql`
    select from bots where ${isClaimedBy(claim)} and phase = 'running' and shadow_until is not null for share`.execute(
    tx,
  )
  return rows.length > 0
}

/** Stores an offer that a shadow run would have tried for; false when it is stored already. */
export async function insertShadowOffer(tx: Db, shadowOffer: Shadowed, at: number): Promise<boolean> {
  const { driverId, runId, offer, rules, stationCode, filterVersion } = shadowOffer
  const { rows } = await sql`
    insert into shadow_offers (run_id, driver_id, offer_id, offer, rules, station_code, filter_version, seen_at)
    values (${runId}, ${driverId}, ${offer.id}, ${JSON.stringify(offer)}, ${JSON.stringify(rules)}, ${stationCode}, ${filterVersion}, ${new Date(at)})
    on conflict do nothing returning run_id`.execute(tx)
  return rows.length > 0
}

/**
 * What a searcher has counted since it wrote last; an offer that is judged anew moves from one cause to
 * another.
 */
export type SeenCounts = { seen: number } & Record<IgnoredFor, number>

/** Adds to the offers that a run has seen and left; counted by its searcher, some at a time. */
export async function addSeen(db: Db, runId: string, counts: SeenCounts): Promise<void> {
  const { seen, time, price, schedule } = counts
  await sql`update shadow_runs set seen = seen + ${seen}, ignored_time = ignored_time + ${time},
    ignored_price = ignored_price + ${price}, ignored_schedule = ignored_schedule + ${schedule}
    where id = ${runId}`.execute(db)
}

const view = sql`r.id, r.started_at as "startedAt", r.ends_at as "endsAt", r.ended_at as "endedAt", r.seen,
  jsonb_build_object('time', r.ignored_time, 'price', r.ignored_price, 'schedule', r.ignored_schedule) as "ignoredFor",
  (select coalesce(sum((o.offer->>'endAt')::bigint - (o.offer->>'startAt')::bigint) / 60000, 0)::int
    from shadow_offers o where o.run_id = r.id) as minutes, ${byCurrency}`

/** A driver's shadow runs, newest first. */
export async function listShadowRuns(db: Db, driverId: string): Promise<{ runs: RunView[] }> {
  const { rows } = await sql<Summed<RunView>>`
    select ${view} from shadow_runs r where r.driver_id = ${driverId}
    order by r.started_at desc limit ${LISTED_RUNS}`.execute(db)
  return { runs: rows.map(sumUp) }
}

/** What a shadow run of a driver would have tried for, newest first; null when there is no such run. */
export async function readReport(db: Db, driverId: string, id: string): Promise<Report | null> {
  const { rows: runs } = await sql<Summed<RunView>>`
    select ${view} from shadow_runs r where r.driver_id = ${driverId} and r.id = ${id}`.execute(db)
  const run = runs[0]
  if (run === undefined) return null
  const { rows: offers } = await sql<Report['offers'][number]>`
    select o.offer, o.rules, o.station_code as "stationCode", s.time_zone as "timeZone", o.filter_version as "filterVersion",
      o.seen_at as "seenAt"
    from shadow_offers o join shadow_runs r on r.id = o.run_id
      left join (select variant, id, min(time_zone) as time_zone from stations group by variant, id) as s
        on s.variant = r.variant and s.id = o.offer->>'stationId'
    where o.run_id = ${id} order by o.seen_at desc, o.offer_id limit ${LISTED_OFFERS}`.execute(db)
  return { run: sumUp(run), offers }
}

/** Open runs whose time is up, and those whose bot was stopped by something else than its driver. */
export async function listTurning(db: Db, now: number): Promise<(OpenShadowRun & { over: boolean })[]> {
  const { rows } = await sql<OpenShadowRun & { over: boolean }>`
    select r.id, r.driver_id as "driverId", r.variant, r.mode, r.live_log as "liveLog", r.ends_at as "endsAt",
      r.ends_at <= ${new Date(now)} as over
    from shadow_runs r join bots b on b.driver_id = r.driver_id
    where r.ended_at is null and (r.ends_at <= ${new Date(now)} or (
      b.phase in ('not_running', 'cooling_down', 'failed_to_launch') and coalesce(b.cool_until <= ${new Date(now)}, true)
      and b.reason in ('daily_stop', 'speed_limit_reached', 'kill_switch', 'suspended', 'subscription_ended', 'filter_too_dear',
        'platform_unavailable', 'platform_turned_off', 'unexpected_reply', 'aggressive_search', 'shared_limit')))
    order by over desc, r.started_at limit 1000`.execute(db)
  return rows
}
