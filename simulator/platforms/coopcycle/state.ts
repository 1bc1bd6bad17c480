import type { Courier, Entry, Shift, World } from './model.ts'

type KeptEntry = Omit<Entry, 'courier'> & { username: string }

/** An instance as it is written to a file. Tokens are signed, and need not be kept. */
export interface CoopCycleState {
  given: number
  published: string[]
  couriers: (Omit<Courier, 'skills'> & { skills: string[] })[]
  shifts: (Omit<Shift, 'assignments' | 'waitlist'> & { assignments: KeptEntry[]; waitlist: KeptEntry[] })[]
}

/** Shifts are kept for so long after their end: longer than anybody reads back. */
const KEEP_MS = 10 * 86_400_000

/** What a later start needs. */
export function dumpWorld(world: World): CoopCycleState {
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
export function loadWorld(world: World, state: CoopCycleState): void {
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
