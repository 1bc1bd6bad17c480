import type { MissCause } from '../events.ts'
import { MINUTE_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'

/**
 * What came of a shift and a member before. `had`: they have it, or gave it back. `under_way`: it is theirs
 * to take, or the platform has not decided. `passed`: it was theirs, and their bot did not take it.
 * Otherwise, why they did not get it.
 */
export type Trial = {
  memberId: string
  shiftId: string
  came: 'had' | 'under_way' | 'passed' | MissCause
  at: Timestamp
}

/** What passes: the same member may take the shift later, if no one else does meanwhile. */
const PASSING: readonly Trial['came'][] = [
  'passed',
  'quota',
  'stopped',
  'unavailable',
  'no_answer',
  'human_verification',
]
/** For so long it goes to the others first. */
const AGAIN_MS = MINUTE_MS

/**
 * Whether a shift is not given to a member after this trial. A refusal counts for one listing of the shift,
 * which was first seen at `firstSeenAt`: a place that comes free later is another one.
 */
export function closesShift({ came, at }: Trial, firstSeenAt: Timestamp, now: Timestamp): boolean {
  if (came === 'had' || came === 'under_way') return true
  return PASSING.includes(came) ? now < at + AGAIN_MS : at >= firstSeenAt
}
