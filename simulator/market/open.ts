import { NO_FAULTS, SCENARIOS } from '../scenarios.ts'
import type { Faults, Scenario, ScenarioName } from '../scenarios.ts'
import { Refusal } from '../refusals.ts'
import type { Clock } from './clock.ts'
import { openCourierSupply } from './courier/supply.ts'
import { findSession, forgetRefreshTokens, putDriver } from './drivers.ts'
import type { JournalLine } from './journal-line.ts'
import type { Journal } from './journal.ts'
import { rules } from './rules.ts'
import { openPersonalSupply } from './personal.ts'
import { openQuota } from './quota.ts'
import { openSupply } from './supply.ts'
import type { Driver, Session, Block } from './types.ts'
import { advanceWorld, createWorld } from './world.ts'
import type { Happening, World } from './world.ts'
import { keepBlock } from './blocks.ts'

/** How long the market has been running when it opens, so that its lists are not empty. */
const PAST_MS = 10 * 60_000

/** A world with its clock; it can be replaced by a new one. */
export interface Market {
  /** The current world: everything due has happened. */
  readonly world: World
  readonly clock: Clock
  /** The calls on the world. */
  readonly rules: typeof rules
  /** Advances a stepped clock. */
  advance(ms: number): void
  /** Starts a new world: accounts, blocks, ledger and journal are deleted. */
  reset(scenario?: ScenarioName, seed?: string): void
  /** Sets the faults (omitted ones are off) and, if given, the search quota. */
  setFaults(faults: Partial<Faults>, quotaPerHour?: number): void
  /** Whether any fault is active. */
  hasFaults(): boolean
  /** The session of a token, or a refusal. */
  authenticate(accessToken: string | undefined): Session
  /** The driver with this id, or a refusal. */
  findDriver(driverId: string): Driver
  /** Calls back on every event; returns how to stop it. */
  watch(listener: (happening: Happening) => void): () => void
  /** Calls back whenever time has advanced or a call has changed something; returns how to stop it. */
  onMoved(listener: () => void): () => void
  /** Calls back when a new world has begun; returns how to stop it. */
  onReset(listener: () => void): () => void
  /** Schedules a wake-up at that time (epoch ms); returns how to cancel it. */
  wakeAt(at: number): () => void
  /** Stops the clock and closes the journal. */
  close(): void
}

/** Opens a market, with the state of its journal if there is one. */
export function openMarket(
  name: ScenarioName,
  seed: string | undefined,
  clock: Clock,
  journal: Journal,
): Market {
  const watchers = createListeners<[Happening]>()
  const movers = createListeners<[]>()
  const resetters = createListeners<[]>()
  const open = (scenario: Scenario, chosenSeed: string, past: readonly JournalLine[]) => {
    const opened = openWorld(scenario, chosenSeed, clock.now(), journal, past)
    opened.watch = (happening) => {
      watchers.tell(happening)
      // Changes by calls are announced like changes by time.
      movers.tellSoon()
    }
    return opened
  }
  let world = open(SCENARIOS[name], seed ?? SCENARIOS[name].seed, journal.past)
  const move = () => {
    const now = clock.now()
    if (now === world.now) return
    advanceWorld(world, now)
    movers.tell()
  }
  const eventScheduler = startEventScheduler(clock, () => world.queue.nextAt(), move)
  return {
    clock,
    rules,
    watch: watchers.add,
    onMoved: movers.add,
    onReset: resetters.add,
    wakeAt: eventScheduler.wakeAt,
    get world() {
      move()
      return world
    },
    hasFaults: () => world.faults !== NO_FAULTS,
    authenticate(accessToken) {
      move()
      return requireSession(world, accessToken)
    },
    findDriver: (driverId) => requireDriver(world, driverId),
    advance(ms) {
      clock.advance(ms)
      move()
    },
    reset(nextName, nextSeed) {
      const scenario = SCENARIOS[nextName ?? world.scenario.name]
      journal.clear()
      world = open(scenario, nextSeed ?? (nextName === undefined ? world.seed : scenario.seed), [])
      movers.tell()
      resetters.tell()
    },
    setFaults(faults, quotaPerHour) {
      const next = { ...NO_FAULTS, ...faults }
      world.faults = isFaulty(next) ? next : NO_FAULTS
      renewQuotas(world, quotaPerHour ?? world.scenario.quotaPerHour)
    },
    close() {
      eventScheduler.stop()
      journal.close()
    },
  }
}

/** A new budget applies at once: old buckets and locks are dropped. */
function renewQuotas(world: World, perHour: number): void {
  if (perHour === world.quotaPerHour) return
  world.quotaPerHour = perHour
  world.courier.quota = openQuota(perHour, world.now)
  for (const driver of world.drivers.values()) driver.quota = openQuota(perHour, world.now)
}

function requireSession(world: World, accessToken: string | undefined): Session {
  const session = accessToken === undefined ? undefined : findSession(world, accessToken)
  if (session === undefined) throw new Refusal('expired_token')
  return session
}

function requireDriver(world: World, driverId: string): Driver {
  const driver = world.drivers.get(driverId)
  if (driver === undefined) throw new Refusal('not_found')
  return driver
}

function openWorld(
  scenario: Scenario,
  seed: string,
  now: number,
  journal: Journal,
  past: readonly JournalLine[],
): World {
  const world = createWorld(scenario, seed, now - PAST_MS, journal)
  for (const line of past) restoreLine(world, line)
  openSupply(world)
  openPersonalSupply(world)
  openCourierSupply(world)
  advanceWorld(world, now)
  return world
}

function isFaulty(faults: Faults): boolean {
  return Object.values(faults).some((value) => value !== 0)
}

/** Advances a world with a clock that runs by itself. */
interface EventScheduler {
  /** Schedules a wake-up at that time (epoch ms); returns how to cancel it. */
  wakeAt(at: number): () => void
  stop(): void
}

/** Minimum wake-up rate, so that viewers see time pass. */
const LONGEST_MS = 250
/** Events closer together than this are executed together. */
const SHORTEST_MS = 4

/** Starts calling `move` whenever something is due; on a stepped clock it never does. */
function startEventScheduler(clock: Clock, nextAt: () => number, move: () => void): EventScheduler {
  const wakes = new Set<{ at: number }>()
  let timer: NodeJS.Timeout | undefined
  const plan = () => {
    let at = nextAt()
    for (const wake of wakes) at = Math.min(at, wake.at)
    const delayMs = (at - clock.now()) / clock.factor
    timer = setTimeout(run, Math.min(LONGEST_MS, Math.max(SHORTEST_MS, delayMs)))
  }
  const run = () => {
    move()
    plan()
  }
  if (clock.kind !== 'stepped') plan()
  return {
    wakeAt(at) {
      const wake = { at }
      wakes.add(wake)
      return () => wakes.delete(wake)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Listeners of an event. */
interface Listeners<Event extends unknown[]> {
  /** Adds one; returns how to remove it. */
  add(listener: (...event: Event) => void): () => void
  tell(...event: Event): void
  /** Notifies once after the current call, however often it is called meanwhile. */
  tellSoon(...event: Event): void
}

/** No listeners yet. */
function createListeners<Event extends unknown[]>(): Listeners<Event> {
  const listeners = new Set<(...event: Event) => void>()
  let soon = false
  const tell = (...event: Event) => {
    soon = false
    for (const listener of listeners) listener(...event)
  }
  return {
    add(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell,
    tellSoon(...event) {
      if (soon) return
      soon = true
      queueMicrotask(() => {
        if (soon) tell(...event)
      })
    },
  }
}

/** Replays one line of the journal into a new world. */
function restoreLine(world: World, line: JournalLine): void {
  if ('driver' in line) {
    putDriver(world, line.driver)
    return
  }
  if ('entry' in line) {
    world.ledger.restore(line.entry)
    if (line.block !== undefined) restoreBlock(world, line.block)
    return
  }
  const driver = world.drivers.get(line.driverId)
  if (driver === undefined) return
  if ('refreshToken' in line) world.refreshTokens.set(line.refreshToken, line.driverId)
  else if ('signedOut' in line) forgetRefreshTokens(world, line.driverId)
  else if ('instant' in line) driver.instant = line.instant
  else driver.location = line.location
}

function restoreBlock(world: World, block: Block): void {
  const known = world.blocks.get(block.blockId)
  const driver = world.drivers.get(block.driverId)
  if (known !== undefined) Object.assign(known, block)
  else if (driver !== undefined) keepBlock(world, driver, block)
}
