import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { MissCause } from '@madruga/core/events.ts'
import type { RuleResult } from '@madruga/core/filters.ts'
import { placeLine } from '@madruga/core/offers.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { recordEntries, takeMissBack } from '../log.ts'
import type { BotDeps, Db } from './deps.ts'
import { readBooked } from './goal-store.ts'
import type { Win } from './news.ts'
import { lockBot } from './row-store.ts'
import type { BotRow } from './row-store.ts'
import { stepInside } from './steps.ts'
import type { Stepped } from './steps.ts'

/** The one outcome of an attempt. */
export type Outcome = { won: true; blockId: string } | { won: false; cause: MissCause }

type Attempt = {
  id: string
  platform: string
  offer: Offer
  rules: RuleResult[]
  gen: number
  filterVersion: number
  /** When it was given up as missed, if it was. */
  missedAt: number | null
}

/**
 * Settles an attempt in one transaction: its outcome, the block, the log line, the bot's next phase. Settling
 * again changes nothing, except that a win that arrives after the attempt was given up as missed is still a
 * win: the platform's word counts. Null when it was settled before. Engine actions are the caller's to send.
 */
export async function settleAttempt(
  deps: BotDeps,
  driverId: string,
  attemptId: string,
  outcome: Outcome,
  reactionMs: number | null,
): Promise<Stepped | null> {
  return await deps.db.transaction().execute(async (tx) => {
    const bot = await lockBot(tx, driverId)
    if (bot === null) return null
    const at = deps.clock.now()
    const attempt = await closeAttempt(tx, attemptId, outcome, reactionMs, at)
    if (attempt === null) return null
    const station = await readStation(tx, attempt)
    const { offer, rules, filterVersion } = attempt
    const { code: stationCode, timeZone } = station
    const judged = { offer, stationCode, timeZone, filterVersion, rules, reactionMs }
    if (outcome.won) {
      const blockId = await addBlock(tx, driverId, attempt, outcome.blockId, at)
      await recordEntries(tx, driverId, [
        { at, type: 'offer.accepted', data: { ...judged, blockId: outcome.blockId } },
      ])
      if (attempt.missedAt !== null)
        await takeMissBack(tx, driverId, { at: attempt.missedAt, stationId: offer.stationId })
      await deps.news.won(tx, driverId, winOf(offer, blockId, station))
    } else {
      await recordEntries(tx, driverId, [
        { at, type: 'offer.missed', data: { ...judged, cause: outcome.cause } },
      ])
    }
    return await react(deps, tx, bot, attempt, outcome)
  })
}

async function closeAttempt(
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
      where id = ${attemptId} and (state = 'intent' or (state = 'missed' and ${outcome.won}))
      returning *
    ), answered as (
      -- What its driver was asked about ends with it.
      update asks q set state = ${state} from closed c
      where q.driver_id = c.driver_id and q.platform = c.platform and q.offer_id = c.offer_id
    )
    select id::text, platform, offer, rules, gen, filter_version as "filterVersion",
      (select settled_at from missed) as "missedAt" from closed`.execute(tx)
  return rows[0] ?? null
}

/**
 * What the bot does next: stop at the goal of the week, sleep after an award, pause after misses; and end a
 * stop that only waited for this accept.
 */
async function react(
  deps: BotDeps,
  tx: Db,
  bot: BotRow,
  attempt: Attempt,
  outcome: Outcome,
): Promise<Stepped> {
  let stepped: Stepped = { bot, ignored: null, refused: null, settleOpen: false, engine: [] }
  const take = async (input: Parameters<typeof stepInside>[3]): Promise<void> => {
    const next = await stepInside(deps, tx, stepped.bot, input)
    stepped = { ...next, engine: [...stepped.engine, ...next.engine] }
  }
  if (outcome.won) {
    const after = await readAfterWin(tx, bot, attempt.filterVersion, deps.clock.now())
    const { sleepAfterAwardMinutes, weekGoalCents, bookedCents } = after
    if (weekGoalCents > 0 && bookedCents >= weekGoalCents)
      await take({ type: 'goal_reached', goalCents: weekGoalCents, bookedCents })
    else if (sleepAfterAwardMinutes > 0) await take({ type: 'awarded', sleepAfterAwardMinutes })
  } else if (GUARDED.includes(outcome.cause)) {
    const counted = await countMisses(tx, bot, attempt.filterVersion)
    if (counted !== null && counted.count >= counted.most) {
      const { count, pauseMinutes } = counted
      await take({ type: 'guarded', reason: 'guard_misses', count, pauseMinutes })
    }
  }
  if (stepped.bot.phase === 'pending_termination') await take({ type: 'settled' })
  return stepped
}

/** Misses that a guard counts: the offer went to another, or we were too late. */
const GUARDED: readonly MissCause[] = ['taken', 'no_answer']

/** What a win is followed by, by the filter that it was judged by. */
type AfterWin = { sleepAfterAwardMinutes: number; weekGoalCents: number; bookedCents: number }

/**
 * Once the block is stored; nothing follows where that version is gone. One statement where there is no goal.
 */
async function readAfterWin(tx: Db, bot: BotRow, version: number, now: number): Promise<AfterWin> {
  const { rows } = await sql<Omit<AfterWin, 'bookedCents'> & { timeZone: string }>`
    select (body->'switches'->>'sleepAfterAwardMinutes')::int as "sleepAfterAwardMinutes",
      (body->'guards'->>'weekGoalCents')::int as "weekGoalCents", body->>'timeZone' as "timeZone"
    from filters where driver_id = ${bot.driverId} and variant = ${bot.variant} and version = ${version}`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) return { sleepAfterAwardMinutes: 0, weekGoalCents: 0, bookedCents: 0 }
  const { timeZone, ...after } = row
  const bookedCents = after.weekGoalCents > 0 ? await readBooked(tx, bot.driverId, timeZone, now) : 0
  return { ...after, bookedCents }
}

/** What a guard counted, what it allows, and the pause that it wants. */
export type Counted = { count: number; most: number; pauseMinutes: number }

/**
 * Misses in a row of this run since the last pause: offers that went to others, or that we were too late for.
 * What the platform refused for a reason of its own neither counts nor breaks the row; an accept does. Null =
 * the guard is off.
 */
async function countMisses(tx: Db, bot: BotRow, version: number): Promise<Counted | null> {
  const { rows } = await sql<Counted>`
    select (f.body->'guards'->>'pauseAfterMisses')::int as most, (f.body->'guards'->>'pauseMinutes')::int as "pauseMinutes",
      (select count(*)::int from attempts a
        where a.driver_id = b.driver_id and a.gen = b.gen and a.state = 'missed' and a.cause in ('taken', 'no_answer')
          and a.settled_at > coalesce(b.guarded_at, '-infinity')
          and a.id > coalesce((select max(w.id) from attempts w
            where w.driver_id = b.driver_id and w.gen = b.gen and w.state = 'accepted'), 0)) as count
    from bots b join filters f on f.driver_id = b.driver_id and f.variant = b.variant and f.version = ${version}
    where b.driver_id = ${bot.driverId} and (f.body->'guards'->>'pauseAfterMisses')::int > 0`.execute(tx)
  return rows[0] ?? null
}

/** A place as log and news name it; its id and no zone where we do not know it. */
export type NamedStation = { code: string; name: string; timeZone?: string | undefined }

/** The place of an offer. */
export async function readStation(
  tx: Db,
  { platform, offer }: Pick<Attempt, 'platform' | 'offer'>,
): Promise<NamedStation> {
  const row = await tx
    .selectFrom('stations')
    .select(['code', 'name', 'time_zone as timeZone'])
    .where('platform', '=', platform)
    .where('id', '=', offer.stationId)
    .executeTakeFirst()
  return row ?? { code: offer.stationId, name: '' }
}

/** A won offer as its driver is told of it. */
export function winOf(offer: Offer, blockId: string, place: NamedStation): Win {
  const { startAt, endAt, payCents, tipCents } = offer
  return { blockId, station: placeLine(place), startAt, endAt, payCents, tipCents }
}

async function addBlock(
  tx: Db,
  driverId: string,
  attempt: Attempt,
  platformBlockId: string,
  at: number,
): Promise<string> {
  const { offer } = attempt
  const { rows } = await sql<{ id: string }>`
    insert into blocks (id, driver_id, platform, platform_block_id, offer_id, attempt_id, station_id, kind, start_at, end_at,
      pay_cents, tip_cents, miles, stops, accepted_at)
    values (${randomUUID()}, ${driverId}, ${attempt.platform}, ${platformBlockId}, ${offer.id}, ${attempt.id},
      ${offer.stationId}, ${offer.kind}, ${new Date(offer.startAt)}, ${new Date(offer.endAt)}, ${offer.payCents},
      ${offer.tipCents}, ${offer.miles}, ${offer.stops}, ${new Date(at)})
    on conflict (platform, platform_block_id) do update set attempt_id = coalesce(blocks.attempt_id, excluded.attempt_id)
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a won block was not stored')
  return id
}
