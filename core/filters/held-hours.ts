import { localDay, weekOfDay } from '../schedule.ts'
import type { ZoneOffsets } from '../schedule.ts'
import { DAY_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import type { HeldSpan } from './model.ts'

/** Time held on the local day of a timestamp. A block counts fully on the day on which it starts. */
export function heldOnDayMs(zone: ZoneOffsets, held: readonly HeldSpan[], at: Timestamp): number {
  const day = localDay(zone, at)
  let sum = 0
  for (let i = 0; i < held.length; i++) {
    const span = held[i]!
    // No local day is as long as two, so most spans need no calendar arithmetic.
    const near = Math.abs(span.startAt - at) < 2 * DAY_MS
    if (near && localDay(zone, span.startAt) === day) sum += span.endAt - span.startAt
  }
  return sum
}

/** Time held in the local ISO week (Monday to Sunday) of a timestamp. */
export function heldInWeekMs(zone: ZoneOffsets, held: readonly HeldSpan[], at: Timestamp): number {
  const week = weekOfDay(localDay(zone, at))
  let sum = 0
  for (let i = 0; i < held.length; i++) {
    const span = held[i]!
    if (weekOfDay(localDay(zone, span.startAt)) === week) sum += span.endAt - span.startAt
  }
  return sum
}
