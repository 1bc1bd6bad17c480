import { createClock } from '../market.ts'
import type { ClockChoice } from '../market.ts'
import { createAgenda } from './agenda.ts'
import { createHandler } from './coopcycle/http.ts'
import { createLevers } from './coopcycle/levers.ts'
import type { Levers } from './coopcycle/levers.ts'
import { DEMO_CROWD, openCrowd, openSchedule } from './coopcycle/rivals.ts'
import type { Settings, Courier, Entry, Shift, World } from './coopcycle/model.ts'
import { createWorld, openCourier } from './coopcycle/world.ts'
import type { NewCourier } from './coopcycle/world.ts'
import { keepState, readState } from './kept-state.ts'
import { openPort } from './open-port.ts'

/** Options of a stand-in; the defaults suit tests. */
export interface CoopCycleOptions {
  /** 0 (the default): any free port. */
  port?: number
  /** Default 127.0.0.1. Levers answer to this machine alone, on any host. */
  host?: string
  /** `quiet` (the default): only placed shifts exist. `demo`: a schedule, and other couriers who compete. */
  scenario?: 'quiet' | 'demo'
  seed?: string
  /** Default `real`. */
  clock?: ClockChoice
  /** Start time of the clock, epoch ms. Default: now. */
  startAt?: number
  /** Couriers who can sign in from the start. */
  couriers?: NewCourier[]
  settings?: Partial<Settings>
  /** Keeps couriers and shifts in this file, from which another start continues. */
  stateFile?: string
}

/** A stand-in that runs in this process. */
export interface RunningCoopCycle {
  /** `http://host:port`, without a trailing slash. */
  url: string
  port: number
  levers: Levers
  stop(): Promise<void>
}

const SETTINGS: Settings = {
  brandName: 'Bicicoop',
  latlng: '48.856613,2.352222',
  currencyCode: 'EUR',
  timeZone: 'Europe/Paris',
  locale: 'fr',
  tokenSeconds: 3_600,
}

/**
 * Starts a stand-in of CoopCycle's open shifts, written from its published source. A taken port rejects with
 * an Error of code EADDRINUSE.
 */
export async function startCoopCycle(options: CoopCycleOptions = {}): Promise<RunningCoopCycle> {
  const { port = 0, host = '127.0.0.1', seed = 'coopcycle', clock: choice = 'real' } = options
  const clock = createClock(choice, options.startAt)
  const agenda = createAgenda(clock)
  const world = createWorld(seed, clock, { ...SETTINGS, ...options.settings })
  const { stateFile = null } = options
  const state = readState<CoopCycleState>(stateFile)
  if (state !== null) loadWorld(world, state)
  const levers = createLevers(world, agenda)
  for (const courier of options.couriers ?? []) openCourier(world, courier)
  const open = await openPort({ name: 'coopcycle', host, port }, createHandler(world, levers))
  if (options.scenario === 'demo') {
    openCrowd(world, agenda, DEMO_CROWD)
    openSchedule(world, agenda)
  }
  const kept = keepState(stateFile, () => dumpWorld(world))
  // Saved before the answer: a shift that was confirmed survives any end of this process.
  world.onRecord = ({ action, shiftId }) => {
    if (shiftId !== undefined || action === 'sign_in' || action === 'refresh') kept.save()
  }
  return {
    url: open.url,
    port: open.port,
    levers,
    async stop() {
      agenda.close()
      kept.close()
      await open.close()
    },
  }
}

type KeptEntry = Omit<Entry, 'courier'> & { username: string }

/** An instance as it is written to a file. Tokens are signed, and need not be kept. */
interface CoopCycleState {
  given: number
  published: string[]
  couriers: (Omit<Courier, 'skills'> & { skills: string[] })[]
  shifts: (Omit<Shift, 'assignments' | 'waitlist'> & { assignments: KeptEntry[]; waitlist: KeptEntry[] })[]
}

/** Shifts are kept for so long after their end: longer than anybody reads back. */
const KEEP_MS = 10 * 86_400_000

/** What a later start needs. */
function dumpWorld(world: World): CoopCycleState {
  const since = world.clock.now() - KEEP_MS
  return {
    given: world.given,
    published: [...world.published],
    couriers: Array.from(world.couriers.values(), (one) => ({ ...one, skills: [...one.skills] })),
    shifts: [...world.shifts.values()]
      .filter(({ endsAt }) => endsAt > since)
      .map((shift) => ({
        ...shift,
        assignments: shift.assignments.map(writeEntry),
        waitlist: shift.waitlist.map(writeEntry),
      })),
  }
}

function writeEntry({ courier, ...entry }: Entry): KeptEntry {
  return { ...entry, username: courier.username }
}

/** Puts the state of an earlier start into an empty world. */
function loadWorld(world: World, state: CoopCycleState): void {
  world.given = state.given
  for (const monday of state.published) world.published.add(monday)
  for (const one of state.couriers)
    world.couriers.set(one.username, { ...one, enabled: one.enabled ?? true, skills: new Set(one.skills) })
  const read = ({ username, ...entry }: KeptEntry): Entry[] => {
    const courier = world.couriers.get(username)
    return courier === undefined ? [] : [{ ...entry, courier }]
  }
  for (const shift of state.shifts)
    world.shifts.set(shift.id, {
      ...shift,
      assignments: shift.assignments.flatMap(read),
      waitlist: shift.waitlist.flatMap(read),
    })
}
