import { sql } from 'kysely'
import type { Pool, QueryConfig } from 'pg'
import type { LogEvents, MissCause, Waiting } from '@madruga/core/events.ts'
import type { RuleResult } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { deleteOlder } from '../../db.ts'
import type { TriedListing } from '../../platforms.ts'
import type { Db } from '../model.ts'
import type { Claim } from './bots.ts'

/** The values of an intent. */
type Intent = Claim & {
  platform: string
  offer: Offer
  rules: readonly RuleResult[]
  filterVersion: number
  /** The driver's yes to this offer still counts: then a bot at rest between two searches may take it too. */
  byHand?: boolean
  /** The turn that gave them the offer: another member has it once it is passed. */
  awardId?: string
}

/**
 * A frozen database must not delay an accept beyond the time in which it may be sent; a slow one times out
 * before (`FENCE_STATEMENT_MS`).
 */
const ANSWER_WITHIN_MS = 1_000
/** Statement time-out of the accepts' own connections. */
export const FENCE_STATEMENT_MS = 900

/**
 * Whether a bot may accept: it runs, or it rests by the driver's own run schedule and they confirmed this
 * offer (`byHand`, the place of a parameter). In shadow mode it never may.
 */
const mayAccept = (
  byHand: string,
) => `shadow_until is null and (phase = 'running' or (${byHand}::boolean and phase = 'sleeping' and reason = any(
  '{run_window_over,sleep_after_award,delivery,guard_misses,guard_releases}')))`

/** Whether a bot's row names the searcher of `$1` to `$3`; `owner` is the place of a parameter. */
const isClaimed = (owner: string) =>
  `driver_id = $1 and gen = $2 and epoch = $3 and owner is not distinct from ${owner}`

const FENCE = `select driver_id from bots where ${isClaimed('$10')} and ${mayAccept('$9')} for share`
const COLUMNS = '(driver_id, gen, epoch, platform, offer_id, offer, rules, filter_version)'
const INTENT = `
  with fence as (${FENCE})
  insert into attempts ${COLUMNS} select driver_id, $2, $3, $4, $5, $6, $7, $8 from fence
  on conflict do nothing
  returning id::text`
/** Only while the yes counts: a process that was frozen may come with one that ended as missed. */
const CONFIRMED_INTENT = `
  with fence as (${FENCE}), yes as (
    select driver_id from confirmations
    where driver_id = $1 and platform = $4 and offer_id = $5 and state = 'yes' for share
  )
  insert into attempts ${COLUMNS} select driver_id, $2, $3, $4, $5, $6, $7, $8 from fence join yes using (driver_id)
  on conflict do nothing
  returning id::text`
/** Only while the award is open: then no other member has it, whoever passes over slow ones. */
const AWARDED_INTENT = `
  with fence as (${FENCE}), award as (
    select driver_id from awards where id = $11 and state = 'open' for update
  ), intent as (
    insert into attempts ${COLUMNS} select driver_id, $2, $3, $4, $5, $6, $7, $8 from fence join award using (driver_id)
    on conflict do nothing
    returning id
  ), tried as (
    update awards set state = 'tried' where id = $11 and exists (select from intent)
  )
  select id::text from intent`

const INTENTS = {
  found: { name: 'write_intent', text: INTENT },
  confirmed: { name: 'write_confirmed_intent', text: CONFIRMED_INTENT },
  awarded: { name: 'write_awarded_intent', text: AWARDED_INTENT },
}

/**
 * One statement: whether this searcher may still accept (its claim and the phase, under a share lock that a
 * stop has to wait for), and the intent, durable before the request goes out. `tried`: this offer was tried
 * before, or another accept is open; `fenced`: a newer searcher, a newer run or another phase has the row, or
 * it only watches. Throws when the database does not answer in time.
 */
export async function writeIntent(
  pool: Pool,
  intent: Intent,
): Promise<{ attemptId: string } | 'tried' | 'fenced'> {
  const { driverId, gen, epoch, owner, awardId } = intent
  const statement: QueryConfig & { query_timeout: number } = {
    ...(awardId !== undefined ? INTENTS.awarded : intent.byHand ? INTENTS.confirmed : INTENTS.found),
    values: [
      driverId,
      gen,
      epoch,
      intent.platform,
      intent.offer.id,
      JSON.stringify(intent.offer),
      JSON.stringify(intent.rules),
      intent.filterVersion,
      intent.byHand ?? false,
      owner,
      ...(awardId === undefined ? [] : [awardId]),
    ],
    query_timeout: ANSWER_WITHIN_MS,
  }
  const { rows } = await pool.query<{ id: string }>(statement)
  const row = rows[0]
  if (row) return { attemptId: row.id }
  const { rows: now } = await pool.query(`select from bots where ${isClaimed('$4')} and ${mayAccept('$5')}`, [
    driverId,
    gen,
    epoch,
    owner,
    intent.byHand ?? false,
  ])
  return now.length > 0 ? 'tried' : 'fenced'
}

/** Inserts the intent of an accept in the past, which no searcher can fence any more; returns its id. */
export async function insertPastIntent(
  tx: Db,
  intent: Omit<Intent, 'epoch' | 'owner' | 'byHand'>,
  at: number,
): Promise<string> {
  const { driverId, gen, platform, offer, rules, filterVersion } = intent
  const { rows } = await sql<{ id: string }>`
    insert into attempts (driver_id, gen, epoch, platform, offer_id, offer, rules, filter_version, created_at)
    values (${driverId}, ${gen}, 0, ${platform}, ${offer.id}, ${JSON.stringify(offer)}, ${JSON.stringify(rules)},
      ${filterVersion}, ${new Date(at)})
    returning id::text`.execute(tx)
  return rows[0]!.id
}

/** The one outcome of an attempt. `detail`, `lacks`: as the platform refused it (`AcceptResult`). */
export type Outcome =
  | { won: true; blockId: string }
  | ({ won: false; cause: MissCause } & Pick<LogEvents['offer.missed'], 'detail' | 'lacks'>)

/** An attempt whose outcome was just stored. */
export type Attempt = {
  id: string
  platform: string
  offer: Offer
  rules: RuleResult[]
  gen: number
  filterVersion: number
  /** When it was given up as missed, if it was. */
  missedAt: number | null
  /** What it waited for before; null = it was never undecided. */
  waiting: Waiting | null
  /** The id that its block gets, by which a calendar knows it already; null = it was never undecided. */
  blockId: string | null
}

/**
 * Stores the outcome of an attempt, and of the confirmation or the award of its offer. A win also replaces
 * an earlier miss. Null when the attempt has its outcome already.
 */
export async function closeAttempt(
  tx: Db,
  attemptId: string,
  outcome: Outcome,
  reactionMs: number | null,
  at: number,
): Promise<Attempt | null> {
  const state = outcome.won ? 'accepted' : 'missed'
  const { rows } = await sql<Attempt>`
    with missed as (
      select settled_at from attempts where id = ${attemptId} and state = 'missed'
    ), closed as (
      update attempts set state = ${state}, cause = ${outcome.won ? null : outcome.cause}, reaction_ms = ${reactionMs},
        settled_at = ${new Date(at)}
      where id = ${attemptId} and (state in ('intent', 'waiting') or (state = 'missed' and ${outcome.won}))
      returning *
    ), answered as (
      -- The driver's confirmation ends with it.
      update confirmations q set state = ${state} from closed c
      where q.driver_id = c.driver_id and q.platform = c.platform and q.offer_id = c.offer_id
    ), awarded as (
      update awards w set state = ${outcome.won ? 'taken' : 'passed'}, settled_at = c.settled_at from closed c
      where w.driver_id = c.driver_id and w.platform = c.platform and w.offer_id = c.offer_id
    )
    select id::text, platform, offer, rules, gen, filter_version as "filterVersion",
      waiting, block_id as "blockId", (select settled_at from missed) as "missedAt" from closed`.execute(tx)
  return rows[0] ?? null
}

/** The driver's attempt without an outcome: an accept that may be under way. */
export type OpenAttempt = { id: string; offerId: string; ageMs: number }

/** The driver's open attempt, its age by the database's clock; undefined when every one has its outcome. */
export async function readOpenAttempt(db: Db, driverId: string): Promise<OpenAttempt | undefined> {
  const { rows } = await sql<OpenAttempt>`
    select id::text, offer_id as "offerId",
      (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as "ageMs"
    from attempts where driver_id = ${driverId} and state = 'intent'`.execute(db)
  return rows[0]
}

/** Those of these drivers who have an attempt without an outcome. */
export async function listWithOpenAttempt(db: Db, driverIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ driverId: string }>`
    select driver_id as "driverId" from attempts
    where state = 'intent' and driver_id = any(${driverIds}::text[])`.execute(db)
  return rows.map((row) => row.driverId)
}

/** Whether an accept of this offer is under way or undecided: its own settlement stores the block. */
export async function isOfferOpen(
  tx: Db,
  driverId: string,
  platform: string,
  offerId: string,
): Promise<boolean> {
  const { rows } = await sql`select from attempts where driver_id = ${driverId} and platform = ${platform}
    and offer_id = ${offerId} and state in ('intent', 'waiting')`.execute(tx)
  return rows.length > 0
}

/**
 * The listings that a driver's bot tried last, by the platform's ids of their offers. `begins`: how the ids
 * of later listings begin, in the order of `offerIds`.
 */
export async function listListings(
  db: Db,
  query: { driverId: string; platform: string; offerIds: readonly string[]; begins: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ offerId: string; listing: string }>`
    select distinct on (o.id) o.id as "offerId", a.offer_id as listing
    from unnest(${query.offerIds}::text[], ${query.begins}::text[]) as o (id, begins)
    join attempts a on a.driver_id = ${query.driverId} and a.platform = ${query.platform}
      and (a.offer_id = o.id or starts_with(a.offer_id, o.begins))
    order by o.id, a.id desc`.execute(db)
  return new Map(rows.map(({ offerId, listing }) => [offerId, listing]))
}

/**
 * What a driver's bot tried for at a platform of what still lies ahead, the oldest first. A wait list that
 * was left is of a full shift, as one that another driver took.
 */
export async function listTried(
  db: Db,
  { driverId, platform, now }: { driverId: string; platform: string; now: number },
): Promise<TriedListing[]> {
  const { rows } = await sql<TriedListing>`
    select offer_id as "offerId",
      (case when state = 'missed' and cause in ('taken', 'left') then extract(epoch from settled_at) * 1000 end)::float8
        as "takenAt"
    from attempts
    where driver_id = ${driverId} and platform = ${platform} and (offer ->> 'startAt')::float8 > ${now}
    order by id`.execute(db)
  return rows
}

/** An attempt that was given up as missed. */
export type GivenUp = Pick<Attempt, 'id' | 'filterVersion' | 'rules' | 'offer' | 'blockId'> & {
  missedAt: number
}

/** Makes a missed attempt at an offer an accepted one; undefined when there was no missed one. */
export async function reopenMiss(
  tx: Db,
  driverId: string,
  { platform, offerId, at }: { platform: string; offerId: string; at: number },
): Promise<GivenUp | undefined> {
  const { rows } = await sql<GivenUp>`
    with missed as (
      select id, settled_at from attempts
      where driver_id = ${driverId} and platform = ${platform} and offer_id = ${offerId} and state = 'missed'
    )
    update attempts a set state = 'accepted', cause = null, settled_at = ${new Date(at)}
    from missed where a.id = missed.id
    returning a.id::text, a.filter_version as "filterVersion", a.rules, a.offer, a.block_id as "blockId",
      missed.settled_at as "missedAt"`.execute(tx)
  return rows[0]
}

/** Notes the line of a miss that a win took back; the history shows the win alone. */
export async function noteMissedLine(tx: Db, attemptId: string, seq: number | null): Promise<void> {
  await sql`update attempts set missed_seq = ${seq} where id = ${attemptId}`.execute(tx)
}

/** Deletes attempts before `before` that were missed; what was won belongs to its block. */
export async function forgetMisses(db: Db, before: number): Promise<void> {
  const only = sql<boolean>`r.state = 'missed'`
  await deleteOlder(db, { table: 'attempts', column: 'created_at', only }, before)
}

/** Deletes shadow runs that ended before `before`, with what they saw. */
export async function forgetShadowRuns(db: Db, before: number): Promise<void> {
  await deleteOlder(db, { table: 'shadow_runs', column: 'ended_at' }, before)
}
