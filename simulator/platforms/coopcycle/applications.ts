import type { Courier, Entry, Shift, World } from './model.ts'
import { hasFree, isOf, isPublished, record } from './world.ts'

/** A refusal in the platform's words. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, description: string) {
    super(description)
    this.name = 'Refused'
    this.status = status
  }
}

/** The shift of that id. */
export function findShift(world: World, id: string): Shift {
  const shift = world.shifts.get(Number(id))
  if (shift === undefined) throw new Refused(404, 'Not Found')
  return shift
}

/**
 * A courier applies: a free place is theirs, a full shift means its wait list. Nothing comes between reading
 * the places and writing the entry: two couriers never get the last place.
 */
export function apply(world: World, shift: Shift, courier: Courier): 'assigned' | 'waitlisted' {
  if (!isPublished(world, shift)) throw new Refused(400, 'The schedule for this week is not published yet')
  const missing = shift.requiredSkills.filter((skill) => !courier.skills.has(skill))
  if (missing.length > 0) throw new Refused(400, `Missing required skill(s): ${missing.join(', ')}`)
  if ([...shift.assignments, ...shift.waitlist].some(isOf(courier))) {
    throw world.faults.doubleIs500
      ? new Refused(500, 'Internal Server Error')
      : new Refused(400, 'Already applied to this shift')
  }
  const isFree = hasFree(shift)
  const entries = isFree ? shift.assignments : shift.waitlist
  entries.push(makeEntry(world, courier))
  return isFree ? 'assigned' : 'waitlisted'
}

/** A courier leaves the wait list, or gives a place back, which the first of the wait list gets. */
export function unapply(world: World, shift: Shift, courier: Courier): void {
  if (remove(shift.waitlist, courier)) return
  if (!remove(shift.assignments, courier)) throw new Refused(400, 'Not applied to this shift')
  const next = takeNext(shift)
  if (next !== undefined) {
    shift.assignments.push(makeEntry(world, next.courier))
    record(world, { username: next.courier.username, action: 'promoted', shiftId: shift.id, status: 200 })
  } else if (isPublished(world, shift)) world.onFree(shift)
}

/**
 * Who is promoted: the first by the second of the application. Of those with the same second the database
 * gives any, here the last one.
 */
function takeNext({ waitlist }: Shift): Entry | undefined {
  const first = Math.min(...waitlist.map(secondOf))
  const at = waitlist.findLastIndex((entry) => secondOf(entry) === first)
  return at < 0 ? undefined : waitlist.splice(at, 1)[0]
}

function secondOf({ createdAt }: Entry): number {
  return Math.floor(createdAt / 1_000)
}

/** Puts a courier into a shift as a dispatcher does, whether its week is published or not. */
export function assign(world: World, shift: Shift, courier: Courier): void {
  shift.assignments.push(makeEntry(world, courier))
}

function makeEntry(world: World, courier: Courier): Entry {
  return { id: ++world.given, courier, createdAt: world.clock.now() }
}

function remove(entries: Entry[], courier: Courier): boolean {
  const at = entries.findIndex(isOf(courier))
  if (at < 0) return false
  entries.splice(at, 1)
  return true
}
