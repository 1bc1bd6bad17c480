import type { Offer } from '@madruga/core/offers.ts'
import type { Clock } from '../../kit/clock.ts'
import { trouble } from '../json-calls.ts'
import type { JsonCalls, JsonResult } from '../json-calls.ts'
import { createListFeed, unreadOf } from '../list-feed.ts'
import type { ListRead, Unread } from '../list-feed.ts'
import type { AdapterOptions } from '../adapter-options.ts'
import { createSharedReadings } from '../instance/shared-readings.ts'
import type { SharedList, SharedReadings } from '../instance/shared-readings.ts'
import type { OfferFeed, PlatformTokens, TriedListing } from '../model.ts'
import { markOf } from '../offer-ids.ts'
import { acceptOrder, createLosses, createRecentOffers } from './accept.ts'
import { isGone, meet, readOrder } from './calls.ts'
import type { ReadPayee } from './payees.ts'
import { createHeardOrders } from './heard.ts'
import type { HeardOrder, HeardOrders } from './heard.ts'
import { PAGE_SIZE, createPages } from './pages.ts'
import { isOpen, readOrders, toOffer } from './orders.ts'
import * as shapes from './shapes.ts'
import type { FleetbaseOrder } from './shapes.ts'
import type { ListTurns } from './list-turns.ts'
import type { EventSocket } from './socket.ts'

export type FeedDeps = {
  call: JsonCalls
  clock: Clock
  payMetaKey: string | null
  readPayee: ReadPayee
  events: EventSocket
  turns: ListTurns
  newest: SharedReadings<Page>
  heardOrders: HeardOrderReader
}

/** One page of a list of open orders: those that can be read, and how many entries it had. */
type Page = { orders: FleetbaseOrder[]; entries: number }

/** The reading of orders that an event named, once for all drivers of a place who heard of one. */
type HeardOrderReader = {
  /** An event names an order now: a later moment than any reading that has begun. */
  moment(): number
  read(tokens: PlatformTokens, order: HeardOrder, place: string): Promise<JsonResult<FleetbaseOrder>>
}

const NO_LIST = trouble('unexpected_reply', 'not a list of orders')

/** Lists lag up to this long behind: an order that a list lacks for less may be in the next one. */
export const LIST_LAG_MS = 300_000
/** Events are lost and false as well: however many come, a list is read this often. */
const LIST_EVERY_MS = 60_000
/** What drivers share is read this often at most while events arrive, which tell of new orders. */
const HEARD_EVERY_MS = 10_000
/** A reading of an order is kept for those who have heard of it before. */
const KEPT_MS = 10_000

/** Creates what the drivers of an instance read together: the newest orders of each place. */
export function createNewest(
  { call, clock, turns, events }: Pick<FeedDeps, 'call' | 'clock' | 'turns' | 'events'>,
  { readEveryMs, others }: Pick<AdapterOptions, 'readEveryMs' | 'others'>,
): SharedReadings<Page> {
  return createSharedReadings<Page>({
    clock,
    everyMs: readEveryMs && (() => Math.max(readEveryMs(), events.isLive() ? HEARD_EVERY_MS : 0)),
    others,
    read: (tokens) => readPage(call, turns, tokens, 0),
    parse: parsePage,
    noList: NO_LIST,
  })
}

/** Creates the reading of an instance. */
export function createHeardOrderReader(call: JsonCalls, clock: Clock): HeardOrderReader {
  const kept = new Map<string, { at: number; moment: number; reading: ReturnType<typeof readOrder> }>()
  let moments = 0
  return {
    moment: () => ++moments,
    read(tokens, { id, heardAt }, place) {
      const now = clock.now()
      for (const [key, { at }] of kept) if (now - at >= KEPT_MS) kept.delete(key)
      const key = `${place} ${id}`
      const known = kept.get(key)
      // What began before it was heard of tells of an earlier time.
      if (known && known.moment > heardAt) return known.reading
      const reading = readOrder(call, tokens, id, 'poll').then((result) => {
        if (result.kind !== 'answer' && kept.get(key)?.reading === reading) kept.delete(key)
        return result
      })
      kept.set(key, { at: now, moment: ++moments, reading })
      return reading
    },
  }
}

/**
 * What one driver's feed reads. All pages are read with the driver's own tokens now and then; between these,
 * the newest orders are read once for all drivers nearby, and those heard of by an event one by one.
 */
function createDriverLists(deps: FeedDeps, tokens: PlatformTokens, tried: readonly TriedListing[]) {
  const { clock, call, payMetaKey, readPayee, turns, heardOrders } = deps
  const heard = createHeardOrders()
  const pages = createPages(clock)
  const recent = createRecentOffers(clock)
  const losses = createLosses(tried)
  let place = tokens.platformDriverId
  const newest = deps.newest.join(tokens, () => place)
  let listDueAt = Number.NEGATIVE_INFINITY

  const readNext = async (current: PlatformTokens): Promise<ListRead> => {
    const payee = await readPayee(current)
    if (payee.kind !== 'answer') return unreadOf(payee, meet)
    place = payee.value.place ?? current.platformDriverId
    const now = clock.now()
    const rules = { payMetaKey, currency: payee.value.currency, now }
    const offersOf = (orders: readonly FleetbaseOrder[], since: number): Offer[] => {
      const offers = orders.filter(isOpen).map((order) => losses.name(toOffer(order, rules), since))
      recent.note(offers)
      return offers
    }
    if (!heard.isEmpty() && now < listDueAt) {
      const read = (order: HeardOrder) => heardOrders.read(current, order, place)
      return await readHeard(read, heard, (orders) => offersOf(orders, now))
    }
    listDueAt = now + LIST_EVERY_MS
    const offset = pages.offset()
    const isOwn = offset > 0 || pages.isWalkDue()
    const page = isOwn ? await readOwnPage(call, turns, current, offset) : await newest.read(current)
    if (page.kind !== 'list') return page
    const { text, receivedAtMs, value } = page
    pages.read(
      value.orders.map(({ id }) => id),
      value.entries,
    )
    const offers = offersOf(value.orders, now - LIST_LAG_MS)
    if (offset > 0) return { kind: 'some', offers, receivedAtMs }
    // The first page tells whether anything changed, with the names that offers have by now.
    const marked = offers.flatMap(({ id }) => (markOf(id) === null ? [] : [id]))
    return { kind: 'list', offers, text: [text, ...marked].join(' '), receivedAtMs }
  }
  return { heard, pages, recent, losses, newest, readNext }
}

/** One driver's feed: lists, events, and accepts. */
export function openFleetbaseFeed(
  deps: FeedDeps,
  tokens: PlatformTokens,
  tried: readonly TriedListing[],
): OfferFeed {
  const { clock, events, call, heardOrders } = deps
  const { heard, pages, recent, losses, newest, readNext } = createDriverLists(deps, tokens, tried)
  let stop: (() => void) | null = null
  let askForPoll: (() => void) | null = null
  let cancelPoll: (() => void) | null = null

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
    async accept(current, offerId) {
      const result = await acceptOrder(call, current, offerId, recent)
      if (result.outcome === 'refused' && result.cause === 'taken') losses.note(offerId, clock.now())
      return result
    },
    listen(hint, live) {
      askForPoll = hint
      newest.listen?.(hint, live)
      stop ??= events.listen(`driver.${tokens.platformDriverId}`, {
        published(data) {
          const about = shapes.orderOfEvent(data)
          if (about !== null && heard.add(about.orderId, about.eventId, heardOrders.moment())) hint()
        },
        // What was announced before is not announced again.
        subscribed: hint,
        // Who shares readings hears of each change in any case.
        live: (isLive) => live?.(isLive || newest.listen !== undefined),
      })
    },
    ...(newest.listen && { sharesReadings: true }),
    onTokens: newest.setTokens,
    onClose() {
      askForPoll = null
      cancelPoll?.()
      stop?.()
      newest.leave()
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
  read: (order: HeardOrder) => Promise<JsonResult<FleetbaseOrder>>,
  heard: HeardOrders,
  offersOf: (orders: readonly FleetbaseOrder[]) => Offer[],
): Promise<ListRead> {
  const asked = heard.take()
  const results = await Promise.all(asked.map(read))
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

async function readOwnPage(
  call: JsonCalls,
  turns: ListTurns,
  tokens: PlatformTokens,
  offset: number,
): Promise<SharedList<Page> | Unread> {
  const read = await readPage(call, turns, tokens, offset)
  if (read.kind !== 'list') return read
  const value = parsePage(read.text)
  return value === null ? { kind: 'troubled', problem: NO_LIST } : { ...read, value }
}

/** A page as it came, in its turn among the lists of the instance. */
async function readPage(
  call: JsonCalls,
  turns: ListTurns,
  { accessToken: token, platformDriverId }: PlatformTokens,
  offset: number,
): Promise<{ kind: 'list'; text: string; receivedAtMs: number } | Unread> {
  const wanted = {
    adhoc: '1',
    unassigned: '1',
    dispatched: '1',
    limit: String(PAGE_SIZE),
    sort: '-created_at',
  }
  const query = { nearby: platformDriverId, ...wanted, ...(offset > 0 && { offset: String(offset) }) }
  const path = `/v1/orders?${new URLSearchParams(query)}`
  const result = await turns.take(() => call({ method: 'GET', path, token, priority: 'poll' }, null))
  if (result === null) return { kind: 'nothing', retryAfterMs: 0 }
  if (result.kind !== 'answer') return unreadOf(result, meet)
  return { kind: 'list', text: result.text, receivedAtMs: result.receivedAtMs }
}

function parsePage(text: string): Page | null {
  const list = shapes.listIn(text)
  if (list === null) return null
  const { orders, skipped } = readOrders(list)
  return skipped > 0 && orders.length === 0 ? null : { orders, entries: list.length }
}
