import { localDay, weekOfDay, weekStart } from '../schedule.ts'
import type { ZoneOffsets } from '../schedule.ts'
import { DAY_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import type { HeldSpan } from './model.ts'

/** Limits of work and rest, a driver's own or a house's. */
export type HoursLimits = {
  /** null = unused. */
  maxDayMs: number | null
  maxWeekMs: number | null
  /** 0 = unused. */
  restMs: number
  maxDaysInARow: number
  weekRestMs: number
}

type Span = Pick<HeldSpan, 'startAt' | 'endAt'>

/** Whether a block keeps limits of work and rest on top of what is held. Allocates nothing. */
export function fitsHours(
  limits: HoursLimits,
  zone: ZoneOffsets,
  held: readonly HeldSpan[],
  block: Span,
): boolean {
  const { maxDayMs, maxWeekMs, restMs, maxDaysInARow, weekRestMs } = limits
  const spanMs = block.endAt - block.startAt
  if (maxDayMs !== null && !(heldOnDayMs(zone, held, block.startAt) + spanMs <= maxDayMs)) return false
  if (maxWeekMs !== null && !(heldInWeekMs(zone, held, block.startAt) + spanMs <= maxWeekMs)) return false
  if (restMs > 0 && !(restBetweenDaysMs(zone, held, block) >= restMs)) return false
  if (maxDaysInARow > 0 && countDaysInARow(zone, held, block.startAt) > maxDaysInARow) return false
  return !(weekRestMs > 0) || restInWeekMs(zone, held, block) >= weekRestMs
}

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

/** The shortest time between a block and one held on another local day; Infinity without any. */
export function restBetweenDaysMs(zone: ZoneOffsets, held: readonly HeldSpan[], block: Span): number {
  const day = localDay(zone, block.startAt)
  let shortest = Number.POSITIVE_INFINITY
  for (let i = 0; i < held.length; i++) {
    const span = held[i]!
    const freeMs = span.startAt >= block.endAt ? span.startAt - block.endAt : block.startAt - span.endAt
    if (freeMs < shortest && localDay(zone, span.startAt) !== day) shortest = Math.max(0, freeMs)
  }
  return shortest
}

/** Local days without a break on which a block starts, around that of a timestamp, which counts. */
export function countDaysInARow(zone: ZoneOffsets, held: readonly HeldSpan[], at: Timestamp): number {
  const day = localDay(zone, at)
  let first = day
  let last = day
  while (isWorked(zone, held, first - 1)) first--
  while (isWorked(zone, held, last + 1)) last++
  return last - first + 1
}

function isWorked(zone: ZoneOffsets, held: readonly HeldSpan[], day: number): boolean {
  for (let i = 0; i < held.length; i++) if (localDay(zone, held[i]!.startAt) === day) return true
  return false
}

/**
 * The longest time free at one stretch in the local ISO week of a block, together with what is held; of a
 * block over the end of a week, the shorter of both. A stretch over the end of a week counts in each for its
 * part in it.
 */
export function restInWeekMs(zone: ZoneOffsets, held: readonly HeldSpan[], block: Span): number {
  const first = weekOfDay(localDay(zone, block.startAt))
  const last = weekOfDay(localDay(zone, block.endAt - 1))
  let shortest = longestFreeMs(held, block, weekStart(zone, first), weekStart(zone, first + 1))
  for (let week = first + 1; week <= last; week++)
    shortest = Math.min(
      shortest,
      longestFreeMs(held, block, weekStart(zone, week), weekStart(zone, week + 1)),
    )
  return shortest
}

/** A free stretch begins with the week or with the end of a block. */
function longestFreeMs(held: readonly HeldSpan[], block: Span, from: Timestamp, to: Timestamp): number {
  let longest = Math.max(freeMsFrom(held, block, from, to), freeMsFrom(held, block, block.endAt, to))
  for (let i = 0; i < held.length; i++) {
    const { endAt } = held[i]!
    if (endAt > from) longest = Math.max(longest, freeMsFrom(held, block, endAt, to))
  }
  return longest
}

/** How long no block begins from a timestamp until `to`; 0 while one is under way. */
function freeMsFrom(held: readonly HeldSpan[], block: Span, at: Timestamp, to: Timestamp): number {
  let until = nextBusy(block, at, to)
  for (let i = 0; i < held.length; i++) until = Math.min(until, nextBusy(held[i]!, at, to))
  return Math.max(0, until - at)
}

/** When a block next occupies time from a timestamp on; `to` where it does not. */
function nextBusy(span: Span, at: Timestamp, to: Timestamp): Timestamp {
  return span.endAt > at ? Math.max(at, span.startAt) : to
}
