import type { Offer } from '@madruga/core/offers.ts'
import type { Clock } from '../../kit/clock.ts'
import { trouble } from '../json-calls.ts'
import type { JsonCalls } from '../json-calls.ts'
import { createListFeed, unreadOf } from '../list-feed.ts'
import type { ListRead } from '../list-feed.ts'
import type { OfferFeed, PlatformTokens } from '../model.ts'
import { platformOfferId } from '../offer-ids.ts'
import { acceptOrder } from './accept.ts'
import { isGone, meet, readOrder } from './calls.ts'
import type { ReadCurrency } from './currency.ts'
import { createHeardOrders } from './heard.ts'
import type { HeardOrders } from './heard.ts'
import { isOpen, readOrders, toOffer } from './orders.ts'
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

/** Lists lag up to this long behind: an order that a list lacks for less may be in the next one. */
export const LIST_LAG_MS = 300_000
/** An order that was open so long ago is read before it is accepted. */
const FRESH_MS = 5_000
/** Events are lost and false as well: however many come, a list is read this often. */
const LIST_EVERY_MS = 60_000

/** One driver's orders: lists and, for orders heard of by an event, the orders themselves. */
export function openFleetbaseFeed(deps: FeedDeps, tokens: PlatformTokens): OfferFeed {
  const { clock, events, call, payMetaKey, readCurrency } = deps
  const heard = createHeardOrders()
  /** When orders were open last, for those that were a moment ago. */
  const openAt = new Map<string, number>()
  let stop: (() => void) | null = null
  let askForPoll: (() => void) | null = null
  let cancelPoll: (() => void) | null = null
  let listDueAt = Number.NEGATIVE_INFINITY

  const readNext = async (current: PlatformTokens): Promise<ListRead> => {
    const paid = await readCurrency(current)
    if (paid.kind !== 'answer') return unreadOf(paid, meet)
    const rules = { payMetaKey, currency: paid.value.currency, now: clock.now() }
    for (const [id, at] of openAt) if (rules.now - at >= FRESH_MS) openAt.delete(id)
    const offersOf: OffersOf = (orders) => {
      const open = orders.filter(isOpen)
      for (const { id } of open) openAt.set(id, rules.now)
      return open.map((order) => toOffer(order, rules))
    }
    if (!heard.isEmpty() && clock.now() < listDueAt) return await readHeard(call, current, heard, offersOf)
    listDueAt = clock.now() + LIST_EVERY_MS
    return await readList(call, current, offersOf)
  }

  return createListFeed({
    tokens,
    clock,
    rememberMs: LIST_LAG_MS,
    async read(current) {
      const read = await readNext(current)
      cancelPoll?.()
      // No event announces again what is still to be read.
      if (!heard.isEmpty()) {
        const waitMs = read.kind === 'nothing' ? read.retryAfterMs : 0
        cancelPoll = clock.after(waitMs, () => askForPoll?.())
      }
      return read
    },
    accept(current, offerId) {
      const orderId = platformOfferId(offerId)
      const isFresh = clock.now() - (openAt.get(orderId) ?? Number.NEGATIVE_INFINITY) < FRESH_MS
      return acceptOrder(call, current, orderId, isFresh)
    },
    listen(hint, live) {
      askForPoll = hint
      stop ??= events.listen(`driver.${tokens.platformDriverId}`, {
        published(data) {
          const orderId = shapes.orderOfEvent(data)
          if (orderId === null) return
          heard.add(orderId)
          hint()
        },
        live(isLive) {
          live?.(isLive)
          // What was announced before is not announced again.
          if (isLive) hint()
        },
      })
    },
    onClose() {
      askForPoll = null
      cancelPoll?.()
      stop?.()
    },
  })
}

/** A list may lack an order that was heard of, and nobody knows what else became of it. */
async function readHeard(
  call: JsonCalls,
  tokens: PlatformTokens,
  heard: HeardOrders,
  offersOf: OffersOf,
): Promise<ListRead> {
  const asked = heard.take()
  const results = await Promise.all(asked.map(({ id }) => readOrder(call, tokens, id, 'poll')))
  const orders: FleetbaseOrder[] = []
  let answered = 0
  let unread: ListRead = { kind: 'nothing', retryAfterMs: 0 }
  for (const [at, order] of asked.entries()) {
    const result = results[at]!
    if (result.kind === 'answer') orders.push(result.value)
    if (result.kind === 'answer' || isGone(result)) answered++
    else if (result.kind === 'over_budget') heard.putBack(order)
    else heard.retry(order)
    if (result.kind !== 'answer' && unread.kind === 'nothing') unread = unreadOf(result, meet)
  }
  // What was read is not thrown away for the others, which the next poll asks for.
  return answered > 0 ? { kind: 'some', offers: offersOf(orders), receivedAtMs: performance.now() } : unread
}

async function readList(
  call: JsonCalls,
  { accessToken: token, platformDriverId }: PlatformTokens,
  offersOf: OffersOf,
): Promise<ListRead> {
  const wanted = { adhoc: '1', unassigned: '1', dispatched: '1', limit: '-1', sort: '-created_at' }
  const path = `/v1/orders?${new URLSearchParams({ nearby: platformDriverId, ...wanted })}`
  const result = await call({ method: 'GET', path, token, priority: 'poll' }, shapes.list)
  if (result.kind !== 'answer') return unreadOf(result, meet)
  const { orders, skipped } = readOrders(result.value)
  if (skipped > 0 && orders.length === 0)
    return { kind: 'troubled', problem: trouble('unexpected_reply', 'not a list of orders') }
  const { text, receivedAtMs } = result
  return { kind: 'list', offers: offersOf(orders), text, receivedAtMs }
}
