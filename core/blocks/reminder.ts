import { MINUTE_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import type { BlockSpan } from './model.ts'

/** When a block's reminder goes out. */
export function reminderAt(startAt: Timestamp, minutes: number): Timestamp {
  return startAt - minutes * MINUTE_MS
}

/**
 * Whether a reminder `minutes` before the start is of use at `now`: its time has come and the block, still
 * held, has not started. One that comes late, after an outage, is better than none until then.
 */
export function isReminderDue({ startAt, state }: BlockSpan, minutes: number, now: Timestamp): boolean {
  return state === 'held' && reminderAt(startAt, minutes) <= now && now < startAt
}

/**
 * Minutes that are left at `now`, a begun one counted, so that a reminder says what is true when it comes
 * late.
 */
export function minutesUntil(startAt: Timestamp, now: Timestamp): number {
  return Math.ceil((startAt - now) / MINUTE_MS)
}

/**
 * Why the reminder of a block cannot be skipped, or wanted after all; null = it can. `minutes` null = the
 * driver has none.
 */
export type SkipRefusal = 'reminders_off' | 'not_held' | 'reminder_passed'

/** Judges it. */
export function refuseSkip(block: BlockSpan, minutes: number | null, now: Timestamp): SkipRefusal | null {
  if (minutes === null) return 'reminders_off'
  if (block.state === 'forfeited') return 'not_held'
  return block.state !== 'held' || now >= reminderAt(block.startAt, minutes) ? 'reminder_passed' : null
}
