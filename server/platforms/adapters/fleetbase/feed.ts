import type { Offer } from '@madruga/core/offers.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { AdapterOptions } from '../options.ts'
import { createSharedReadings } from '../../instances/shared-readings.ts'
import type { SharedList, SharedReadings } from '../../instances/shared-readings.ts'
import type { KeptResults } from '../kept-results.ts'
import { createListFeed } from '../list-feed.ts'
import type { ListRead } from '../list-feed.ts'
import type { OfferFeed, PlatformTokens, TriedListing } from '../../model.ts'
import { markOf } from '../offer-ids.ts'
import { readJson, trouble } from '../rest.ts'
import type { Rest, RestResult, Unread } from '../rest.ts'
import { readEntries, saysAnything } from '../shapes.ts'
import type { ReadEntries } from '../shapes.ts'
import type { EventSocket } from '../socketcluster.ts'
import { createLosses, createRecentOffers } from './accept.ts'
import type { StartOrder } from './accept.ts'
import { isGone, readOrder } from './calls.ts'
import { createHeardOrders } from './heard.ts'
import type { HeardOrders } from './heard.ts'
import { isOpen, toOffer } from './orders.ts'
import { PAGE_SIZE, createPages } from './pages.ts'
import type { ReadPayee } from './payees.ts'
import * as shapes from './shapes.ts'
import type { FleetbaseOrder } from './shapes.ts'

/** What the feeds of one instance share. */
export type FeedDeps = {
  rest: Rest
  clock: Clock
  payMetaKey: string | null
  readPayee: ReadPayee
  /** Whether drivers near each other share readings. */
  isShared: boolean
  events: EventSocket
  newest: SharedReadings<Page>
  /** Orders that events named, read once for all drivers of a place who heard of one. */
  namedOrders: KeptResults<RestResult<FleetbaseOrder>>
  start: StartOrder
}

/** One page of a list of open orders. */
type Page = ReadEntries<FleetbaseOrder>

const NO_LIST = trouble('unexpected_reply', 'not a list of orders')

/** Lists lag up to this long behind: an order that a list lacks for less may be in the next one. */
export const LIST_LAG_MS = 300_000
/** Events are lost and false as well: however many come, a list is read this often. */
const LIST_EVERY_MS = 60_000
/** What drivers share is read this often at most while events arrive, which tell of new orders. */
const HEARD_EVERY_MS = 10_000
/** A reading of an order is kept for those who have heard of it before. */
export const NAMED_KEPT_MS = 10_000

/** Creates what the drivers of an instance read together: the newest orders of each place. */
export function createNewest(
  rest: Rest,
  events: EventSocket,
  { clock, readEveryMs, others }: Pick<AdapterOptions, 'clock' | 'readEveryMs' | 'others'>,
): SharedReadings<Page> {
  return createSharedReadings<Page>({
    clock,
    everyMs: readEveryMs && (() => Math.max(readEveryMs(), events.isLive() ? HEARD_EVERY_MS : 0)),
    others,
    read: (tokens) => readPage(rest, tokens, 0),
    parse: parsePage,
    noList: NO_LIST,
  })
}

/**
 * What one driver's feed reads. All pages are read with the driver's own tokens now and then; between these,
 * the newest orders are read once for all drivers nearby, and those heard of by an event one by one.
 */
function createDriverLists(deps: FeedDeps, tokens: PlatformTokens, tried: readonly TriedListing[]) {
  const { clock, rest, payMetaKey, readPayee, namedOrders } = deps
  const heard = createHeardOrders()
  const pages = createPages(clock)
  const recent = createRecentOffers(clock)
  const losses = createLosses(tried)
  let place = tokens.platformDriverId
  const newest = deps.newest.join(tokens, () => place)
  let listDueAt = Number.NEGATIVE_INFINITY

  const readNext = async (current: PlatformTokens): Promise<ListRead> => {
    const payee = await readPayee(current, deps.isShared)
    if (payee.kind !== 'answer') return rest.unreadOf(payee)
    place = payee.value.place ?? current.platformDriverId
    const now = clock.now()
    const rules = { payMetaKey, currency: payee.value.currency, now }
    const offersOf = (orders: readonly FleetbaseOrder[], since: number): Offer[] => {
      const offers = orders.filter(isOpen).map((order) => losses.name(toOffer(order, rules), since))
      recent.note(offers)
      return offers
    }
    if (!heard.isEmpty() && now < listDueAt) {
      const read = (id: string, heardAt: number) =>
        namedOrders.get(`${place} ${id}`, () => readOrder(rest, current, id, { priority: 'poll' }), {
          // What began before it was heard of tells of an earlier time.
          after: heardAt,
        })
      return await readHeard(rest, heard, read, (orders) => offersOf(orders, now))
    }
    listDueAt = now + LIST_EVERY_MS
    const offset = pages.offset()
    const isOwn = offset > 0 || pages.isWalkDue()
    const page = isOwn ? await readOwnPage(rest, current, offset) : await newest.read(current)
    if (page.kind !== 'list') return page
    const { text, receivedAtMs, value } = page
    pages.read(
      value.read.map(({ id }) => id),
      value.read.length + value.unread.length,
    )
    const offers = offersOf(value.read, now - LIST_LAG_MS)
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
  const { clock, events, namedOrders } = deps
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
      const result = await deps.start(current, offerId, recent)
      if (result.outcome === 'refused' && result.cause === 'taken') losses.note(offerId, clock.now())
      return result
    },
    listen(hint, live) {
      askForPoll = hint
      newest.listen?.(hint, live)
      stop ??= events.listen(`driver.${tokens.platformDriverId}`, {
        published(data) {
          const about = shapes.orderOfEvent(data)
          if (about !== null && heard.add(about.orderId, about.eventId, namedOrders.moment())) hint()
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

/** A list may lack an order that was heard of, and no other reading says what became of it. */
async function readHeard(
  rest: Rest,
  heard: HeardOrders,
  read: (id: string, heardAt: number) => Promise<RestResult<FleetbaseOrder>>,
  offersOf: (orders: readonly FleetbaseOrder[]) => Offer[],
): Promise<ListRead> {
  const asked = heard.take()
  const results = await Promise.all(asked.map(({ id, heardAt }) => read(id, heardAt)))
  const orders: FleetbaseOrder[] = []
  let answered = 0
  let unread: ListRead = { kind: 'nothing', retryAfterMs: 0 }
  for (const [at, order] of asked.entries()) {
    const result = results[at]!
    if (result.kind === 'answer') orders.push(result.value)
    if (result.kind === 'answer' || isGone(result)) answered++
    else if (result.kind === 'over_budget') heard.putBack(order)
    else heard.retry(order)
    if (result.kind !== 'answer' && unread.kind === 'nothing') unread = rest.unreadOf(result)
  }
  // What was read is not thrown away for the others, which the next poll asks for.
  return answered > 0 ? { kind: 'some', offers: offersOf(orders), receivedAtMs: performance.now() } : unread
}

async function readOwnPage(
  rest: Rest,
  tokens: PlatformTokens,
  offset: number,
): Promise<SharedList<Page> | Unread> {
  const read = await readPage(rest, tokens, offset)
  if (read.kind !== 'list') return read
  const value = parsePage(read.text)
  return value === null ? { kind: 'troubled', problem: NO_LIST } : { ...read, value }
}

/** A page as it came. */
async function readPage(
  rest: Rest,
  by: PlatformTokens,
  offset: number,
): Promise<{ kind: 'list'; text: string; receivedAtMs: number } | Unread> {
  const query = new URLSearchParams({
    nearby: by.platformDriverId,
    adhoc: '1',
    unassigned: '1',
    dispatched: '1',
    limit: String(PAGE_SIZE),
    sort: '-created_at',
    ...(offset > 0 && { offset: String(offset) }),
  })
  const result = await rest.send({ path: `/v1/orders?${query}`, by, priority: 'poll' }, null)
  if (result.kind !== 'answer') return rest.unreadOf(result)
  return { kind: 'list', text: result.text, receivedAtMs: result.receivedAtMs }
}

function parsePage(text: string): Page | null {
  const list = readJson(text, shapes.list)
  const page = list && readEntries(list, shapes.order)
  return page && saysAnything(page) ? page : null
}
