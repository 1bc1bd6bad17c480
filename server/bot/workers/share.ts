import { SECOND_MS } from '@madruga/core/time.ts'
import type { Beat, Turn } from '../store/workers.ts'

/** What one worker has room for. */
export type WorkerLimits = { capacity: number; startsPerSecond: number }

/** A worker that has room keeps bots beyond its share, up to this part of it: moving them costs polls. */
const TOLERANCE = 0.03

/**
 * How many bots a worker should hold: all bots at work, spread by the capacities of the living workers, and
 * never more than its own.
 */
export function shareOf(
  capacity: number,
  size: number,
  others: Pick<Beat, 'othersCapacity' | 'othersHeld' | 'waiting'>,
): number {
  const demand = size + others.othersHeld + others.waiting
  const total = capacity + others.othersCapacity
  return total === 0 ? 0 : Math.min(capacity, Math.ceil((demand * capacity) / total))
}

/** What a process that is late still starts of its usual number. */
const LATE_SHARE = 0.05

/** How many bots a worker has room for now: one that is late takes few more, since its own come first. */
export function roomOf({ capacity, startsPerSecond }: WorkerLimits, size: number, isLate: boolean): number {
  return isLate ? Math.min(capacity, size + Math.ceil(startsPerSecond * LATE_SHARE)) : capacity
}

/** Bots that may begin to wait between two beats and are claimed at once; a beat evens out who took them. */
const UNSEEN = 10

/**
 * How many bots a worker may hold by a beat: its fair share of those that are known, and of a few more. One
 * that is late takes few more and gives back none for that: the next worker would prepare them once more.
 */
export function planShare(
  limits: WorkerLimits,
  size: number,
  isLate: boolean,
  others: Pick<Beat, 'othersCapacity' | 'othersHeld' | 'waiting'>,
): { fair: number; roomy: number; excess: number } {
  const { capacity, startsPerSecond } = limits
  const most = roomOf(limits, size, isLate)
  const share = shareOf(capacity, size, others)
  const roomy = shareOf(capacity, size, { ...others, waiting: others.waiting + UNSEEN })
  const excess = excessOf({ share, capacity }, size, others, startsPerSecond)
  return { fair: Math.min(most, share), roomy: Math.min(most, roomy), excess }
}

/**
 * How many bots a worker gives back now: what it holds beyond its share, if others have room for it, and not
 * more at once than they start in the second until the next beat. Those that wait already come first.
 */
export function excessOf(
  { share, capacity }: { share: number; capacity: number },
  size: number,
  { othersCapacity, othersHeld, waiting }: Pick<Beat, 'othersCapacity' | 'othersHeld' | 'waiting'>,
  startsPerSecond: number,
): number {
  const excess = size - share
  if (excess <= Math.min(share * TOLERANCE, capacity - share)) return 0
  return Math.max(0, Math.min(excess, othersCapacity - othersHeld, startsPerSecond - waiting))
}

/** In about how many ms a bot's turn to start comes, in whole seconds; null = no worker has room for it. */
export function turnInMs({ ahead, room, startsPerSecond }: Turn): number | null {
  return ahead >= room ? null : Math.ceil(ahead / Math.max(1, startsPerSecond)) * SECOND_MS
}
