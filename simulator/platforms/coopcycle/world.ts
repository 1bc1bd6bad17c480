import type { Clock } from '../../market.ts'
import { NO_FAULTS } from './model.ts'
import type { Courier, Entry, LedgerEntry, Settings, Shift, World } from './model.ts'
import { weekOf } from './time.ts'

/** An instance without couriers and shifts. */
export function createWorld(seed: string, clock: Clock, settings: Settings): World {
  return {
    seed,
    clock,
    settings,
    couriers: new Map(),
    shifts: new Map(),
    published: new Set(),
    ledger: [],
    faults: NO_FAULTS,
    given: 0,
    written: 0,
    onRecord: () => {},
    onFree: () => {},
  }
}

export interface NewCourier {
  username: string
  password: string
  email?: string | undefined
  skills?: string[] | undefined
  roles?: string[] | undefined
  enabled?: boolean | undefined
}

/** Registers a courier; the same user name again replaces password, roles and skills, and ends no token. */
export function openCourier(world: World, wanted: NewCourier): Courier {
  const { username, password } = wanted
  const known = world.couriers.get(username)
  const courier: Courier = {
    id: known?.id ?? ++world.given,
    username,
    email: wanted.email ?? `${username}@example.org`,
    password,
    roles: wanted.roles ?? ['ROLE_COURIER', 'ROLE_USER'],
    skills: new Set(wanted.skills),
    enabled: wanted.enabled ?? true,
    endedTokens: known?.endedTokens ?? 0,
    endedRefreshTokens: known?.endedRefreshTokens ?? 0,
  }
  world.couriers.set(username, courier)
  return courier
}

export interface NewShift {
  startsAt: number
  endsAt: number
  slots?: number | undefined
  activity?: string | undefined
  breakMinutes?: number | undefined
  comment?: string | undefined
  requiredSkills?: string[] | undefined
}

/** Plans a shift; couriers see it once its week is published. */
export function planShift(world: World, wanted: NewShift): Shift {
  const shift: Shift = {
    id: ++world.given,
    activity: wanted.activity ?? 'delivery',
    startsAt: wanted.startsAt,
    endsAt: wanted.endsAt,
    slots: wanted.slots ?? 1,
    breakMinutes: wanted.breakMinutes ?? 0,
    comment: wanted.comment ?? null,
    requiredSkills: wanted.requiredSkills ?? [],
    assignments: [],
    waitlist: [],
  }
  world.shifts.set(shift.id, shift)
  if (isPublished(world, shift)) world.onFree(shift)
  return shift
}

/** Publishes the week of that Monday (`2026-06-29`): from now on couriers see its shifts. */
export function publishWeek(world: World, monday: string): void {
  if (world.published.has(monday)) return
  world.published.add(monday)
  for (const shift of world.shifts.values()) {
    if (weekOf(shift.startsAt, world.settings.timeZone) === monday && hasFree(shift)) world.onFree(shift)
  }
}

export function isPublished({ published, settings }: World, shift: Shift): boolean {
  return published.has(weekOf(shift.startsAt, settings.timeZone))
}

export function hasFree({ assignments, slots }: Shift): boolean {
  return assignments.length < slots
}

/** Whose entry it is. */
export function isOf(courier: Courier): (entry: Entry) => boolean {
  return (entry) => entry.courier.username === courier.username
}

/** Lists and sign-ins beyond this number are dropped, the oldest first; applications stay. */
const PASSING_LIMIT = 50_000

/** Writes one line of the ledger. */
export function record(world: World, line: Omit<LedgerEntry, 'seq' | 'at'>): void {
  const entry = { seq: ++world.written, at: world.clock.now(), ...line }
  world.ledger.push(entry)
  world.onRecord(entry)
  if (world.written % PASSING_LIMIT !== 0) return
  const oldest = world.written - PASSING_LIMIT
  world.ledger = world.ledger.filter(({ seq, shiftId }) => seq > oldest || shiftId !== undefined)
}
