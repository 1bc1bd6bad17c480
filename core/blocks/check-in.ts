import type { Cents } from '../money.ts'
import type { Timestamp } from '../time.ts'
import type { BlockSpan } from './model.ts'

/** The operator's settings of check-in. */
export type CheckInSettings = { opensMs: number }

/** The time span in which check-in at a block is open, end exclusive. */
export function checkInSpan(
  { startAt, endAt }: Pick<BlockSpan, 'startAt' | 'endAt'>,
  { opensMs }: CheckInSettings,
): { opensAt: Timestamp; closesAt: Timestamp } {
  return { opensAt: startAt - opensMs, closesAt: endAt }
}

/**
 * Why the driver cannot check in at a block now; null if they can, as far as we know: the platform checks the
 * location.
 */
export type CheckInRefusal = 'not_held' | 'too_early' | 'too_late'

/** Judges a check-in. A repeated check-in is never refused, since it changes nothing. */
export function refuseCheckIn(
  block: BlockSpan,
  now: Timestamp,
  settings: CheckInSettings,
): CheckInRefusal | null {
  const { opensAt, closesAt } = checkInSpan(block, settings)
  if (block.state === 'checked_in') return null
  if (block.state === 'forfeited') return 'not_held'
  if (now < opensAt) return 'too_early'
  return now >= closesAt || block.state === 'done' ? 'too_late' : null
}

/** The price of a check-in: the fee if no offer was won in its week, else nothing (the seed, section 9). */
export function checkInFee(awardsInWeek: number, checkInCents: Cents): Cents {
  return awardsInWeek === 0 ? checkInCents : 0
}
