import { sql } from 'kysely'
import { HOURS_HALVE_MS, HOURS_WHOLE_MS } from '@madruga/core/awards.ts'
import type { Trial } from '@madruga/core/awards.ts'
import type { Precedence } from '@madruga/core/events.ts'
import type { RuleResult } from '@madruga/core/filters.ts'
import type { Offer, Variant } from '@madruga/core/offers.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { deleteOlder } from '../../db.ts'
import type { Db } from '../model.ts'
import type { Awarded } from '../search/loop.ts'

/** Work of longer ago hardly counts any more. */
const WORK_COUNTS_MS = 365 * DAY_MS
/** How long after it is opened an award waits for its driver's search. */
const TAKEN_WITHIN_MS = 6_000

/** Lets one process at a time decide the turns of a platform; false = another one does. */
export async function lockTurns(tx: Db, platform: string): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('awards'), hashtext(${platform})) as "isOurs"`.execute(tx)
  return rows[0]?.isOurs === true
}

/** A shift of a list, by the platform's id. */
type Listed = { shiftId: string; startAt: number; places: number }

/** When a shift was first seen, and the id of its present listing. */
export type SeenShift = { shiftId: string; offerId: string; firstSeenAt: number }

/**
 * Notes the shifts of a list that was asked for at `readAt`. One that is new, or was full and has a free
 * place again, is seen first at `now`, under its own id; answers their ids. What an older list says
 * of a shift is left.
 */
export async function noteShifts(
  tx: Db,
  { platform, readAt, now }: { platform: string; readAt: number; now: number },
  shifts: readonly Listed[],
): Promise<string[]> {
  const { rows } = await sql<{ shiftId: string }>`
    insert into shifts as s (platform, shift_id, offer_id, start_at, places, first_seen_at, changed_at)
    select ${platform}, l.id, l.id, to_timestamp(l.start_at / 1000.0), l.places, ${new Date(now)}, ${new Date(readAt)}
    from unnest(${shifts.map(({ shiftId }) => shiftId)}::text[], ${shifts.map(({ startAt }) => startAt)}::float8[],
      ${shifts.map(({ places }) => places)}::int[]) as l (id, start_at, places) order by l.id
    on conflict (platform, shift_id) do update set start_at = excluded.start_at, places = excluded.places,
      changed_at = excluded.changed_at,
      first_seen_at = case when s.places = 0 and excluded.places > 0 then excluded.first_seen_at else s.first_seen_at end,
      offer_id = case when s.places = 0 and excluded.places > 0
        then s.shift_id || '~' || floor(extract(epoch from excluded.first_seen_at)) else s.offer_id end
    where (s.places, s.start_at) is distinct from (excluded.places, excluded.start_at) and s.changed_at < excluded.changed_at
    returning case when first_seen_at = ${new Date(now)} then shift_id end as "shiftId"`.execute(tx)
  return rows.flatMap(({ shiftId }) => shiftId ?? [])
}

/** When these shifts were first seen. */
export async function readSeenShifts(
  tx: Db,
  platform: string,
  shiftIds: readonly string[],
): Promise<SeenShift[]> {
  const { rows } = await sql<SeenShift>`
    select shift_id as "shiftId", offer_id as "offerId", first_seen_at as "firstSeenAt" from shifts
    where platform = ${platform} and shift_id = any(${shiftIds}::text[])`.execute(tx)
  return rows
}

/** Drivers whose bots search at a platform now and may accept, in whichever process. */
export async function listSearching(
  tx: Db,
  platform: string,
): Promise<{ driverId: string; variant: Variant }[]> {
  const { rows } = await sql<{ driverId: string; variant: Variant }>`
    select b.driver_id as "driverId", b.variant from bots b
    join platform_accounts a on a.driver_id = b.driver_id and a.variant = b.variant
    where a.platform = ${platform} and b.phase = 'running' and b.owner is not null and b.shadow_until is null
    order by b.driver_id`.execute(tx)
  return rows
}

/** What drivers' work at a platform counts in its turns, ms: core's `countWork`, summed in SQL. */
export async function sumWork(
  tx: Db,
  { platform, driverIds, now }: { platform: string; driverIds: readonly string[]; now: number },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ driverId: string; workMs: number }>`
    select driver_id as "driverId", sum(extract(epoch from end_at - start_at)::float8 * 1000 * power(0.5::float8,
      greatest(0, ${now - HOURS_WHOLE_MS} - extract(epoch from start_at)::float8 * 1000) / ${HOURS_HALVE_MS})) as "workMs" from blocks
    where driver_id = any(${driverIds}::text[]) and platform = ${platform} and state <> 'forfeited'
      and start_at > ${new Date(now - WORK_COUNTS_MS)} group by driver_id`.execute(tx)
  return new Map(rows.map(({ driverId, workMs }) => [driverId, workMs]))
}

/** What came of shifts that lie ahead: blocks and attempts of these drivers, and awards. */
export async function listTrials(
  tx: Db,
  { platform, driverIds, now }: { platform: string; driverIds: readonly string[]; now: number },
): Promise<(Trial & { offerId: string })[]> {
  const ours = sql`driver_id = any(${driverIds}::text[]) and platform = ${platform}`
  const { rows } = await sql<Trial & { offerId: string }>`
    select driver_id as "memberId", split_part(offer_id, '~', 1) as "shiftId", offer_id as "offerId", 'had' as came, accepted_at as at
    from blocks where ${ours} and start_at > ${new Date(now)} and loss is null
    union all
    select driver_id, split_part(offer_id, '~', 1), offer_id,
      case when state in ('intent', 'waiting') then 'under_way' else cause end, coalesce(settled_at, created_at)
    from attempts where ${ours} and (offer ->> 'startAt')::float8 > ${now} and state <> 'accepted'
    union all
    select driver_id, shift_id, offer_id, case when state = 'passed' then 'passed' else 'under_way' end,
      coalesce(settled_at, decided_at)
    from awards where ${ours} and (offer ->> 'startAt')::float8 > ${now} and state <> 'taken'`.execute(tx)
  return rows
}

/** An award that is not decided by the platform, or was taken so late that a list may not show it. */
export type LiveAward = {
  id: string
  driverId: string
  shiftId: string
  offer: Offer
  state: 'decided' | 'open' | 'tried' | 'taken'
}

/** No shift is listed for longer. */
const LIVE_MS = 14 * DAY_MS

/**
 * The awards of a platform that use a place which a list of `readAt` shows as free, in the order of turns.
 */
export async function listLiveAwards(
  tx: Db,
  { platform, readAt, now }: { platform: string; readAt: number; now: number },
): Promise<LiveAward[]> {
  const { rows } = await sql<LiveAward>`
    select id::text, driver_id as "driverId", shift_id as "shiftId", offer, state from awards a
    where platform = ${platform} and decided_at > ${new Date(now - LIVE_MS)}
      and (state in ('decided', 'open') or (state = 'tried' and exists (select from attempts t
          where t.driver_id = a.driver_id and t.platform = a.platform and t.offer_id = a.offer_id and t.state = 'intent'))
        or (state = 'taken' and settled_at >= ${new Date(readAt)}))
    order by a.id`.execute(tx)
  return rows
}

/** Passes over drivers whose bots did not take what they were given in time. */
export async function passOverdue(tx: Db, platform: string, now: number): Promise<void> {
  await sql`update awards set state = 'passed', settled_at = ${new Date(now)}
    where platform = ${platform} and state = 'open' and opened_at <= ${new Date(now - TAKEN_WITHIN_MS)}`.execute(
    tx,
  )
}

/** Passes an award that its driver cannot take; nothing where it was tried for or settled. */
export async function passAward(db: Db, awardId: string, now: number): Promise<void> {
  await sql`update awards set state = 'passed', settled_at = ${new Date(now)}
    where id = ${awardId} and state in ('decided', 'open')`.execute(db)
}

/** A turn as it is stored; `others`: who could have taken the shift as well. */
export type NewAward = {
  driverId: string
  shiftId: string
  offer: Offer
  others: readonly { driverId: string; precedence: Precedence; rules: RuleResult[]; filterVersion: number }[]
}

/** Stores turns in their order. */
export async function insertAwards(
  tx: Db,
  { platform, now }: { platform: string; now: number },
  awards: readonly NewAward[],
): Promise<void> {
  const { rows } = await sql<{ id: string; driverId: string; offerId: string }>`
    insert into awards (driver_id, platform, shift_id, offer_id, offer, decided_at)
    select g.driver_id, ${platform}, g.shift_id, g.offer::jsonb ->> 'id', g.offer::jsonb, ${new Date(now)}
    from unnest(${awards.map(({ driverId }) => driverId)}::text[], ${awards.map(({ shiftId }) => shiftId)}::text[],
      ${awards.map(({ offer }) => JSON.stringify(offer))}::text[]) with ordinality as g (driver_id, shift_id, offer, place)
    order by g.place
    returning id::text, driver_id as "driverId", offer_id as "offerId"`.execute(tx)
  const ids = new Map(rows.map(({ id, driverId, offerId }) => [`${driverId} ${offerId}`, id]))
  const others = awards.flatMap((award) =>
    award.others.map((other) => ({ ...other, awardId: ids.get(`${award.driverId} ${award.offer.id}`)! })),
  )
  if (others.length === 0) return
  await sql`
    insert into award_others (award_id, driver_id, precedence, rules, filter_version)
    select g.award_id, g.driver_id, g.precedence::jsonb, g.rules::jsonb, g.filter_version
    from unnest(${others.map(({ awardId }) => awardId)}::bigint[], ${others.map(({ driverId }) => driverId)}::text[],
      ${others.map(({ precedence }) => JSON.stringify(precedence))}::text[],
      ${others.map(({ rules }) => JSON.stringify(rules))}::text[],
      ${others.map(({ filterVersion }) => filterVersion)}::int[])
      as g (award_id, driver_id, precedence, rules, filter_version)`.execute(tx)
}

/** When an award of a platform was opened last, within a day; null = none was. */
export async function readLastOpened(tx: Db, platform: string, now: number): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select max(opened_at) as at from awards
    where platform = ${platform} and decided_at > ${new Date(now - DAY_MS)}`.execute(tx)
  return rows[0]?.at ?? null
}

/** Opens awards for their drivers' searches. */
export async function openAwards(tx: Db, awardIds: readonly string[], now: number): Promise<void> {
  await sql`update awards set state = 'open', opened_at = ${new Date(now)}
    where id = any(${awardIds}::bigint[]) and state = 'decided'`.execute(tx)
}

/** What a driver may take now and has not tried for. */
export async function readOpenAwards(db: Db, driverId: string): Promise<Awarded[]> {
  const { rows } = await sql<Awarded>`
    select id::text as "awardId", offer from awards a
    where driver_id = ${driverId} and state = 'open' order by a.id`.execute(db)
  return rows
}

/** Those of these drivers who may take something now. */
export async function listWithAwards(db: Db, driverIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ driverId: string }>`
    select distinct driver_id as "driverId" from awards
    where driver_id = any(${driverIds}::text[]) and state = 'open'`.execute(db)
  return rows.map((row) => row.driverId)
}

/** Forgets who could have taken what its winner did not take: they have another turn. */
export async function forgetPassed(tx: Db, platform: string): Promise<void> {
  await sql`delete from award_others o using awards a
    where a.id = o.award_id and a.platform = ${platform} and a.state = 'passed'`.execute(tx)
}

/** Drivers who are to be told why another one has a shift. */
export async function listOutranked(db: Db, platform: string): Promise<string[]> {
  const { rows } = await sql<{ driverId: string }>`
    select distinct o.driver_id as "driverId" from award_others o join awards a on a.id = o.award_id
    where a.platform = ${platform} and a.state = 'taken'`.execute(db)
  return rows.map((row) => row.driverId)
}

/** A shift that a driver could have taken and another one has now. */
export type Outranked = { offer: Offer; precedence: Precedence; rules: RuleResult[]; filterVersion: number }

/** Takes what a driver is to be told, which no other transaction takes then. */
export async function takeOutranked(tx: Db, platform: string, driverId: string): Promise<Outranked[]> {
  const { rows } = await sql<Outranked>`
    delete from award_others o using awards a
    where a.id = o.award_id and o.driver_id = ${driverId} and a.platform = ${platform} and a.state = 'taken'
    returning a.offer, o.precedence, o.rules, o.filter_version as "filterVersion"`.execute(tx)
  return rows
}

/** Removes shifts that have begun before a timestamp, and awards of before. */
export async function deleteAwards(db: Db, before: number): Promise<void> {
  await deleteOlder(db, { table: 'shifts', column: 'start_at' }, before)
  await deleteOlder(db, { table: 'awards', column: 'decided_at' }, before)
}
