import type { Clock } from '../../kit/clock.ts'
import type { JsonCalls, JsonRefusal, Unanswered } from '../json-calls.ts'
import type { AcceptResult, PlatformTokens } from '../model.ts'
import { isGone, meet, readOrder } from './calls.ts'
import { blockIdOf, holderOf, isOpen, lossOf } from './orders.ts'
import * as shapes from './shapes.ts'
import type { FleetbaseOrder } from './shapes.ts'

/** For reading an order and starting it together. */
const ACCEPT_TIMEOUT_MS = 3_000
const READ_TIMEOUT_MS = 1_500

/** An order that was open so long ago is read before it is started. */
const RECENT_MS = 5_000

/** The orders that were open a moment ago. */
export type RecentOrders = { note(open: readonly FleetbaseOrder[]): void; has(orderId: string): boolean }

/** Creates the memory of one driver's feed. */
export function createRecentOrders(clock: Clock): RecentOrders {
  const openAt = new Map<string, number>()
  const isOld = (at: number | undefined): boolean => at === undefined || clock.now() - at >= RECENT_MS
  return {
    note(open) {
      for (const [id, at] of openAt) if (isOld(at)) openAt.delete(id)
      for (const { id } of open) openAt.set(id, clock.now())
    },
    has: (orderId) => !isOld(openAt.get(orderId)),
  }
}

/**
 * Starts an order. A 200 is provisional: another driver's start may be written after ours. `isRecent`: it was
 * open a moment ago. Any other is read first, since starting one that its customer canceled undoes that.
 */
export async function acceptOrder(
  call: JsonCalls,
  tokens: PlatformTokens,
  orderId: string,
  isRecent: boolean,
): Promise<AcceptResult> {
  const begunAtMs = performance.now()
  if (!isRecent) {
    const read = await readOrder(call, tokens, orderId, 'accept', READ_TIMEOUT_MS)
    if (read.kind !== 'answer') return readUnanswered(read)
    const refused = refuseOf(read.value, tokens)
    if (refused !== null) return refused
  }
  const { accessToken: token, platformDriverId: assign } = tokens
  const path = `/v1/orders/${encodeURIComponent(orderId)}/start`
  const timeoutMs = Math.max(1, Math.ceil(ACCEPT_TIMEOUT_MS - (performance.now() - begunAtMs)))
  const result = await call(
    { method: 'POST', path, token, body: { assign }, timeoutMs, priority: 'accept' },
    shapes.order,
  )
  if (result.kind === 'refusal' && result.status === 400)
    return await readRefusal(call, tokens, orderId, result)
  if (result.kind !== 'answer') return readUnanswered(result)
  if (result.value.id !== orderId) return { outcome: 'unknown', detail: 'another order' }
  const holder = holderOf(result.value)
  if (holder !== null && holder !== assign) return { outcome: 'refused', cause: 'taken' }
  return { outcome: 'waiting', waiting: 'provisional', blockId: blockIdOf(orderId, assign) }
}

/** Why an order that was read is not started; null = it is open. */
function refuseOf(order: FleetbaseOrder, { platformDriverId: me }: PlatformTokens): AcceptResult | null {
  const cause = lossOf(order, me)
  if (cause === 'canceled') return { outcome: 'refused', cause }
  if (holderOf(order) === me) return { outcome: 'unknown', detail: 'assigned already' }
  return isOpen(order) ? null : { outcome: 'refused', cause }
}

function readUnanswered(result: Unanswered): AcceptResult {
  if (result.kind === 'over_budget') return { outcome: 'not_sent', cause: 'over_budget' }
  if (result.kind === 'fault') return { outcome: 'unknown', detail: result.problem.detail ?? 'no answer' }
  if (isGone(result)) return { outcome: 'refused', cause: 'taken' }
  if (result.status >= 500) return { outcome: 'unknown', detail: `status ${result.status}` }
  return { outcome: 'troubled', problem: meet(result) }
}

/**
 * 400 says why in words alone. An order that has started may be the driver's own; one that is not dispatched
 * yet is assigned to them all the same.
 */
async function readRefusal(
  call: JsonCalls,
  tokens: PlatformTokens,
  orderId: string,
  { said }: JsonRefusal,
): Promise<AcceptResult> {
  const words = shapes.wordsOf(said)
  if (!/already started/i.test(words))
    return { outcome: 'refused', cause: 'not_eligible', detail: words, isDoubtful: true }
  const read = await readOrder(call, tokens, orderId, 'read')
  const isOurs = read.kind === 'answer' && holderOf(read.value) === tokens.platformDriverId
  if (read.kind === 'answer' && !isOurs) return { outcome: 'refused', cause: 'taken' }
  return { outcome: 'unknown', detail: words }
}
