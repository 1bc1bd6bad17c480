import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { MissCause } from '@madruga/core/events.ts'
import type { HeldSpan } from '@madruga/core/filters.ts'
import { pickPay } from '@madruga/core/offers.ts'
import type { Offer, Pay, Variant } from '@madruga/core/offers.ts'
import type { Stretch, Wait, WeekBlock } from '@madruga/core/recap.ts'
import type { Observation } from '@madruga/core/observations.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { Tables } from '../../db.ts'

type Db = Kysely<Tables>

/** The driver of a week. */
export type RecapOwner = { variant: Variant; timeZone: string; language: Language }

/** The driver's data for a recap; null if they do not exist. */
export async function readRecapOwner(db: Db, driverId: string): Promise<RecapOwner | null> {
  const { rows } = await sql<RecapOwner>`
    select variant, time_zone as "timeZone", language from drivers where id = ${driverId}`.execute(db)
  return rows[0] ?? null
}

/** A block of a week; what was released pays nothing, and we charge for it all the same. */
export type StoredBlock = WeekBlock & { id: string; isReleased: boolean }

/** Blocks that start in a span. */
export async function readWeekBlocks(
  db: Db,
  driverId: string,
  { from, to }: Stretch,
): Promise<StoredBlock[]> {
  const { rows } = await sql<StoredBlock>`
    select id, state = 'forfeited' as "isReleased", start_at as "startAt", end_at as "endAt", station_id as "stationId", pay_cents as "payCents",
      tip_cents as "tipCents", pay_basis as "payBasis", currency, miles from blocks
    where driver_id = ${driverId} and start_at >= ${new Date(from)} and start_at < ${new Date(to)}
    order by start_at`.execute(db)
  return rows
}

/**
 * Committed times around a span: everything that may conflict with an offer seen in it. An accept that the
 * platform has not decided holds its time like a block.
 */
export async function readHeldAround(
  db: Db,
  driverId: string,
  { from, to }: Stretch,
): Promise<(HeldSpan & { offerId: string | null; takenAt: number })[]> {
  const [first, last] = [from - 9 * DAY_MS, to + 17 * DAY_MS]
  const { rows } = await sql<HeldSpan & { offerId: string | null; takenAt: number }>`
    select start_at as "startAt", end_at as "endAt", station_id as "stationId", offer_id as "offerId",
      accepted_at as "takenAt" from blocks
    where driver_id = ${driverId} and state <> 'forfeited'
      and end_at > ${new Date(first)} and start_at < ${new Date(last)}
    union all
    select to_timestamp((offer ->> 'startAt')::float8 / 1000), to_timestamp((offer ->> 'endAt')::float8 / 1000),
      offer ->> 'stationId', offer_id, created_at
    from attempts
    where driver_id = ${driverId} and state = 'waiting'
      and (offer ->> 'endAt')::float8 > ${first} and (offer ->> 'startAt')::float8 < ${last}
    order by 1`.execute(db)
  return rows
}

/** Accepts that kept their time free in a part of a span and that the platform decided against the driver. */
export async function readWaits(db: Db, driverId: string, { from, to }: Stretch): Promise<Wait[]> {
  const { rows } = await sql<Wait>`
    select (offer ->> 'startAt')::float8 as "startAt", (offer ->> 'endAt')::float8 as "endAt",
      created_at as from, settled_at as to
    from attempts
    where driver_id = ${driverId} and state = 'missed' and waiting is not null
      and created_at < ${new Date(to)} and settled_at > ${new Date(from)}`.execute(db)
  return rows
}

/** An offer that a bot tried and did not get. */
export type Miss = { cause: MissCause; pay: Pay }
/** A bot's attempts in a span. */
export type Tried = {
  misses: Miss[]
  /** Offers won, at the time of the win, including released ones. */
  won: Observation[]
  /** Ids of all of them, and of attempts just after the span, whose offers may have been seen in it. */
  ids: Set<string>
}

/** Counts of tried, won and missed offers. A miss that turned out to be won, however late, is no miss. */
export async function readTried(db: Db, driverId: string, { from, to }: Stretch): Promise<Tried> {
  const { rows } = await sql<{ at: number; type: string; cause: MissCause; offer: Offer; won: boolean }>`
    select at, type, data->>'cause' as cause, data->'offer' as offer, type = 'offer.accepted' or exists (
      select from attempts a where a.driver_id = l.driver_id and a.offer_id = l.data->'offer'->>'id'
        and a.state = 'accepted') as won
    from log_entries l
    where driver_id = ${driverId} and type in ('offer.accepted', 'offer.missed')
      and at >= ${new Date(from)} and at < ${new Date(to + HOUR_MS)} order by seq`.execute(db)
  const undecided = await readUndecided(db, driverId, { from, to })
  const wins = rows.filter((row) => row.type === 'offer.accepted')
  const wonIds = new Set(rows.filter((row) => row.won).map((row) => row.offer.id))
  return {
    misses: rows
      .filter((row) => row.type === 'offer.missed' && row.at < to && !wonIds.has(row.offer.id))
      .map(({ cause, offer }) => ({ cause, pay: pickPay(offer) })),
    won: wins.filter((row) => row.at < to).map(({ at, offer }) => ({ ...offer, seenAt: at })),
    ids: new Set([...rows.map((row) => row.offer.id), ...undecided]),
  }
}

/** Offers accepted in a span that the platform left undecided; it may decide them in another week. */
async function readUndecided(db: Db, driverId: string, { from, to }: Stretch): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select offer_id as id from attempts where driver_id = ${driverId} and waiting is not null
      and created_at >= ${new Date(from)} and created_at < ${new Date(to + HOUR_MS)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** When the bot only watched in a span; an open run lasts until its planned end. */
export async function readShadows(db: Db, driverId: string, { from, to }: Stretch): Promise<Stretch[]> {
  const { rows } = await sql<Stretch>`
    select started_at as from, coalesce(ended_at, ends_at) as to from shadow_runs
    where driver_id = ${driverId} and started_at < ${new Date(to)} and coalesce(ended_at, ends_at) > ${new Date(from)}
    order by started_at`.execute(db)
  return rows
}

/** When the driver's earliest block starts; null without any. */
export async function readFirstStart(db: Db, driverId: string): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select min(start_at) as at from blocks where driver_id = ${driverId}`.execute(db)
  return rows[0]?.at ?? null
}
