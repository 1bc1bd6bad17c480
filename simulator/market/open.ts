import { NO_FAULTS, SCENARIOS } from '../scenarios.ts'
import type { Faults, Scenario, ScenarioName } from '../scenarios.ts'
import { Refusal } from '../refusals.ts'
import type { Clock } from './clock.ts'
import { findSession } from './drivers.ts'
import type { Journal, JournalLine } from './journal.ts'
import { startEventScheduler } from './event-scheduler.ts'
import { rules } from './rules.ts'
import { createListeners } from './listeners.ts'
import { openPersonalSupply } from './personal.ts'
import { openQuota } from './quota.ts'
import { restoreLine } from './restore.ts'
import { openSupply } from './supply.ts'
import type { Driver, Session } from './types.ts'
import { advanceWorld, createWorld } from './world.ts'
import type { Happening, World } from './world.ts'

/** The market has been going for so long when it opens, so that its lists are not empty. */
const PAST_MS = 10 * 60_000

/** A world that goes with a clock, and can be exchanged for a new one. */
export interface Market {
  /** The world of this moment: everything due has happened. */
  readonly world: World
  readonly clock: Clock
  /** What may be asked of the world. */
  readonly rules: typeof rules
  /** Moves a stepped clock. */
  advance(ms: number): void
  /** Starts a new world: accounts, blocks, ledger and journal are gone. */
  reset(scenario?: ScenarioName, seed?: string): void
  /** Sets the faults (what is not named is off) and, where given, the search quota. */
  setFaults(faults: Partial<Faults>, quotaPerHour?: number): void
  /** Whether answers may go wrong now. */
  hasFaults(): boolean
  /** The sign-in behind a token, or the refusal. */
  authenticate(accessToken: string | undefined): Session
  /** The driver with this id, or the refusal. */
  findDriver(driverId: string): Driver
  /** Calls back on everything that happens; answers how to stop it. */
  watch(listener: (happening: Happening) => void): () => void
  /** Calls back whenever time has moved or a call has changed something; answers how to stop it. */
  onMoved(listener: () => void): () => void
  /** Calls back when a new world has begun; answers how to stop it. */
  onReset(listener: () => void): () => void
  /** Sees to it that time is looked at again at that moment (epoch ms); answers how to call that off. */
  wakeAt(at: number): () => void
  /** Stops the clock and closes the journal. */
  close(): void
}

/** Opens a market whose state was written to the journal, if it was. */
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
      // What a call changes is told like what time changes.
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

/** A new budget counts at once: nobody waits for an old bucket or lock. */
function renewQuotas(world: World, perHour: number): void {
  if (perHour === world.quotaPerHour) return
  world.quotaPerHour = perHour
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
  advanceWorld(world, now)
  return world
}

function isFaulty(faults: Faults): boolean {
  return Object.values(faults).some((value) => value !== 0)
}
