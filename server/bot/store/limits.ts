import { sql } from 'kysely'
import { weekSpan } from '@madruga/core/blocks.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { readPaidIn } from '../../platforms.ts'
import type { Db } from '../model.ts'
import type { BotRow } from './bots.ts'

/** What follows a win, by the filter version that judged it. */
type AfterWin = { sleepAfterAwardMinutes: number; weekGoalCents: number; booked: Booked }

/** Reads it once the block is stored; all zero if that version is gone. One statement if there is no goal. */
export async function readAfterWin(tx: Db, bot: BotRow, version: number, now: number): Promise<AfterWin> {
  const { rows } = await sql<Omit<AfterWin, 'booked'> & { timeZone: string }>`
    select (body->'switches'->>'sleepAfterAwardMinutes')::int as "sleepAfterAwardMinutes",
      (body->'safetyLimits'->>'weekGoalCents')::int as "weekGoalCents", body->>'timeZone' as "timeZone"
    from filters where driver_id = ${bot.driverId} and variant = ${bot.variant} and version = ${version}`.execute(
    tx,
  )
  const [row] = rows
  const nothing = { cents: 0, currency: null }
  if (row === undefined) return { sleepAfterAwardMinutes: 0, weekGoalCents: 0, booked: nothing }
  const { timeZone, ...after } = row
  const { variant } = bot
  const bookedPay =
    after.weekGoalCents > 0 ? await readBooked(tx, bot.driverId, { variant, timeZone }, now) : nothing
  return { ...after, booked: bookedPay }
}

/** What a safety limit counted, what it allows, and the pause that follows. */
type Counted = { count: number; most: number; pauseMinutes: number }

/**
 * Misses in a row of this run since the last pause: offers that went to others, or that we were too late for.
 * What the platform refused for its own reason neither counts nor breaks the row; an accept does. Null =
 * the limit is off.
 */
export async function countMisses(tx: Db, bot: BotRow, version: number): Promise<Counted | null> {
  const { rows } = await sql<Counted>`
    select (f.body->'safetyLimits'->>'pauseAfterMisses')::int as most, (f.body->'safetyLimits'->>'pauseMinutes')::int as "pauseMinutes",
      (select count(*)::int from attempts a
        where a.driver_id = b.driver_id and a.gen = b.gen and a.state = 'missed' and a.cause in ('taken', 'no_answer')
          and a.settled_at > coalesce(b.limits_reset_at, '-infinity')
          and a.id > coalesce((select max(w.id) from attempts w
            where w.driver_id = b.driver_id and w.gen = b.gen and w.state = 'accepted'), 0)) as count
    from bots b join filters f on f.driver_id = b.driver_id and f.variant = b.variant and f.version = ${version}
    where b.driver_id = ${bot.driverId} and (f.body->'safetyLimits'->>'pauseAfterMisses')::int > 0`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** A day of any zone, with the hour that a clock change adds, is no longer. */
const LONGEST_DAY_MS = 26 * HOUR_MS

/**
 * Bots at work whose driver gave back too many blocks today, through us or in the delivery app itself, since
 * the limit's last pause. It begins with what was given back within a day: few drivers, whom an index knows.
 */
export async function listReleased(db: Db, now: number, driverId?: string): Promise<Map<string, Counted>> {
  const at = new Date(now)
  const lately = new Date(now - LONGEST_DAY_MS)
  const only = driverId === undefined ? sql`true` : sql`b.driver_id = ${driverId}`
  const { rows } = await sql<Counted & { driverId: string }>`
    with gave_back as (
      select driver_id from blocks where state = 'forfeited' and loss is null and forfeited_at > ${lately}
      union select driver_id from releases where at > ${lately}
    ), limited as (
      select b.driver_id, (f.body->'safetyLimits'->>'pauseAfterReleases')::int as most,
        (f.body->'safetyLimits'->>'pauseMinutes')::int as pause_minutes,
        greatest(coalesce(b.limits_reset_at, '-infinity'),
          date_trunc('day', ${at}::timestamptz at time zone d.time_zone) at time zone d.time_zone) as since
      from gave_back join bots b using (driver_id) join drivers d on d.id = b.driver_id
      cross join lateral (select body, removed from filters f
        where f.driver_id = b.driver_id and f.variant = b.variant order by version desc limit 1) as f
      where b.phase in ('running', 'sleeping') and not f.removed and ${only}
        and (f.body->'safetyLimits'->>'pauseAfterReleases')::int > 0
    ), counted as (
      select g.*, (select count(*)::int from blocks k left join releases r on r.block_id = k.id
        where k.driver_id = g.driver_id and k.state = 'forfeited' and (k.loss is null or r.at is not null)
          and coalesce(r.at, k.forfeited_at) > g.since) as count
      from limited g
    )
    select driver_id as "driverId", count, most, pause_minutes as "pauseMinutes" from counted where count >= most`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.driverId, row]))
}

/** Whether the blocks of this week reach the driver's weekly goal; false without a goal. */
export async function isGoalReached(db: Db, driverId: string, filter: Filter, now: number): Promise<boolean> {
  const { weekGoalCents } = filter.safetyLimits
  return weekGoalCents > 0 && (await readBooked(db, driverId, filter, now)).cents >= weekGoalCents
}

/** Pay of blocks in one currency; null = USD. */
type Booked = { cents: number; currency: string | null }

/**
 * Pay of the blocks of the week of `now`, on the wall clock of a filter's zone, in the currency of the
 * filter's amounts: what the driver holds in any other counts towards no goal of it.
 */
async function readBooked(
  db: Db,
  driverId: string,
  { variant, timeZone }: { variant: Variant; timeZone: string },
  now: number,
): Promise<Booked> {
  const currency = await readPaidIn(db, driverId, variant)
  const { from, to } = weekSpan(timeZone, now)
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(pay_cents), 0)::int as cents from blocks
    where driver_id = ${driverId} and state <> 'forfeited' and start_at >= ${new Date(from)} and start_at < ${new Date(to)}
      and coalesce(currency, 'USD') = ${currency ?? 'USD'}`.execute(db)
  return { cents: rows[0]?.cents ?? 0, currency }
}
