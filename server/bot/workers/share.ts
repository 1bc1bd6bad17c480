import { SECOND_MS } from '@madruga/core/time.ts'
import type { Beat, Turn } from '../store/workers.ts'

/** A worker that has room keeps bots beyond its share, up to this part of it: moving them costs polls. */
const TOLERANCE = 0.03

/**
 * How many bots a worker should hold: all bots at work, spread by the capacities of the living workers, and
 * never more than its own.
 */
export function shareOf(
  capacity: number,
  held: number,
  told: Pick<Beat, 'othersCapacity' | 'othersHeld' | 'waiting'>,
): number {
  const wanted = held + told.othersHeld + told.waiting
  const total = capacity + told.othersCapacity
  return total === 0 ? 0 : Math.min(capacity, Math.ceil((wanted * capacity) / total))
}

/**
 * How many bots a worker gives back now: what it holds beyond its share, if others have room for it, and not
 * more at once than they start in the second until the next beat.
 */
export function excessOf(
  { share, capacity }: { share: number; capacity: number },
  held: number,
  { othersCapacity, othersHeld }: Pick<Beat, 'othersCapacity' | 'othersHeld'>,
  startsPerSecond: number,
): number {
  const excess = held - share
  if (excess <= Math.min(share * TOLERANCE, capacity - share)) return 0
  return Math.max(0, Math.min(excess, othersCapacity - othersHeld, startsPerSecond))
}

/** In about how many ms a bot's turn to start comes, in whole seconds; null = no worker has room for it. */
export function turnInMs({ ahead, room, startsPerSecond }: Turn): number | null {
  return ahead >= room ? null : Math.ceil(ahead / Math.max(1, startsPerSecond)) * SECOND_MS
}
