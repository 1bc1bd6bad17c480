import { createClock, makeId } from '../market.ts'
import type { ClockChoice } from '../market.ts'
import { createAgenda } from './agenda.ts'
import { answerAdmin } from './fleetbase/admin.ts'
import type { Driver, Levers, Order } from './fleetbase/model.ts'
import { openPush } from './fleetbase/push.ts'
import { answerWire } from './fleetbase/routes.ts'
import type { WireDeps } from './fleetbase/routes.ts'
import { PAY_KEY, SCENARIOS, seedWorld } from './fleetbase/seed.ts'
import type { ScenarioName } from './fleetbase/seed.ts'
import { createSignIns } from './fleetbase/sign-in.ts'
import type { KeptSignIns, SignIns } from './fleetbase/sign-in.ts'
import type { Company } from './fleetbase/wire.ts'
import { createWorld } from './fleetbase/world.ts'
import type { World } from './fleetbase/world.ts'
import { keepState, readState } from './kept-state.ts'
import { listenJson } from './json-server.ts'
import type { JsonAnswer, JsonRequest } from './json-server.ts'

export { CITY as FLEETBASE_CITY } from './fleetbase/seed.ts'
export type { Levers as FleetbaseLevers, Order as FleetbaseOrder } from './fleetbase/model.ts'

/** Options of the stand-in; the defaults suit tests. */
export interface FleetbaseOptions {
  /** 0 (the default): any free port. */
  port?: number
  /** Default 127.0.0.1. Levers answer to this machine only, on any host. */
  host?: string
  /** Default `quiet`: only placed orders exist. */
  scenario?: ScenarioName
  /** Same seed, same world. */
  seed?: string
  /** Default `real`. */
  clock?: ClockChoice
  /** Start time of the clock, epoch ms. Default: now. */
  startAt?: number
  levers?: Partial<Levers>
  /** Keeps drivers and orders in this file, from which another start continues. */
  stateFile?: string
}

/** A stand-in for a Fleetbase server that runs in this process. */
export interface RunningFleetbase {
  /** `http://host:port`, without a trailing slash; also where its sockets are. */
  url: string
  port: number
  /** The operator's key. */
  key: string
  /** The key of an order's `meta` that says what the driver is paid. */
  payMetaKey: string
  world: World
  /** For whom the drivers drive; a new company has neither a time zone nor a currency. */
  company: Company
  openDriver(driver: Parameters<World['openDriver']>[0]): Driver
  /** Requests that arrived, but for those of levers, the oldest first. */
  requests: readonly { at: number; path: string; query: string }[]
  sockets(): number
  /** Advances a stepped clock by this many ms: everything due happens before it returns. */
  advance(ms: number): void
  stop(): Promise<void>
}

/** The most that a list may lag behind. */
const MAX_CACHE_MS = 300_000

/**
 * Starts a stand-in for Fleetbase, written from published source alone (docs/platforms/fleetbase.md). A taken
 * port rejects with an Error of code EADDRINUSE.
 */
export async function startFleetbase(options: FleetbaseOptions = {}): Promise<RunningFleetbase> {
  const { port = 0, host = '127.0.0.1', scenario = 'quiet', seed = 'fleetbase' } = options
  const clock = createClock(options.clock ?? 'real', options.startAt)
  const agenda = createAgenda(clock)
  const world = createWorld(seed, clock, agenda)
  Object.assign(world.levers, options.levers)
  const key = makeId('flb_live_', seed, 'operator')
  const signIns = createSignIns(world, seed, key)
  const { stateFile = null } = options
  const state = readState<FleetbaseState>(stateFile)
  if (state !== null) loadWorld(world, signIns, state)
  const company: Company = {
    id: makeId('company_', seed),
    name: 'Bayfront Couriers',
    timeZone: 'America/New_York',
    currency: 'USD',
    country: 'US',
    ownerTimeZone: 'America/New_York',
    createdAt: clock.now(),
  }
  const wire: WireDeps = { world, signIns, company }
  const answer = createAnswer(wire, () => agenda.catchUp())
  const requests: { at: number; path: string; query: string }[] = []
  const open = await listenJson({ name: 'fleetbase', host, port }, async (request) => {
    agenda.catchUp()
    const deps = { world, signIns, push: sockets, advance: (ms: number) => agenda.advance(ms) }
    const lever = await answerAdmin(deps, request)
    if (lever !== null) return lever
    requests.push({ at: clock.now(), path: request.path, query: String(request.query) })
    return await answer(request)
  })
  const sockets = openPush(open.server, world, agenda, seed)
  seedWorld(world, agenda, seed, { ...SCENARIOS[scenario], ...raceShareOf(options) })
  const kept = keepState(stateFile, () => dumpWorld(world, signIns))
  const { note } = world
  // Saved before the answer: an order that was confirmed survives any end of this process.
  world.note = (what, driverId, orderId) => {
    note(what, driverId, orderId)
    if (what === 'started' || what === 'signed_in') kept.save()
  }
  return {
    url: open.url,
    port: open.port,
    key,
    payMetaKey: PAY_KEY,
    world,
    company,
    openDriver: (driver) => world.openDriver(driver),
    requests,
    sockets: () => sockets.sockets(),
    advance: (ms) => agenda.advance(ms),
    async stop() {
      agenda.close()
      kept.close()
      sockets.drop()
      await Promise.all([sockets.close(), open.close()])
    },
  }
}

function raceShareOf({ levers }: FleetbaseOptions): { raceShare?: number } {
  return levers?.raceShare === undefined ? {} : { raceShare: levers.raceShare }
}

/** The wire behind its throttle, which counts before it asks who calls, and behind the cache of its lists. */
function createAnswer(wire: WireDeps, catchUp: () => void): (request: JsonRequest) => Promise<JsonAnswer> {
  const { world } = wire
  const throttle = createThrottle(() => world.clock.now())
  const lists = new Map<string, { at: number; answer: JsonAnswer }>()
  return async (request) => {
    const { levers, clock } = world
    if (levers.unavailable) return { status: 503, body: { errors: ['Service Unavailable'] } }
    const { isOver, limit, remaining } = throttle(
      request.address,
      levers.requestsPerMinute,
      levers.throttleMinutes,
    )
    // It does not say when it opens again.
    if (isOver) return { status: 429, body: { errors: ['Too many requests.'] } }
    const headers = { 'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(remaining) }
    const isList = request.method === 'GET' && request.path === '/v1/orders'
    if (isList) await world.listsFree()
    const place = `${request.bearer ?? ''} ${request.query}`
    const kept = isList ? lists.get(place) : undefined
    if (kept && clock.now() - kept.at < Math.min(MAX_CACHE_MS, levers.cacheMs))
      return { ...kept.answer, headers }
    const answer = await answerWire(wire, request)
    catchUp()
    if (isList && answer.status === 200) lists.set(place, { at: clock.now(), answer })
    return { ...answer, headers }
  }
}

/** A stand-in as it is written to a file. */
interface FleetbaseState {
  made: number
  drivers: Driver[]
  orders: Order[]
  signIns: KeptSignIns
}

/** Orders that have ended are kept for so long: longer than anybody reads back. */
const KEEP_MS = 6 * 3_600_000

/** What a later start needs. */
function dumpWorld(world: World, signIns: SignIns): FleetbaseState {
  const since = world.clock.now() - KEEP_MS
  const orders = [...world.orders.values()].filter(
    ({ status, createdAt }) => (status !== 'completed' && status !== 'canceled') || createdAt > since,
  )
  return { made: world.made, drivers: [...world.drivers.values()], orders, signIns: signIns.dump() }
}

/** Puts the state of an earlier start into an empty world; what was due meanwhile happens at once. */
function loadWorld(world: World, signIns: SignIns, state: FleetbaseState): void {
  world.made = state.made
  for (const driver of state.drivers) world.drivers.set(driver.id, driver)
  for (const order of state.orders) {
    world.orders.set(order.id, order)
    if (order.status === 'started') world.completeInTime(order)
  }
  signIns.load(state.signIns)
}

const MINUTE_MS = 60_000

/** What an address has left of its minute. */
interface Allowance {
  isOver: boolean
  limit: number
  remaining: number
}

/**
 * Counts the calls of each address by the minute that begins with its first call. Who calls makes no
 * difference: all drivers behind an address share it. A new limit begins a new minute.
 */
function createThrottle(now: () => number): (address: string, limit: number, minutes: number) => Allowance {
  const spent = new Map<string, { from: number; calls: number; limit: number }>()
  return (address, limit, minutes) => {
    const at = now()
    let minute = spent.get(address)
    if (minute === undefined || minute.limit !== limit || at - minute.from >= minutes * MINUTE_MS) {
      minute = { from: at, calls: 0, limit }
      spent.set(address, minute)
    }
    const isOver = minute.calls >= limit
    if (!isOver) minute.calls++
    return { isOver, limit, remaining: limit - minute.calls }
  }
}
