import { MINUTE_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import type { BlockSpan } from './model.ts'

/** When a block's reminder is sent. */
export function reminderAt(startAt: Timestamp, minutes: number): Timestamp {
  return startAt - minutes * MINUTE_MS
}

/**
 * Whether a reminder `minutes` before the start is useful at `now`: its time has come and the block is held
 * and has not started. Until then a late reminder, after an outage, is better than none.
 */
export function isReminderDue({ startAt, state }: BlockSpan, minutes: number, now: Timestamp): boolean {
  return state === 'held' && reminderAt(startAt, minutes) <= now && now < startAt
}

/** Minutes left at `now`, rounded up, so that a late reminder is still accurate. */
export function minutesUntil(startAt: Timestamp, now: Timestamp): number {
  return Math.ceil((startAt - now) / MINUTE_MS)
}

/**
 * Why the reminder of a block cannot be skipped or restored; null if it can. `minutes` null = the driver has
 * no reminders.
 */
export type SkipRefusal = 'reminders_off' | 'not_held' | 'reminder_passed'

/** Judges whether a reminder may be skipped. */
export function refuseSkip(block: BlockSpan, minutes: number | null, now: Timestamp): SkipRefusal | null {
  if (minutes === null) return 'reminders_off'
  if (block.state === 'forfeited') return 'not_held'
  return block.state !== 'held' || now >= reminderAt(block.startAt, minutes) ? 'reminder_passed' : null
}
