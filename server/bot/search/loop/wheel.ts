import type { Clock } from '../../../kit/clock.ts'

/** Slots of a millisecond; a turn further ahead goes round. */
const SLOTS = 1_024
/**
 * Turns are fired in batches this far apart: half the wake-ups of single milliseconds for a mean wait of one
 * (bench/results.md).
 */
const GRAIN_MS = 2

/**
 * Something that is due at a time of the monotonic clock. Wheels link turns into lists: one turn, one wheel.
 */
export type Turn = {
  dueMs: number
  fire(): void
  /** The wheel's own. */
  slot: number
  next: Turn | null
  previous: Turn | null
}

/** One timer for any number of turns. */
export type Wheel = {
  /** Puts the turn in for its `dueMs`; a turn that is in is moved. */
  add(turn: Turn): void
  remove(turn: Turn): void
  close(): void
}

/** `now` is monotonic, in ms; turns are fired from it on, never early and at most `GRAIN_MS` late. */
export function createWheel(clock: Clock, now: () => number): Wheel {
  const slots: (Turn | null)[] = Array.from({ length: SLOTS }, () => null)
  let passed = Math.floor(now())
  let size = 0
  let wakeAt = Number.POSITIVE_INFINITY
  let cancel: (() => void) | null = null
  let turning = false
  let closed = false

  function remove(turn: Turn): void {
    if (unlink(slots, turn)) size--
  }

  function add(turn: Turn): void {
    remove(turn)
    if (closed) return
    const tick = Math.max(Math.ceil(turn.dueMs / GRAIN_MS) * GRAIN_MS, passed + 1)
    const slot = tick % SLOTS
    const first = slots[slot] ?? null
    turn.slot = slot
    turn.next = first
    if (first !== null) first.previous = turn
    slots[slot] = turn
    size++
    if (tick < wakeAt && !turning) wake(tick)
  }

  function wake(tick: number): void {
    cancel?.()
    wakeAt = tick
    cancel = clock.after(Math.max(1, Math.ceil(tick - now())), revolve)
  }

  /** Fires what is due, then sleeps until the next slot that holds anything. */
  function revolve(): void {
    cancel = null
    wakeAt = Number.POSITIVE_INFINITY
    turning = true
    const today = Math.floor(now())
    // After a long pause every slot is looked at once, not once for each millisecond that was missed.
    let tick = Math.max(passed + 1, today - SLOTS + 1)
    passed = Math.max(passed, today)
    for (; tick <= today; tick++) fireSlot(tick % SLOTS, today)
    turning = false
    sleep()
  }

  function fireSlot(slot: number, today: number): void {
    const due = listDue(slots[slot] ?? null, today)
    if (due === null) return
    for (const turn of due) {
      // A turn that fired before may have removed or moved this one.
      if (turn.slot !== slot || Math.ceil(turn.dueMs) > today) continue
      remove(turn)
      turn.fire()
    }
  }

  function sleep(): void {
    if (size === 0 || closed) return
    const tick = findTaken(slots, passed)
    if (tick !== null) wake(tick)
  }

  return {
    add,
    remove,
    close() {
      closed = true
      cancel?.()
      cancel = null
      slots.fill(null)
      size = 0
    },
  }
}

/** Takes a turn out of its slot's list; false when it is in none. */
function unlink(slots: (Turn | null)[], turn: Turn): boolean {
  if (turn.slot < 0) return false
  if (turn.previous !== null) turn.previous.next = turn.next
  else slots[turn.slot] = turn.next
  if (turn.next !== null) turn.next.previous = turn.previous
  turn.slot = -1
  turn.next = null
  turn.previous = null
  return true
}

/** The turns of a slot's list that are due by `today`; null when none is. */
function listDue(first: Turn | null, today: number): Turn[] | null {
  let due: Turn[] | null = null
  for (let turn = first; turn !== null; turn = turn.next) {
    if (Math.ceil(turn.dueMs) <= today) (due ??= []).push(turn)
  }
  return due
}

/** The first tick after `passed` whose slot holds a turn; null when all slots are empty. */
function findTaken(slots: readonly (Turn | null)[], passed: number): number | null {
  for (let tick = passed + 1; tick <= passed + SLOTS; tick++) if (slots[tick % SLOTS] !== null) return tick
  return null
}
