import type { Offer } from '@madruga/core/offers.ts'
import type { Clock } from '../../kit/clock.ts'
import { trouble } from '../json-calls.ts'
import type { JsonCalls } from '../json-calls.ts'
import { createListFeed, unreadOf } from '../list-feed.ts'
import type { ListRead } from '../list-feed.ts'
import type { OfferFeed, PlatformTokens } from '../model.ts'
import { platformOfferId } from '../offer-ids.ts'
import { acceptOrder, createRecentOrders } from './accept.ts'
import { isGone, meet, readOrder } from './calls.ts'
import type { ReadCurrency } from './currency.ts'
import { createHeardOrders } from './heard.ts'
import type { HeardOrders } from './heard.ts'
import { PAGE_SIZE, createPages } from './pages.ts'
import type { Pages } from './pages.ts'
import { isOpen, readOrders, toOffer } from './orders.ts'
import * as shapes from './shapes.ts'
import type { FleetbaseOrder } from './shapes.ts'
import type { ListTurns } from './list-turns.ts'
import type { EventSocket } from './socket.ts'

export type FeedDeps = {
  call: JsonCalls
  clock: Clock
  payMetaKey: string | null
  readCurrency: ReadCurrency
  events: EventSocket
  turns: ListTurns
}

/** The open orders among these, as offers. */
type OffersOf = (orders: readonly FleetbaseOrder[]) => Offer[]

/** Lists lag up to this long behind: an order that a list lacks for less may be in the next one. */
export const LIST_LAG_MS = 300_000
/** Events are lost and false as well: however many come, a list is read this often. */
const LIST_EVERY_MS = 60_000

/** One driver's orders: lists and, for orders heard of by an event, the orders themselves. */
export function openFleetbaseFeed(deps: FeedDeps, tokens: PlatformTokens): OfferFeed {
  const { clock, events, call, payMetaKey, readCurrency, turns } = deps
  const heard = createHeardOrders()
  const pages = createPages(clock)
  const recent = createRecentOrders(clock)
  let stop: (() => void) | null = null
  let askForPoll: (() => void) | null = null
  let cancelPoll: (() => void) | null = null
  let listDueAt = Number.NEGATIVE_INFINITY

  const readNext = async (current: PlatformTokens): Promise<ListRead> => {
    const paid = await readCurrency(current)
    if (paid.kind !== 'answer') return unreadOf(paid, meet)
    const rules = { payMetaKey, currency: paid.value.currency, now: clock.now() }
    const offersOf: OffersOf = (orders) => {
      const open = orders.filter(isOpen)
      recent.note(open)
      return open.map((order) => toOffer(order, rules))
    }
    if (!heard.isEmpty() && clock.now() < listDueAt) return await readHeard(call, current, heard, offersOf)
    listDueAt = clock.now() + LIST_EVERY_MS
    const read = await turns.take(() => readPage(call, current, pages, offersOf))
    return read ?? { kind: 'nothing', retryAfterMs: 0 }
  }

  const feed = createListFeed({
    tokens,
    clock,
    rememberMs: LIST_LAG_MS,
    async read(current) {
      const read = await readNext(current)
      cancelPoll?.()
      // No event announces again what is still to be read.
      if (!heard.isEmpty() || pages.offset() > 0) {
        const waitMs = read.kind === 'nothing' ? read.retryAfterMs : 0
        cancelPoll = clock.after(waitMs, () => askForPoll?.())
      }
      return read
    },
    accept(current, offerId) {
      const orderId = platformOfferId(offerId)
      return acceptOrder(call, current, orderId, recent.has(orderId))
    },
    listen(hint, live) {
      askForPoll = hint
      stop ??= events.listen(`driver.${tokens.platformDriverId}`, {
        published(data) {
          const about = shapes.orderOfEvent(data)
          if (about !== null && heard.add(about.orderId, about.eventId)) hint()
        },
        // What was announced before is not announced again.
        subscribed: hint,
        live: (isLive) => live?.(isLive),
      })
    },
    onClose() {
      askForPoll = null
      cancelPoll?.()
      stop?.()
    },
  })
  return {
    ...feed,
    forget() {
      pages.forget()
      feed.forget()
    },
  }
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

/** The first page tells whether anything changed. */
async function readPage(
  call: JsonCalls,
  { accessToken: token, platformDriverId }: PlatformTokens,
  pages: Pages,
  offersOf: OffersOf,
): Promise<ListRead> {
  const offset = pages.offset()
  const wanted = {
    adhoc: '1',
    unassigned: '1',
    dispatched: '1',
    limit: String(PAGE_SIZE),
    sort: '-created_at',
  }
  const query = { nearby: platformDriverId, ...wanted, ...(offset > 0 && { offset: String(offset) }) }
  const path = `/v1/orders?${new URLSearchParams(query)}`
  const result = await call({ method: 'GET', path, token, priority: 'poll' }, shapes.list)
  if (result.kind !== 'answer') return unreadOf(result, meet)
  const { orders, skipped } = readOrders(result.value)
  if (skipped > 0 && orders.length === 0)
    return { kind: 'troubled', problem: trouble('unexpected_reply', 'not a list of orders') }
  pages.read(
    orders.map(({ id }) => id),
    result.value.length,
  )
  const { text, receivedAtMs } = result
  const offers = offersOf(orders)
  return offset === 0 ? { kind: 'list', offers, text, receivedAtMs } : { kind: 'some', offers, receivedAtMs }
}
