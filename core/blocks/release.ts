import type { Timestamp } from '../time.ts'
import type { BlockSpan } from './model.ts'

/**
 * Whether releasing a block at `now` is late: less than `lateMs` before its start (product.md: 45 minutes).
 */
export function isLateRelease(startAt: Timestamp, now: Timestamp, lateMs: number): boolean {
  return startAt - now < lateMs
}

/** Why a block cannot be released; null if it can. */
export type ReleaseRefusal = 'not_held' | 'too_late' | 'not_confirmed'

/**
 * Judges a release: the block must be held and not started, and a late release needs an acknowledged warning.
 */
export function refuseRelease(
  block: BlockSpan,
  now: Timestamp,
  { lateMs, confirmedLate }: { lateMs: number; confirmedLate: boolean },
): ReleaseRefusal | null {
  if (block.state === 'forfeited' || block.state === 'done') return 'not_held'
  if (block.state === 'checked_in' || now >= block.startAt) return 'too_late'
  return isLateRelease(block.startAt, now, lateMs) && !confirmedLate ? 'not_confirmed' : null
}
