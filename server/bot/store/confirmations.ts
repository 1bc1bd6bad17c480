import { sql } from 'kysely'
import { deleteOlder } from '../../db.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import type { MissCause } from '@madruga/core/events.ts'
import type { RuleResult } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import type { Db } from '../model.ts'
import { isClaimedBy } from './bots.ts'
import type { Claim } from './bots.ts'
import type { Confirmed } from '../search/loop.ts'

export type ConfirmationView = Outputs['bot']['answerConfirmation']

/**
 * How long a yes may wait for the search that takes it, ms: longer than an accept and the reconciling of one.
 */
const TAKEN_WITHIN_MS = 10_000

/** A request to a driver to confirm an offer. */
export type NewConfirmation = {
  id: string
  driverId: string
  platform: string
  offer: Offer
  rules: RuleResult[]
  filterVersion: number
  askedAt: number
  expiresAt: number
}

/**
 * How many confirmations of a driver are open, and whether they were asked about this offer or it was tried
 * for, under a share lock on their bot; undefined when this searcher has it no more, or it only watches.
 */
export async function lockToConfirm(
  tx: Db,
  claim: Claim & { platform: string; offerId: string; at: number },
): Promise<{ open: number; known: boolean } | undefined> {
  const { platform, offerId, at } = claim
  const { rows } = await sql<{ open: number; known: boolean }>`
    select (select count(*)::int from confirmations where driver_id = b.driver_id and state = 'open' and expires_at > ${new Date(at)}) as open,
      exists (select from confirmations where driver_id = b.driver_id and platform = ${platform} and offer_id = ${offerId})
        or exists (select from attempts where driver_id = b.driver_id and platform = ${platform} and offer_id = ${offerId})
        as known
    from bots b where ${isClaimedBy(claim)} and phase = 'running'
      and shadow_until is null for share of b`.execute(tx)
  return rows[0]
}

/** Stores a confirmation; false when the driver was asked about this offer before. */
export async function insertConfirmation(tx: Db, confirmation: NewConfirmation): Promise<boolean> {
  const { id, driverId, platform, offer, rules, filterVersion, askedAt, expiresAt } = confirmation
  const { rows } = await sql`
    insert into confirmations (id, driver_id, platform, offer_id, offer, rules, filter_version, asked_at, expires_at)
    values (${id}, ${driverId}, ${platform}, ${offer.id}, ${JSON.stringify(offer)}, ${JSON.stringify(rules)},
      ${filterVersion}, ${new Date(askedAt)}, ${new Date(expiresAt)})
    on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Stores the answer to an open confirmation; false when it was answered or is over. */
export async function updateAnswer(
  tx: Db,
  driverId: string,
  { id, take, at }: { id: string; take: boolean; at: number },
): Promise<boolean> {
  const now = new Date(at)
  const { rows } = await sql`
    update confirmations set state = ${take ? 'yes' : 'no'}, answered_at = ${now}
    where id = ${id} and driver_id = ${driverId} and state = 'open' and expires_at > ${now}
    returning id`.execute(tx)
  return rows.length > 0
}

const view = sql`q.id, q.offer, coalesce(s.code, q.offer->>'stationId') as "stationCode",
  coalesce(s.name, q.offer->>'stationId') as "stationName", s.time_zone as "timeZone", q.rules, case when w.id is null then q.state else 'waiting' end as state, w.waiting, q.asked_at as "askedAt",
  q.expires_at as "expiresAt"`
const places = sql`left join stations s on s.platform = q.platform and s.id = q.offer->>'stationId'
  left join attempts w on w.driver_id = q.driver_id and w.platform = q.platform and w.offer_id = q.offer_id
    and w.state = 'waiting' and q.state = 'yes'`

/** What the screens show of a confirmation: of the rules, those that its offer fails. */
function shown(confirmation: ConfirmationView): ConfirmationView {
  return { ...confirmation, rules: confirmation.rules.filter((rule) => !rule.passed) }
}

/** Open confirmations of a driver and those whose yes is under way, the most urgent first. */
export async function listOpenConfirmations(
  db: Db,
  driverId: string,
  now: number,
): Promise<ConfirmationView[]> {
  const { rows } = await sql<ConfirmationView>`
    select ${view} from confirmations q ${places}
    where q.driver_id = ${driverId} and (q.state = 'yes' or (q.state = 'open' and q.expires_at > ${new Date(now)}))
    order by q.expires_at`.execute(db)
  return rows.map(shown)
}

/** One confirmation of a driver as it is now. */
export async function readConfirmation(
  db: Db,
  driverId: string,
  id: string,
): Promise<ConfirmationView | null> {
  const { rows } = await sql<ConfirmationView>`
    select ${view} from confirmations q ${places} where q.driver_id = ${driverId} and q.id = ${id}`.execute(
    db,
  )
  return rows[0] ? shown(rows[0]) : null
}

/** A confirmation answered with yes, with all that an accept needs. */
export type Answered = Confirmed & { platform: string; filterVersion: number }

/**
 * Whether an accept of a confirmation's offer is under way or undecided: its own settlement ends the
 * confirmation, which may be hours after the yes.
 */
const isTried = sql`exists (select from attempts a where a.driver_id = q.driver_id and a.platform = q.platform
  and a.offer_id = q.offer_id and a.state in ('intent', 'waiting'))`

/** What the driver said yes to and no search has tried for yet. */
export async function readAnswered(db: Db, driverId: string, now: number): Promise<Answered[]> {
  const { rows } = await sql<Answered>`
    select q.id as "confirmationId", q.offer, q.platform, q.filter_version as "filterVersion" from confirmations q
    where q.driver_id = ${driverId} and q.state = 'yes' and not ${isTried}
      and q.answered_at > ${new Date(now - TAKEN_WITHIN_MS)} order by q.answered_at`.execute(db)
  return rows
}

/** Those of these drivers who said yes to offers that no search has accepted yet. */
export async function listWithAnswers(db: Db, driverIds: readonly string[], now: number): Promise<string[]> {
  const { rows } = await sql<{ driverId: string }>`
    select distinct driver_id as "driverId" from confirmations q
    where driver_id = any(${driverIds}::text[]) and state = 'yes' and not ${isTried}
      and answered_at > ${new Date(now - TAKEN_WITHIN_MS)}`.execute(db)
  return rows.map((row) => row.driverId)
}

/**
 * Ends a yes that no search tries for; undefined when it ended before, or its offer is tried for (`isTried`).
 */
export async function markMissed(
  tx: Db,
  driverId: string,
  confirmationId: string,
): Promise<(Answered & { rules: RuleResult[] }) | undefined> {
  const { rows } = await sql<Answered & { rules: RuleResult[] }>`
    update confirmations q set state = 'missed' where id = ${confirmationId} and driver_id = ${driverId} and state = 'yes'
      and not ${isTried}
    returning id as "confirmationId", offer, platform, rules, filter_version as "filterVersion"`.execute(tx)
  return rows[0]
}

/** Ends what the driver did not answer in time. */
export async function expireConfirmations(db: Db, now: number): Promise<void> {
  await sql`update confirmations set state = 'expired' where state = 'open' and expires_at <= ${new Date(now)}`.execute(
    db,
  )
}

/** Removes confirmations asked for before a timestamp, which are all over. */
export async function deleteConfirmations(db: Db, before: number): Promise<void> {
  await deleteOlder(db, { table: 'confirmations', column: 'asked_at' }, before)
}

/** Yeses that no search took in time, with why: their bot was stopped, or no process searched for it. */
export async function listForgotten(
  db: Db,
  now: number,
): Promise<{ driverId: string; confirmationId: string; cause: MissCause }[]> {
  const { rows } = await sql<{ driverId: string; confirmationId: string; cause: MissCause }>`
    select q.driver_id as "driverId", q.id as "confirmationId",
      case when b.phase in ('running', 'sleeping') then 'no_answer' else 'stopped' end as cause
    from confirmations q join bots b using (driver_id)
    where q.state = 'yes' and not ${isTried} and (q.answered_at <= ${new Date(now - TAKEN_WITHIN_MS)}
      or b.phase not in ('running', 'sleeping'))`.execute(db)
  return rows
}
