import { DAY_MS, HOUR_MS } from './time.ts'
import type { Timestamp } from './time.ts'

/** What a request is about. */
export const SUPPORT_TOPICS = ['bot', 'filters', 'platform', 'payment', 'account', 'other'] as const

/** Where a request stands: it waits for an answer, it has one, or there is nothing more to say. */
export const REQUEST_STATES = ['open', 'answered', 'closed'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** What moves a request. */
export type RequestEvent = 'driver_wrote' | 'operator_wrote' | 'operator_closed'

/** Figures of support; the server overrides them from its configuration. */
export type SupportSettings = {
  /** Hours within which an answer is promised. */
  replyHours: number
  /** Requests that a driver may open in any 24 hours. */
  requestsPerDay: number
  /** Messages that a driver may write in any 24 hours, the first one of each request among them. */
  messagesPerDay: number
}

/** When an answer to what a driver wrote at an instant is due. */
export function replyDueAt(wroteAt: Timestamp, replyHours: number): Timestamp {
  return wroteAt + replyHours * HOUR_MS
}

/**
 * How a request stands after an event, and by when an answer is due: from the driver's last message on, and
 * only while it waits for one.
 */
export function moveRequest(
  event: RequestEvent,
  now: Timestamp,
  replyHours: number,
): { state: RequestState; dueAt: Timestamp | null } {
  if (event === 'driver_wrote') return { state: 'open', dueAt: replyDueAt(now, replyHours) }
  return { state: event === 'operator_wrote' ? 'answered' : 'closed', dueAt: null }
}

/**
 * Milliseconds until one more may be written, null when it may be now: `lastAllowedAt` is when the one was
 * written that is as many back as a day allows, null when there are fewer.
 */
export function waitForRoomMs(lastAllowedAt: Timestamp | null, now: Timestamp): number | null {
  if (lastAllowedAt === null) return null
  const waitMs = lastAllowedAt + DAY_MS - now
  return waitMs > 0 ? waitMs : null
}
