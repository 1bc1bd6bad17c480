import type { Waiting } from '../events.ts'
import { MINUTE_MS, SECOND_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'

/** An accept that the platform has not decided. */
export type WaitingAccept = {
  waiting: Waiting
  /** How often the held blocks were read since. */
  readBacks: number
  /** When the offer starts. */
  startAt: Timestamp
}

/** What the held blocks say of an offer; null = they do not list it. */
export type Listed = 'held' | 'pending' | 'waitlisted' | null

/** `taken`: another driver has it. */
export type WaitingDecision = 'won' | 'taken' | Waiting

/**
 * What an undecided accept is after the held blocks were read once more. A held block counts as won after
 * `readBacks` readings in a row (`PlatformCapabilities`): until then another driver's accept may replace
 * ours. Who is still on a wait list when the work starts has not got it.
 */
export function decideWaiting(
  accept: WaitingAccept,
  listed: Listed,
  readBacks: number,
  now: Timestamp,
): WaitingDecision {
  if (listed === null) return 'taken'
  if (listed !== 'held') return now >= accept.startAt ? 'taken' : listed
  const before = accept.waiting === 'provisional' ? accept.readBacks : 0
  return before + 1 >= readBacks ? 'won' : 'provisional'
}

/**
 * How long after an accept, or after its last reading, the held blocks are read again. A provisional win is
 * read at once, and again when a rival's late accept would show; a person who agrees, or gives up a place,
 * takes minutes.
 */
export function readBackIn(waiting: Waiting, readBacks: number): number {
  if (waiting !== 'provisional') return MINUTE_MS
  return readBacks === 0 ? SECOND_MS : 5 * SECOND_MS
}
