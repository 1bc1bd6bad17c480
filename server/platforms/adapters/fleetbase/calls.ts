import type { PlatformTokens } from '../../model.ts'
import { troubleOf } from '../rest.ts'
import type { Meet, Rest, RestCall, RestResult } from '../rest.ts'
import * as shapes from './shapes.ts'
import type { FleetbaseOrder } from './shapes.ts'

/** A minute that is used up does not say so; it is over this long after its first request. */
const CLOSED_MS = 60_500

export const orderPath = (id: string): string => `/v1/orders/${encodeURIComponent(id)}`
export const driverPath = (id: string): string => `/v1/drivers/${encodeURIComponent(id)}`

/** Reads one order, which never lags. */
export function readOrder(
  rest: Rest,
  by: PlatformTokens,
  orderId: string,
  options: Pick<RestCall, 'priority' | 'timeoutMs'> = {},
): Promise<RestResult<FleetbaseOrder>> {
  return rest.send({ path: orderPath(orderId), by, ...options }, shapes.order)
}

/** Whether what was asked for does not exist. 404 of a path that is none says `errors`. */
export function isGone(result: RestResult<unknown>): boolean {
  return result.kind === 'refusal' && result.status === 404 && shapes.isOfPlatform(result.said)
}

/** The trouble of a refusal. */
export const meet: Meet = (refusal) => {
  const problem = troubleOf(refusal, shapes.wordsOf(refusal.said))
  return refusal.status === 429 ? { ...problem, retryAfterMs: problem.retryAfterMs ?? CLOSED_MS } : problem
}
