import type { Waiting } from '../events.ts'
import { MINUTE_MS, SECOND_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'

/** An accept that the platform has not decided. */
export type WaitingAccept = {
  waiting: Waiting
  /** How often the held blocks were read since, of the readings that count. */
  readBacks: number
  /** From when on the next reading of a provisional win counts; null = at once. */
  countsAt: Timestamp | null
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
 * ours. They are read for other reasons too: a reading too soon after the last one proves nothing and does
 * not count. Who is still on a wait list when the work starts has not got it.
 */
export function decideWaiting(
  accept: WaitingAccept,
  listed: Listed,
  readBacks: number,
  now: Timestamp,
): WaitingDecision {
  if (listed === null) return 'taken'
  if (listed !== 'held') return now >= accept.startAt ? 'taken' : listed
  return countReading(accept, now) >= readBacks ? 'won' : 'provisional'
}

/** How often a held block has been read with this reading, of the readings that count. */
export function countReading(
  { waiting, readBacks, countsAt }: Omit<WaitingAccept, 'startAt'>,
  now: Timestamp,
): number {
  if (waiting !== 'provisional') return 1
  return countsAt !== null && now < countsAt ? readBacks : readBacks + 1
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
