import { sql } from 'kysely'
import type { BotReason, Phase, StartRefusal } from '@madruga/core/bot-states.ts'
import type { LogType, Waiting } from '@madruga/core/events.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { Place } from '@madruga/core/geo.ts'
import type { Offer } from '@madruga/core/offers.ts'
import type { Settings } from '@madruga/core/settings.ts'
import type { Database } from '@madruga/server/db.ts'
import { everyLine } from '@madruga/server/driver/log.ts'
import type { Block, Job, LedgerEntry } from '@madruga/simulator/market.ts'
import type { RunningMarket } from '@madruga/simulator/running-market.ts'
import type { InstanceUse } from './couriers.ts'
import type { Person } from './people.ts'
import type { Outage } from './life.ts'

/** The state of a bot, from one time until the next. */
export type State = { at: number; phase: Phase; reason: BotReason | null; dueAt: number | null }

export type OurBlock = {
  id: string
  driverId: string
  platformBlockId: string
  offerId: string
  stationId: string
  startAt: number
  endAt: number
  payCents: number
  state: string
  attemptId: string | null
}

export type Attempt = {
  id: string
  driverId: string
  offerId: string
  offer: Offer
  state: 'intent' | 'waiting' | 'accepted' | 'missed'
  filterVersion: number
  asked: boolean
  /** What an accept that the platform did not decide waited for last. */
  waiting: Waiting | null
  /** The market's holding, once an undecided accept has one. */
  holdingId: string | null
}

/** What the log tells of a courier's accepts, in order. */
export type Told = {
  driverId: string
  at: number
  type: 'offer.waiting' | 'offer.accepted' | 'offer.missed'
  offerId: string
}

export type Task = {
  id: string
  driverId: string
  action: 'start' | 'stop'
  minute: number
  timeZone: string
  fromDay: string
  toDay: string
  /** 1 = Monday. */
  weekdays: readonly number[]
  createdAt: number
}
export type Firing = {
  taskId: string
  day: string
  dueAt: number
  firedAt: number
  outcome: 'done' | 'refused' | 'late'
  refusal: StartRefusal | null
}

/** Both sides' records of a week, side by side. */
export type Facts = {
  from: number
  to: number
  settings: Settings
  people: readonly Person[]
  outages: readonly Outage[]
  places: ReadonlyMap<string, Place>
  /** Searches counted by the market, by person and minute (epoch ms of its start). */
  searches: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** What couriers' bots asked of their platform. */
  instance: InstanceUse
  ledger: readonly LedgerEntry[]
  marketBlocks: readonly Block[]
  /** Couriers' jobs at the market, by id. */
  jobs: ReadonlyMap<string, Job>
  told: readonly Told[]
  states: ReadonlyMap<string, readonly State[]>
  blocks: readonly OurBlock[]
  attempts: readonly Attempt[]
  filters: ReadonlyMap<string, Filter>
  tasks: readonly Task[]
  firings: readonly Firing[]
  lines: readonly { driverId: string; type: LogType; count: number; first: number; last: number }[]
  /** `late`: how many offers were written down as missed and turned out to be won. */
  figures: readonly { driverId: string; accepted: number; missed: number; seen: number; late: number }[]
  news: readonly { driverId: string; kind: string; event: string; count: number }[]
  letters: readonly { driverId: string; template: string; count: number }[]
  shadows: readonly { driverId: string; from: number; to: number }[]
}

/** Adds what the market has counted since; to be called before it forgets, which is after three hours. */
export function noteSearches(
  into: Map<string, Map<number, number>>,
  people: readonly Person[],
  { market }: RunningMarket,
): void {
  for (const { id, marketId } of people) {
    let minutes = into.get(id)
    if (minutes === undefined) into.set(id, (minutes = new Map()))
    for (const { minute, count } of market.findDriver(marketId).searches) minutes.set(minute, count)
  }
}

/** Reads both sides. Log lines must all be written by then. */
export async function readFacts(
  { kysely: db }: Database,
  { market }: RunningMarket,
  given: Pick<Facts, 'from' | 'to' | 'settings' | 'people' | 'outages' | 'searches' | 'instance' | 'places'>,
): Promise<Facts> {
  const rowsOf = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> => (await query.execute(db)).rows
  const filters = await rowsOf(
    sql<{ key: string; body: Filter }>`select driver_id || ' ' || version as key, body from filters`,
  )
  return {
    ...given,
    ledger: market.world.ledger.list(),
    marketBlocks: [...market.world.blocks.values()],
    jobs: market.world.courier.jobs,
    told: await rowsOf(
      sql<Told>`select l.driver_id as "driverId", l.at, l.type, l.data->'offer'->>'id' as "offerId"
      from log_entries l join drivers d on d.id = l.driver_id and d.variant = 'courier'
      where l.type in ('offer.waiting', 'offer.accepted', 'offer.missed') order by l.driver_id, l.seq`,
    ),
    states: await readStates(db),
    filters: new Map(filters.map(({ key, body }) => [key, body])),
    blocks:
      await rowsOf(sql<OurBlock>`select id, driver_id as "driverId", platform_block_id as "platformBlockId",
      offer_id as "offerId", station_id as "stationId", start_at as "startAt", end_at as "endAt",
      pay_cents as "payCents", state, attempt_id::text as "attemptId" from blocks`),
    attempts:
      await rowsOf(sql<Attempt>`select t.id::text, t.driver_id as "driverId", t.offer_id as "offerId", t.offer,
      t.state, t.waiting, t.platform_block_id as "holdingId", t.filter_version as "filterVersion",
      exists (select from confirmations a where a.driver_id = t.driver_id and a.offer_id = t.offer_id
        and a.state in ('yes', 'accepted', 'missed')) as asked
      from attempts t`),
    tasks: await rowsOf(sql<Task>`select id, driver_id as "driverId", action, minute, time_zone as "timeZone",
      from_day::text as "fromDay", to_day::text as "toDay", weekdays, created_at as "createdAt" from autostart_tasks`),
    firings: await rowsOf(sql<Firing>`select task_id as "taskId", day::text as day, due_at as "dueAt",
      fired_at as "firedAt", outcome, refusal from autostart_firings`),
    lines: await rowsOf(sql<
      Facts['lines'][number]
    >`select driver_id as "driverId", type, count(*)::int as count, min(seq)::int as first, max(seq)::int as last
      from ${everyLine} e group by 1, 2`),
    figures: await rowsOf(sql<
      Facts['figures'][number]
    >`select driver_id as "driverId", sum(accepted)::int as accepted,
      sum(missed)::int as missed, sum(seen)::int as seen, (select count(*)::int from log_entries l
        join attempts a on a.driver_id = l.driver_id and a.offer_id = l.data->'offer'->>'id' and a.state = 'accepted'
        where l.driver_id = f.driver_id and l.type = 'offer.missed') as late from day_figures f group by 1`),
    news: await rowsOf(
      sql<
        Facts['news'][number]
      >`select driver_id as "driverId", kind, event, count(*)::int as count from notifications group by 1, 2, 3`,
    ),
    letters: await rowsOf(
      sql<
        Facts['letters'][number]
      >`select driver_id as "driverId", template, count(*)::int as count from outbox where channel = 'email' group by 1, 2`,
    ),
    shadows: await rowsOf(
      sql<
        Facts['shadows'][number]
      >`select driver_id as "driverId", started_at as "from", coalesce(ended_at, ends_at) as "to" from shadow_runs`,
    ),
  }
}

/** The states of each bot in their order. */
async function readStates(db: Database['kysely']): Promise<Map<string, State[]>> {
  const { rows } = await sql<State & { driverId: string }>`
    select driver_id as "driverId", at, data->>'phase' as phase,
      data->>'reason' as reason, (data->>'dueAt')::float8 as "dueAt"
    from log_entries where type = 'bot.state_changed' order by driver_id, seq`.execute(db)
  const states = new Map<string, State[]>()
  for (const { driverId, ...state } of rows) {
    const list = states.get(driverId)
    if (list === undefined) states.set(driverId, [state])
    else list.push(state)
  }
  return states
}
