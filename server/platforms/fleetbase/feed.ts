import type { Offer } from '@madruga/core/offers.ts'
import type { Clock } from '../../kit/clock.ts'
import { trouble, troubleOf } from '../json-calls.ts'
import type { JsonCalls, JsonRefusal, JsonResult } from '../json-calls.ts'
import { createListFeed } from '../list-feed.ts'
import type { ListRead } from '../list-feed.ts'
import type { AcceptResult, OfferFeed, PlatformTokens } from '../model.ts'
import { platformOfferId } from '../offer-ids.ts'
import type { ReadCurrency } from './currency.ts'
import { blockIdOf, holderOf, isOpen, readOrders, toOffer } from './orders.ts'
import * as shapes from './shapes.ts'
import type { FleetbaseOrder } from './shapes.ts'
import type { EventSocket } from './socket.ts'

export type FeedDeps = {
  call: JsonCalls
  clock: Clock
  payMetaKey: string | null
  readCurrency: ReadCurrency
  events: EventSocket
}

/** The open orders among these, as offers. */
type OffersOf = (orders: readonly FleetbaseOrder[]) => Offer[]

const ACCEPT_TIMEOUT_MS = 3_000
/** Lists lag up to this long behind: an order that a list lacks for less may be in the next one. */
export const LIST_LAG_MS = 300_000
/** Orders heard of that one poll reads. */
const READ_AT_ONCE = 3
/** Orders heard of that are remembered; of more, a list tells. */
const MOST_HEARD = 50

/** One driver's orders: lists and, for orders heard of by an event, the orders themselves. */
export function openFleetbaseFeed(deps: FeedDeps, tokens: PlatformTokens): OfferFeed {
  const { clock, events, call, payMetaKey, readCurrency } = deps
  const heard = new Set<string>()
  let stop: (() => void) | null = null
  const offersIn =
    (currency: string | null): OffersOf =>
    (orders) =>
      orders.filter(isOpen).map((order) => toOffer(order, { payMetaKey, currency, now: clock.now() }))

  /** A list may not have them yet, and nobody knows what else became of them. */
  const readHeard = async (current: PlatformTokens, offersOf: OffersOf): Promise<ListRead> => {
    const ids = [...heard].slice(0, READ_AT_ONCE)
    for (const id of ids) heard.delete(id)
    const results = await Promise.all(ids.map((id) => readOrder(call, current, id, 'poll')))
    const orders: FleetbaseOrder[] = []
    for (const result of results) {
      if (result.kind === 'answer') orders.push(result.value)
      else if (result.kind !== 'over_budget' && !isGone(result))
        return { kind: 'troubled', problem: problemOf(result) }
    }
    return { kind: 'some', offers: offersOf(orders), receivedAtMs: performance.now() }
  }

  return createListFeed({
    tokens,
    clock,
    rememberMs: LIST_LAG_MS,
    async read(current) {
      const paid = await readCurrency(current)
      if (paid.kind === 'over_budget') return { kind: 'nothing' }
      if (paid.kind !== 'answer') return { kind: 'troubled', problem: problemOf(paid) }
      const offersOf = offersIn(paid.value.currency)
      return await (heard.size > 0 ? readHeard(current, offersOf) : readList(call, current, offersOf))
    },
    accept: (current, offerId) => accept(call, current, platformOfferId(offerId)),
    listen(hint, live) {
      stop ??= events.listen(`driver.${tokens.platformDriverId}`, {
        published(data) {
          const orderId = shapes.orderOfEvent(data)
          if (orderId === null) return
          if (heard.size < MOST_HEARD) heard.add(orderId)
          hint()
        },
        live(isLive) {
          live?.(isLive)
          // What was announced before is not announced again.
          if (isLive) hint()
        },
      })
    },
    onClose: () => stop?.(),
  })
}

async function readList(
  call: JsonCalls,
  { accessToken: token, platformDriverId }: PlatformTokens,
  offersOf: OffersOf,
): Promise<ListRead> {
  const wanted = { adhoc: '1', unassigned: '1', dispatched: '1', limit: '-1', sort: '-created_at' }
  const path = `/v1/orders?${new URLSearchParams({ nearby: platformDriverId, ...wanted })}`
  const result = await call({ method: 'GET', path, token, priority: 'poll' }, shapes.list)
  if (result.kind === 'over_budget') return { kind: 'nothing' }
  if (result.kind !== 'answer') return { kind: 'troubled', problem: problemOf(result) }
  const { orders, skipped } = readOrders(result.value)
  if (skipped > 0 && orders.length === 0)
    return { kind: 'troubled', problem: trouble('unexpected_reply', 'not a list of orders') }
  const { text, receivedAtMs } = result
  return { kind: 'list', offers: offersOf(orders), text, receivedAtMs }
}

/** Reads one order, which never lags. */
export function readOrder(
  call: JsonCalls,
  { accessToken: token }: PlatformTokens,
  orderId: string,
  priority: 'read' | 'poll',
): Promise<JsonResult<FleetbaseOrder>> {
  const path = `/v1/orders/${encodeURIComponent(orderId)}`
  return call({ method: 'GET', path, token, priority }, shapes.order)
}

/** Starts an order. A 200 is provisional: another driver's start may be written after ours. */
async function accept(call: JsonCalls, tokens: PlatformTokens, orderId: string): Promise<AcceptResult> {
  const { accessToken: token, platformDriverId: assign } = tokens
  const path = `/v1/orders/${encodeURIComponent(orderId)}/start`
  const result = await call(
    { method: 'POST', path, token, body: { assign }, timeoutMs: ACCEPT_TIMEOUT_MS, priority: 'accept' },
    shapes.order,
  )
  if (result.kind === 'over_budget') return { outcome: 'not_sent', cause: 'over_budget' }
  if (result.kind === 'fault') return { outcome: 'unknown', detail: result.problem.detail ?? 'no answer' }
  if (result.kind === 'refusal') return await readRefusal(call, tokens, orderId, result)
  if (result.value.id !== orderId) return { outcome: 'unknown', detail: 'another order' }
  const holder = holderOf(result.value)
  if (holder !== null && holder !== assign) return { outcome: 'refused', cause: 'taken' }
  return { outcome: 'waiting', waiting: 'provisional', blockId: blockIdOf(orderId, assign) }
}

/** 400 says why in words alone. An order that has started may be the driver's own. */
async function readRefusal(
  call: JsonCalls,
  tokens: PlatformTokens,
  orderId: string,
  refusal: JsonRefusal,
): Promise<AcceptResult> {
  const words = shapes.wordsOf(refusal.said)
  if (refusal.status === 404) return { outcome: 'refused', cause: 'taken' }
  if (refusal.status >= 500) return { outcome: 'unknown', detail: `status ${refusal.status}` }
  if (refusal.status !== 400) return { outcome: 'troubled', problem: troubleOf(refusal, words) }
  if (!/already started/i.test(words)) return { outcome: 'refused', cause: 'not_eligible', detail: words }
  const read = await readOrder(call, tokens, orderId, 'read')
  const isOurs = read.kind === 'answer' && holderOf(read.value) === tokens.platformDriverId
  if (read.kind === 'answer' && !isOurs) return { outcome: 'refused', cause: 'taken' }
  return { outcome: 'unknown', detail: words }
}

export function isGone(result: JsonResult<unknown>): boolean {
  return result.kind === 'refusal' && result.status === 404
}

/** The trouble of a call that has no answer. */
export function problemOf(result: Exclude<JsonResult<unknown>, { kind: 'answer' }>) {
  return result.kind === 'refusal' ? troubleOf(result, shapes.wordsOf(result.said)) : result.problem
}
