import type { AcceptResult } from '../model.ts'
import type { Exchange } from '../wire/connection.ts'
import { readRefusal, trouble, troubleOf } from './trouble.ts'

/** What the engine's reconciliation waits for, beside the second in which an intent may be sent. */
const ACCEPT_TIMEOUT_MS = 3_000

/** One accept under way; `settle` hears what became of it, once. */
export function createAcceptExchange(
  offerId: string,
  request: string,
  settle: (result: AcceptResult) => void,
): Exchange {
  return {
    request,
    timeoutMs: ACCEPT_TIMEOUT_MS,
    repeatable: false,
    reply(status, bytes, start, end, _receivedAtMs, retryAfterSeconds) {
      settle(readAccept(offerId, status, bytes.toString('utf8', start, end), retryAfterSeconds))
    },
    failed(fault, sent, detail) {
      settle(sent ? { outcome: 'unknown', detail } : { outcome: 'troubled', problem: trouble(fault, detail) })
    },
  }
}

/**
 * What the market says to an accept. Whatever leaves open whether the block is held (a success that can not
 * be read, a gateway's 5xx, a conflict with this very offer) is `unknown`: the held blocks tell.
 */
export function readAccept(
  offerId: string,
  status: number,
  body: string,
  retryAfterSeconds: number,
): AcceptResult {
  if (status === 200) return readAccepted(offerId, body)
  const said = readRefusal(body)
  if (status === 410 || status === 404) return { outcome: 'refused', cause: 'taken' }
  if (status === 409 && said.code === 'hour_limit') return { outcome: 'refused', cause: 'hour_limit' }
  if (status === 409) {
    return said.offerId === offerId
      ? { outcome: 'unknown', detail: 'already held' }
      : { outcome: 'refused', cause: 'conflict' }
  }
  if (status >= 500 || status < 400) return { outcome: 'unknown', detail: `status ${status}` }
  return { outcome: 'troubled', problem: troubleOf(status, said, retryAfterSeconds) }
}

function readAccepted(offerId: string, body: string): AcceptResult {
  try {
    const value = JSON.parse(body) as { blockId?: unknown; offerId?: unknown } | null
    if (typeof value?.blockId === 'string' && value.blockId !== '' && value.offerId === offerId) {
      return { outcome: 'accepted', blockId: value.blockId }
    }
  } catch {
    return { outcome: 'unknown', detail: 'unreadable answer' }
  }
  return { outcome: 'unknown', detail: 'unreadable answer' }
}
