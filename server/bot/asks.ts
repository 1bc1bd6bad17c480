import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import type { MissCause } from '@madruga/core/events.ts'
import type { RuleResult } from '@madruga/core/filters.ts'
import { placeLine } from '@madruga/core/offers.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { recordEntries } from '../log.ts'
import type { BotDeps, Db } from './deps.ts'
import { lockBot } from './row-store.ts'
import type { Asked, Search } from './search.ts'
import { readStation } from './settle.ts'

export type AskView = Outputs['bot']['answerAsk']

/** Questions open at once, at most: more than that nobody can weigh in a minute. */
const MOST_OPEN = 3
/**
 * How long a yes may wait for the search that takes it, ms: longer than an accept and the reconciling of one.
 */
const TAKEN_WITHIN_MS = 10_000

/**
 * Asks the driver about an offer: its row, its line and its news become true together, by the running
 * searcher alone. `known`: they were asked about it before. `too_many`: enough questions are open. `fenced`:
 * this searcher has no say any more.
 */
export async function putAsk(
  deps: BotDeps,
  { driverId, gen, epoch, platform, filterVersion }: Search,
  offer: Offer,
  rules: RuleResult[],
): Promise<'asked' | 'known' | 'too_many' | 'fenced'> {
  const at = deps.clock.now()
  const expiresAt = Math.min(
    at + deps.settings.askMs,
    offer.expiresAt ?? Number.POSITIVE_INFINITY,
    offer.startAt,
  )
  if (expiresAt <= at) return 'too_many'
  return await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ open: number; known: boolean }>`
      select (select count(*)::int from asks where driver_id = b.driver_id and state = 'open' and expires_at > ${new Date(at)}) as open,
        exists (select from asks where driver_id = b.driver_id and platform = ${platform} and offer_id = ${offer.id}) as known
      from bots b where driver_id = ${driverId} and gen = ${gen} and epoch = ${epoch} and phase = 'running'
        and shadow_until is null for share of b`.execute(tx)
    const now = rows[0]
    if (now === undefined) return 'fenced'
    if (now.known) return 'known'
    if (now.open >= MOST_OPEN) return 'too_many'
    const askId = randomUUID()
    const added = await sql`
      insert into asks (id, driver_id, platform, offer_id, offer, rules, filter_version, asked_at, expires_at)
      values (${askId}, ${driverId}, ${platform}, ${offer.id}, ${JSON.stringify(offer)}, ${JSON.stringify(rules)},
        ${filterVersion}, ${new Date(at)}, ${new Date(expiresAt)})
      on conflict do nothing returning id`.execute(tx)
    if (added.rows.length === 0) return 'known'
    const place = await readStation(tx, { platform, offer })
    const { code: stationCode, timeZone } = place
    const data = { offer, stationCode, timeZone, filterVersion, rules, askId, expiresAt }
    await recordEntries(tx, driverId, [{ at, type: 'offer.asked', data }])
    const { startAt, endAt, payCents, tipCents } = offer
    const station = placeLine(place)
    await deps.news.asked(tx, driverId, { askId, station, startAt, endAt, payCents, tipCents, expiresAt })
    return 'asked'
  })
}

const view = sql`q.id, q.offer, coalesce(s.code, q.offer->>'stationId') as "stationCode",
  coalesce(s.name, q.offer->>'stationId') as "stationName", s.time_zone as "timeZone", q.rules, q.state, q.asked_at as "askedAt",
  q.expires_at as "expiresAt"`
const places = sql`left join stations s on s.platform = q.platform and s.id = q.offer->>'stationId'`

/** What the screens show of an ask: of the rules, those that it fails. */
function shown(ask: AskView): AskView {
  return { ...ask, rules: ask.rules.filter((rule) => !rule.passed) }
}

/** Offers that the driver is asked about now, and those whose yes is under way, the most urgent first. */
export async function listAsks(deps: BotDeps, driverId: string): Promise<Outputs['bot']['asks']> {
  const now = deps.clock.now()
  const { rows } = await sql<AskView>`
    select ${view} from asks q ${places}
    where q.driver_id = ${driverId} and (q.state = 'yes' or (q.state = 'open' and q.expires_at > ${new Date(now)}))
    order by q.expires_at`.execute(deps.db)
  return { asks: rows.map(shown), now }
}

/** One ask of a driver as it is now. */
export async function readAsk(db: Db, driverId: string, id: string): Promise<AskView | null> {
  const { rows } = await sql<AskView>`
    select ${view} from asks q ${places} where q.driver_id = ${driverId} and q.id = ${id}`.execute(db)
  return rows[0] ? shown(rows[0]) : null
}

/** An answered ask with all that an accept needs. */
export type Answered = Asked & { platform: string; filterVersion: number }

/** What the driver said yes to and nobody has tried for yet. */
export async function readAnswered(deps: BotDeps, driverId: string): Promise<Answered[]> {
  const { rows } = await sql<Answered>`
    select q.id as "askId", q.offer, q.platform, q.filter_version as "filterVersion" from asks q
    where q.driver_id = ${driverId} and q.state = 'yes'
      and q.answered_at > ${new Date(deps.clock.now() - TAKEN_WITHIN_MS)} order by q.answered_at`.execute(
    deps.db,
  )
  return rows
}

/** Ends a yes that was not tried for: the driver reads why in their log. Nothing where it ended already. */
export async function loseAsk(
  deps: BotDeps,
  driverId: string,
  askId: string,
  cause: MissCause,
): Promise<void> {
  const at = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    // Bots before logs, as everywhere.
    await lockBot(tx, driverId)
    const { rows } = await sql<Answered & { rules: RuleResult[] }>`
      update asks set state = 'missed' where id = ${askId} and driver_id = ${driverId} and state = 'yes'
        and not exists (select from attempts a where a.driver_id = asks.driver_id and a.platform = asks.platform
          and a.offer_id = asks.offer_id and a.state = 'intent')
      returning id as "askId", offer, platform, rules, filter_version as "filterVersion"`.execute(tx)
    const lost = rows[0]
    if (lost === undefined) return
    const { offer, platform, rules, filterVersion } = lost
    const { code: stationCode, timeZone } = await readStation(tx, { platform, offer })
    const data = { offer, stationCode, timeZone, filterVersion, rules, cause, reactionMs: null }
    await recordEntries(tx, driverId, [{ at, type: 'offer.missed', data }])
  })
}

/** Ends what nobody answered in time. */
export async function expireAsks(deps: BotDeps): Promise<void> {
  await sql`update asks set state = 'expired' where state = 'open' and expires_at <= ${new Date(deps.clock.now())}`.execute(
    deps.db,
  )
}

/** Removes questions asked before an instant, which are all over. */
export async function forgetAsks(deps: BotDeps, before: number): Promise<void> {
  await sql`delete from asks where asked_at < ${new Date(before)}`.execute(deps.db)
}

/** Yeses that no search took in time, with why: their bot was stopped, or no process searched for it. */
export async function listForgotten(
  deps: BotDeps,
): Promise<{ driverId: string; askId: string; cause: MissCause }[]> {
  const { rows } = await sql<{ driverId: string; askId: string; cause: MissCause }>`
    select q.driver_id as "driverId", q.id as "askId",
      case when b.phase in ('running', 'sleeping') then 'no_answer' else 'stopped' end as cause
    from asks q join bots b using (driver_id)
    where q.state = 'yes' and (q.answered_at <= ${new Date(deps.clock.now() - TAKEN_WITHIN_MS)}
      or b.phase not in ('running', 'sleeping'))`.execute(deps.db)
  return rows
}
