import { EVERY_DAY } from '@madruga/core/autostart.ts'
import { sql } from 'kysely'
import { stationIdsOf } from '@madruga/core/filters.ts'
import type { Place } from '@madruga/core/geo.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Database } from '@madruga/server/db.ts'
import type { World } from '@madruga/server/world.ts'
import type { RunningMarket } from '@madruga/simulator/running-market.ts'
import { pick } from '../chaos/random.ts'
import type { Random } from '../chaos/random.ts'
import { makeFilter } from './people.ts'
import type { Person } from './people.ts'

/** An action of a person or the operator, or a fault, at its own time. */
export type PlannedAction = {
  at: number
  what: string
  /** Without a running product it is postponed until there is one. */
  needsWorld: boolean
  run(world: World, market: RunningMarket): Promise<void>
}

/** A time span in which our side is down. */
export type Outage = { from: number; to: number }

/** How often a driver who finds the bot stopped restarts it. */
const STARTS_A_DAY = 4

/** All events between two times, in order; determined by the dice alone. */
export function planLife(people: readonly Person[], from: number, to: number, dice: Random): PlannedAction[] {
  const actions: PlannedAction[] = []
  const span = to - from
  const some = (share: number): number => from + Math.floor(share * span)
  const add = (at: number, what: string, run: PlannedAction['run'], needsWorld = true): void => {
    if (at < to) actions.push({ at, what, needsWorld, run })
  }
  for (const person of people) {
    add(some(dice() * 0.02), 'autostart', (world) => addTasks(world, person, to, dice))
    if (dice() < 0.6) add(some(dice() * 0.05), 'start', (world) => start(world, person, dice))
    for (let day = 0; day < span / DAY_MS; day++) {
      const at = from + day * DAY_MS
      for (let time = 0; time < STARTS_A_DAY; time++)
        add(at + dice() * DAY_MS, 'start', (world) => start(world, person, dice))
      if (dice() < 0.5) add(at + dice() * DAY_MS, 'stop', (world) => stop(world, person))
      if (dice() < 0.3) add(at + dice() * DAY_MS, 'filter', (world) => changeFilter(world, person, dice))
    }
    // The market asks no courier anything, and all of them share one budget.
    if (person.variant !== 'courier') addRefusals(add, some, person, dice)
    // The person responds some time after the request.
    for (let at = from; at < to; at += 6 * HOUR_MS)
      add(at + dice() * 6 * HOUR_MS, 'solve', (world, market) => solve(world, market, person))
    if (dice() < 0.05) {
      const at = some(dice() * 0.8)
      add(at, 'suspend', (world) => setStatus(world, person, 'suspended'))
      add(at + 20 * HOUR_MS, 'activate', (world) => setStatus(world, person, 'active'))
    }
  }
  for (let day = 0; day < span / DAY_MS; day++) {
    const at = from + (day + dice()) * DAY_MS
    add(at, 'platform down', async (_, { market }) => market.setFaults({ unavailable: 1 }), false)
    add(
      at + (2 + dice() * 40) * MINUTE_MS,
      'platform up',
      async (_, { market }) => market.setFaults({}),
      false,
    )
  }
  const killAt = some(0.3 + dice() * 0.4)
  add(killAt, 'kill switch', (world) => kill(world, true))
  add(killAt + HOUR_MS, 'kill switch off', (world) => kill(world, false))
  return actions.sort((one, other) => one.at - other.at)
}

/** What makes the market refuse a driver's searches. */
function addRefusals(
  add: (at: number, what: string, run: PlannedAction['run'], needsWorld: boolean) => void,
  some: (share: number) => number,
  person: Person,
  dice: Random,
): void {
  if (dice() < 0.2) add(some(dice()), 'human', async (_, { market }) => requireHuman(market, person), false)
  if (dice() < 0.2)
    add(some(dice() * 0.9), 'overdraw', async (_, { market }) => overdraw(market, person), false)
}

/**
 * Outages of our side: some short, some over the half hour after which an autostart is too late, one of
 * hours.
 */
export function planOutages(from: number, to: number, dice: Random): Outage[] {
  const outages: Outage[] = []
  for (let at = from + 3 * HOUR_MS; at < to - 3 * HOUR_MS; at += (6 + dice() * 24) * HOUR_MS) {
    const minutes = pick(dice, [1, 5, 12, 25, 45, 150])
    outages.push({ from: Math.floor(at), to: Math.floor(at + minutes * MINUTE_MS) })
  }
  return outages
}

const who = (person: Pick<Person, 'id'>) => ({
  driverId: person.id,
  sessionId: 'simulated',
  caller: CALLER,
  cookies: [],
})
const CALLER = { cookie: undefined, address: '127.0.0.1', userAgent: undefined }

/** A refusal is acceptable here; a fault is not. */
async function allow<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

async function start(world: World, person: Person, dice: Random): Promise<void> {
  const shadow = dice() < 0.1 ? { shadowMinutes: 90 } : {}
  await allow(world.handlers.bot.start(who(person), { mode: 'regular', liveLog: dice() < 0.2, ...shadow }))
}

async function stop(world: World, person: Person): Promise<void> {
  await allow(world.handlers.bot.stop(who(person), undefined as never))
}

/** 270 -> `04:30`. */
const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

async function addTasks(world: World, person: Person, to: number, dice: Random): Promise<void> {
  const dayOf = (at: number): string =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(person.timeZone).toPlainDate().toString()
  const now = world.clock.now()
  for (let count = 0; count < 3; count++) {
    const every = dice() < 0.7 ? 'range' : 'once'
    const first = now + DAY_MS * Math.floor(dice() * 3)
    const input = {
      action: dice() < 0.75 ? ('start' as const) : ('stop' as const),
      mode: 'regular' as const,
      liveLog: dice() < 0.2,
      // Half of them at night, when clocks change.
      time: clockOf(Math.floor(dice() < 0.5 ? 60 + dice() * 150 : dice() * 1440)),
      every: every as 'range' | 'once',
      from: dayOf(first),
      to: dayOf(every === 'range' ? to : first),
      weekdays: EVERY_DAY.filter((day) => day === 1 || dice() < 0.8),
    }
    await allow(world.handlers.autostart.create(who(person), input))
  }
}

async function changeFilter(world: World, person: Person, dice: Random): Promise<void> {
  const { variant } = person
  const { version, filter } = await world.filters.readFilter(person.id, variant)
  const next = makeFilter(person, stationIdsOf(filter), dice)
  await allow(world.filters.saveFilter(person.id, { variant, baseVersion: version, filter: next }))
}

/** Some confirmation requests are accepted, some declined, and some ignored. */
export async function answerConfirmations(
  world: World,
  person: Pick<Person, 'id'>,
  dice: Random,
): Promise<void> {
  const answer = await allow(world.handlers.bot.confirmations(who(person), undefined as never))
  for (const { id } of answer?.confirmations ?? []) {
    if (dice() < 0.8)
      await allow(world.handlers.bot.answerConfirmation(who(person), { id, take: dice() < 0.7 }))
  }
}

function requireHuman(market: RunningMarket['market'], person: Person): void {
  market.rules.askHuman(market.world, market.findDriver(person.marketId))
}

/**
 * The driver searches by hand in the platform's own app, so often that the bot's next search within the hour
 * exceeds the budget.
 */
function overdraw(market: RunningMarket['market'], person: Person): void {
  market.findDriver(person.marketId).quota.tokens = -market.world.quotaPerHour
  person.overdrawn = true
}

/** A person looks at the picture and answers; here the answer comes from the market's admin API. */
async function solve(world: World, { market }: RunningMarket, person: Person): Promise<void> {
  const challenge = market.findDriver(person.marketId).challenge
  if (challenge === undefined) return
  const { challengeId: id, answer } = challenge
  await allow(world.handlers.platforms.answerVerification(who(person), { id, answer }))
}

const OPERATOR = { id: null, name: 'simulation' }

async function setStatus(world: World, person: Person, status: 'active' | 'suspended'): Promise<void> {
  await world.admin.setStatus(OPERATOR, { id: person.id, status, reason: 'simulated' })
}

async function kill(world: World, killed: boolean): Promise<void> {
  await world.admin.setKilled(OPERATOR, { killed, reason: 'simulated' })
}

/** Half of those whose block starts soon check in there; some release a later block. */
export async function checkInSome(world: World, { kysely }: Database, dice: Random): Promise<void> {
  const now = world.clock.now()
  const { rows } = await sql<{ id: string; driverId: string; startAt: number } & Place>`
    select b.id, b.driver_id as "driverId", b.start_at as "startAt", s.latitude, s.longitude
    from blocks b join stations s on s.platform = b.platform and s.id = b.station_id
    where b.state = 'held' and b.start_at > ${new Date(now)} order by b.id`.execute(kysely)
  for (const { id, driverId, startAt, latitude, longitude } of rows) {
    const person = who({ id: driverId })
    if (startAt - now < 10 * MINUTE_MS && dice() < 0.5) {
      await allow(world.handlers.blocks.checkIn(person, { blockId: id, place: { latitude, longitude } }))
    } else if (dice() < 0.001) {
      await allow(world.handlers.blocks.release(person, { id, confirmedLate: true }))
    }
  }
}
