import type { Timestamp } from '@madruga/core/time.ts'
import type { Reading, Search } from './model.ts'

/** A search is unread after this many polls without a list. */
const POLLS = 3
/** Not before this: one slow answer is no silence. */
const LEAST_MS = 5_000
/**
 * One poll that is out for so long counts for all, however rarely the search polls: longer than it waits for
 * the budget of an instance.
 */
const AWAITED_MS = 6_000

/** What a search begins with. */
export function startReading(): Reading {
  return { unreadFrom: null, awaitedFrom: null, reason: null, hasRead: false }
}

/** A poll goes out. */
export function asked({ reading }: Search, now: Timestamp): void {
  reading.unreadFrom ??= now
  reading.awaitedFrom = now
}

/** A list was read. */
export function read({ reading }: Search): void {
  reading.unreadFrom = null
  reading.awaitedFrom = null
  reading.reason = null
  reading.hasRead = true
}

/** Nothing went out after all, since others have spent the budget. */
export function unasked({ reading }: Search): void {
  reading.awaitedFrom = null
  reading.reason = 'shared_limit'
}

/** Since when a search reads no list although it polls, whatever the cause; null = it reads them. */
export function findUnread(
  { reading: { unreadFrom, awaitedFrom }, pollMs }: Pick<Search, 'reading' | 'pollMs'>,
  now: Timestamp,
): Timestamp | null {
  if (unreadFrom === null) return null
  const missed = now - unreadFrom >= Math.max(POLLS * pollMs, LEAST_MS)
  return missed || (awaitedFrom !== null && now - awaitedFrom >= AWAITED_MS) ? unreadFrom : null
}
