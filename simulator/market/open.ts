import { NO_FAULTS, SCENARIOS } from '../scenarios.ts'
import type { Faults, Scenario, ScenarioName } from '../scenarios.ts'
import { Refusal } from '../refusals.ts'
import { keepBlock } from './blocks.ts'
import type { Clock } from './clock.ts'
import { findSession, putDriver } from './drivers.ts'
import type { Journal, JournalLine } from './journal.ts'
import { startPump } from './pump.ts'
import { rules } from './rules.ts'
import { openPersonalSupply } from './personal.ts'
import { openStream } from './random.ts'
import type { Random } from './random.ts'
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
  /** The dice of faults that belong to no driver. */
  readonly faultDice: Random
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
  const watchers = new Set<(happening: Happening) => void>()
  const movers = new Set<() => void>()
  const resetters = new Set<() => void>()
  let telling = false
  const tell = () => {
    telling = false
    movers.forEach((mover) => mover())
  }
  const open = (scenario: Scenario, chosenSeed: string, past: readonly JournalLine[]) => {
    const opened = openWorld(scenario, chosenSeed, clock.now(), journal, past)
    opened.watch = (happening) => {
      watchers.forEach((watcher) => watcher(happening))
      // What a call changes is told like what time changes, once the call is through.
      if (!telling) queueMicrotask(tell)
      telling = true
    }
    return opened
  }
  let world = open(SCENARIOS[name], seed ?? SCENARIOS[name].seed, journal.past)
  let faultDice = openStream(world.seed, 'faults')
  let faulty = isFaulty(world.faults)
  const move = () => {
    const now = clock.now()
    if (now === world.now) return
    advanceWorld(world, now)
    tell()
  }
  const pump = startPump(clock, () => world.queue.nextAt(), move)
  return {
    clock,
    rules,
    wakeAt: pump.wakeAt,
    close() {
      pump.stop()
      journal.close()
    },
    get world() {
      move()
      return world
    },
    get faultDice() {
      return faultDice
    },
    advance(ms) {
      clock.advance(ms)
      move()
    },
    reset(nextName, nextSeed) {
      const scenario = SCENARIOS[nextName ?? world.scenario.name]
      journal.clear()
      world = open(scenario, nextSeed ?? (nextName === undefined ? world.seed : scenario.seed), [])
      faultDice = openStream(world.seed, 'faults')
      faulty = isFaulty(world.faults)
      tell()
      resetters.forEach((resetter) => resetter())
    },
    setFaults(faults, quotaPerHour) {
      world.faults = { ...NO_FAULTS, ...faults }
      faulty = isFaulty(world.faults)
      const perHour = quotaPerHour ?? world.scenario.quotaPerHour
      if (perHour === world.quotaPerHour) return
      world.quotaPerHour = perHour
      // A new budget counts at once: nobody waits for an old bucket or lock.
      for (const driver of world.drivers.values()) {
        driver.quota.lockedUntil = 0
        driver.quota.tokens = Number.POSITIVE_INFINITY
      }
    },
    hasFaults: () => faulty,
    authenticate(accessToken) {
      move()
      const session = accessToken === undefined ? undefined : findSession(world, accessToken)
      if (session === undefined) throw new Refusal('expired_token')
      return session
    },
    findDriver(driverId) {
      const driver = world.drivers.get(driverId)
      if (driver === undefined) throw new Refusal('not_found')
      return driver
    },
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    onMoved(listener) {
      movers.add(listener)
      return () => movers.delete(listener)
    },
    onReset(listener) {
      resetters.add(listener)
      return () => resetters.delete(listener)
    },
  }
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
  else if ('instant' in line) driver.instant = line.instant
  else driver.location = line.location
}

function restoreBlock(
  world: World,
  block: NonNullable<Extract<JournalLine, { entry: unknown }>['block']>,
): void {
  const known = world.blocks.get(block.blockId)
  const driver = world.drivers.get(block.driverId)
  if (known !== undefined) Object.assign(known, block)
  else if (driver !== undefined) keepBlock(world, driver, block)
}

function isFaulty(faults: Faults): boolean {
  return Object.values(faults).some((value) => value !== 0)
}
