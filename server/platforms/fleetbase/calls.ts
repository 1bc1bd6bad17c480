import { troubleOf } from '../json-calls.ts'
import type { JsonCalls, JsonRefusal, JsonResult } from '../json-calls.ts'
import type { PlatformTokens, PlatformTrouble } from '../model.ts'
import type { RequestPriority } from '../instance-fetch.ts'
import * as shapes from './shapes.ts'
import type { FleetbaseOrder } from './shapes.ts'

/** Reads one order, which never lags. */
export function readOrder(
  call: JsonCalls,
  { accessToken: token }: PlatformTokens,
  orderId: string,
  priority: RequestPriority,
  timeoutMs?: number,
): Promise<JsonResult<FleetbaseOrder>> {
  const path = `/v1/orders/${encodeURIComponent(orderId)}`
  return call({ method: 'GET', path, token, priority, ...(timeoutMs && { timeoutMs }) }, shapes.order)
}

/** Whether what was asked for does not exist. 404 of a path that is none says `errors`. */
export function isGone(result: JsonResult<unknown>): boolean {
  return result.kind === 'refusal' && result.status === 404 && shapes.isOfPlatform(result.said)
}

/** The trouble of a refusal. */
export function meet(refusal: JsonRefusal): PlatformTrouble {
  const problem = troubleOf(refusal, shapes.wordsOf(refusal.said))
  const isOver = refusal.status === 429
  return isOver ? { ...problem, retryAfterMs: problem.retryAfterMs ?? CLOSED_MS } : problem
}

/** A minute that is used up does not say so; it is over this long after its first request. */
const CLOSED_MS = 60_500
