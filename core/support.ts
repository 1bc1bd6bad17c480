import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'
import type { Timestamp } from './time.ts'

/** The subject of a request. */
export const SUPPORT_TOPICS = ['bot', 'filters', 'platform', 'payment', 'account', 'other'] as const

/** The state of a request: waiting for an answer, answered, or closed. */
/** The inbox by deadline, or by when a request was opened. */
export const REQUEST_ORDERS = ['due', 'newest', 'oldest'] as const
export type RequestOrder = (typeof REQUEST_ORDERS)[number]

export const REQUEST_STATES = ['open', 'answered', 'closed'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** The events of a request. */
export type RequestEvent = 'driver_wrote' | 'operator_wrote' | 'operator_closed'

/** Settings of support; the server overrides them from its configuration. */
export type SupportSettings = {
  /** Hours within which an answer is promised. */
  replyHours: number
  /** Requests that a driver may open in any 24 hours. */
  requestsPerDay: number
  /** Messages that a driver may write in any 24 hours, including the first one of each request. */
  messagesPerDay: number
}

/** When the answer to a driver's message is due. */
export function replyDueAt(wroteAt: Timestamp, replyHours: number): Timestamp {
  return wroteAt + replyHours * HOUR_MS
}

/**
 * The state of a request after an event, and when an answer is due: counted from the driver's last message,
 * and only while it waits for one.
 */
export function moveRequest(
  event: RequestEvent,
  now: Timestamp,
  replyHours: number,
): { state: RequestState; dueAt: Timestamp | null } {
  if (event === 'driver_wrote') return { state: 'open', dueAt: replyDueAt(now, replyHours) }
  return { state: event === 'operator_wrote' ? 'answered' : 'closed', dueAt: null }
}

/** A message that says again what was said this long before, and nothing in between, was sent twice. */
export const REPEAT_MS = 10 * MINUTE_MS

/** Whether a text only repeats the last message of a conversation, by the same author. */
export function isRepeat(
  last: { author: 'driver' | 'operator'; text: string; at: Timestamp } | undefined,
  { author, text }: { author: 'driver' | 'operator'; text: string },
  now: Timestamp,
): boolean {
  return last !== undefined && last.author === author && last.text === text && now - last.at < REPEAT_MS
}

/**
 * Milliseconds until one more may be written, null if it may be now: `lastAllowedAt` is when the message was
 * written that lies a day's limit back, null if there are fewer.
 */
export function waitForRoomMs(lastAllowedAt: Timestamp | null, now: Timestamp): number | null {
  if (lastAllowedAt === null) return null
  const waitMs = lastAllowedAt + DAY_MS - now
  return waitMs > 0 ? waitMs : null
}
