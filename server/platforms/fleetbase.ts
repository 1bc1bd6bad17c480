import { isTimeZone } from '@madruga/core/time.ts'
import type { InstanceStatement } from '@madruga/core/instances.ts'
import type { Station } from '@madruga/core/offers.ts'
import { ABSENT_CALLS, NO_CAPABILITIES } from './absent.ts'
import type { AdapterOptions } from './adapter-options.ts'
import { createPayeeReader } from './fleetbase/payees.ts'
import { keepAllowance } from './fleetbase/allowance.ts'
import { isGone, meet, readOrder } from './fleetbase/calls.ts'
import { createHeardOrderReader, createNewest, openFleetbaseFeed } from './fleetbase/feed.ts'
import type { FeedDeps } from './fleetbase/feed.ts'
import {
  NEARBY,
  isDeliveredBy,
  isHeldBy,
  lossOfBlock,
  orderIdOf,
  readOrders,
  toBlock,
} from './fleetbase/orders.ts'
import { createListTurns } from './fleetbase/list-turns.ts'
import * as shapes from './fleetbase/shapes.ts'
import type { FleetbaseCompany, FleetbaseDriver, FleetbaseOrder } from './fleetbase/shapes.ts'
import { createSignIn } from './fleetbase/sign-in.ts'
import { createEventSocket } from './fleetbase/socket.ts'
import { createWatchedOrders } from './fleetbase/watched.ts'
import { createJsonCalls, problemOf, replyOf, trouble } from './json-calls.ts'
import type { JsonCalls } from './json-calls.ts'
import type { Platform, PlatformReply, PlatformTokens } from './model.ts'
import { platformOfferId } from './offer-ids.ts'

/** What Fleetbase allows one address, unless its operator has changed it: 120 a minute. */
const QUOTA_PER_HOUR = 7_200

/** Creates the adapter of one Fleetbase instance (docs/platforms/fleetbase.md). */
export function createFleetbasePlatform(options: AdapterOptions): Platform {
  const { name, clock, key, dispatcher } = options
  const payMetaKey = options.options.payMetaKey || null
  const call = createJsonCalls(keepAllowance(options.fetch, clock))
  const { currency = null, timeZone = null } = options.options
  const payees = { call, clock, recorded: currency }
  const readPayee = createPayeeReader({ ...payees, locates: options.readEveryMs !== undefined })
  const readCurrency = currency === null ? readPayee : createPayeeReader({ ...payees, locates: false })
  const turns = createListTurns(clock)
  const events = createEventSocket({ url: socketUrlOf(options), clock, dispatcher })
  const newest = createNewest({ call, clock, turns, events }, options)
  const heardOrders = createHeardOrderReader(call, clock)
  const feedDeps = { call, clock, payMetaKey, readPayee, events, turns, newest, heardOrders }
  const watch = createWatchedOrders(events)
  const answers = async (): Promise<boolean> => {
    const path = '/v1/orders?limit=1'
    const result = await call({ method: 'GET', path, token: key, priority: 'sign_in' }, null)
    // A refusal is an answer; silence and a server's failure are none.
    return result.kind === 'answer' || (result.kind === 'refusal' && result.status < 500)
  }
  return {
    // There is no release: cancelling would cancel the customer's order.
    ...ABSENT_CALLS,
    name,
    variants: ['courier'],
    capabilities: {
      ...NO_CAPABILITIES,
      push: true,
      acceptStarts: true,
      // Once right after the accept, and once when a slow rival's start would show.
      readBacks: 2,
      relists: true,
      identity: 'email',
    },
    ...createSignIn({ call, key, clock, answers }),
    ...driverCalls(call, { currency, timeZone }),
    heldBlocks: (tokens, doubtful = []) =>
      readHeld({ call, clock, payMetaKey, readPayee: readCurrency }, tokens, doubtful),
    watchHeld({ platformDriverId }, blocks, changed) {
      const running = blocks.filter(({ state }) => state === 'held' || state === 'checked_in')
      watch(
        platformDriverId,
        running.map(({ blockId }) => orderIdOf(blockId)),
        changed,
      )
    },
    async whyLost(tokens, blockId) {
      const id = orderIdOf(blockId)
      const read = await readDoubtful(call, tokens, [id])
      return read.ok ? { ok: true, value: lossOfBlock(read.value.get(id) ?? null, blockId) } : read
    },
    limits: async () => ({ ok: true, value: { quotaPerHour: QUOTA_PER_HOUR, remaining: QUOTA_PER_HOUR } }),
    openFeed: (tokens, _variant, tried = []) => openFleetbaseFeed(feedDeps, tokens, tried),
    answers,
    async states() {
      const path = '/v1/organizations/current'
      const result = await call({ method: 'GET', path, token: key, priority: 'sign_in' }, shapes.company)
      if (result.kind !== 'answer') return null
      const { currency: paidIn, timezone, owner } = result.value
      // Signing up sets the owner's alone.
      const limit = Number(result.headers['x-ratelimit-limit'])
      return {
        currency: paidIn ?? null,
        timeZone: timezone || owner?.timezone || null,
        requestsPerMinute: Number.isInteger(limit) && limit > 0 ? limit : null,
      }
    },
    close() {
      newest.close()
      events.close()
      return Promise.resolve()
    },
  }
}

/** Events are announced at the base URL's host, unless the record says where. */
function socketUrlOf({ baseUrl, options }: AdapterOptions): string {
  const url = new URL(options.socketUrl || '/socketcluster/', baseUrl)
  url.protocol = url.protocol === 'https:' || url.protocol === 'wss:' ? 'wss:' : 'ws:'
  return url.href
}

/** What the operator's record says; null = nothing. */
type Recorded = Pick<InstanceStatement, 'currency' | 'timeZone'>

/** The driver's place, presence and where they work. */
function driverCalls(call: JsonCalls, recorded: Recorded) {
  const read = (tokens: PlatformTokens) =>
    call({ method: 'GET', path: pathOf(tokens), token: tokens.accessToken, priority: 'read' }, shapes.driver)
  const post = (tokens: PlatformTokens, action: string, body: object) =>
    call(
      {
        method: 'POST',
        path: `${pathOf(tokens)}/${action}`,
        token: tokens.accessToken,
        body,
        priority: 'read',
      },
      null,
    )
  return {
    async setLocation(tokens, { latitude, longitude }) {
      return replyOf(await post(tokens, 'track', { latitude, longitude }), () => null, meet)
    },
    async setOnline(tokens, online) {
      const before = replyOf(await read(tokens), (driver) => driver.online, meet)
      if (!before.ok) return before
      if (before.value === online) return { ok: true, value: { changed: false } }
      return replyOf(await post(tokens, 'toggle-online', { online }), () => ({ changed: true }), meet)
    },
    async stations(tokens) {
      const driver = await read(tokens)
      if (driver.kind !== 'answer') return { ok: false, problem: problemOf(driver, meet) }
      const path = `${pathOf(tokens)}/current-organization`
      const found = await call(
        { method: 'GET', path, token: tokens.accessToken, priority: 'read' },
        shapes.company,
      )
      const isAbsent = found.kind === 'refusal' && found.status === 404
      if (found.kind !== 'answer' && !isAbsent) return { ok: false, problem: problemOf(found, meet) }
      const company = found.kind === 'answer' ? found.value : null
      return { ok: true, value: [placeOf(driver.value, company, recorded)] }
    },
  } satisfies Partial<Platform>
}

function pathOf({ platformDriverId }: PlatformTokens): string {
  return `/v1/drivers/${encodeURIComponent(platformDriverId)}`
}

/** Fleetbase has no stations: the one place of an instance is wherever the driver is. */
function placeOf(driver: FleetbaseDriver, company: FleetbaseCompany | null, recorded: Recorded): Station {
  const name = company?.name || driver.company_name || 'Fleetbase'
  const { latitude = 0, longitude = 0 } = driver.location ?? {}
  return {
    id: NEARBY,
    variant: 'courier',
    code: name,
    name,
    address: '',
    city: driver.city ?? '',
    state: '',
    programme: 'place',
    latitude,
    longitude,
    timeZone: zoneOf(recorded.timeZone ?? company?.timezone),
    currency: recorded.currency ?? driver.currency ?? null,
  }
}

function zoneOf(said: string | null | undefined): string {
  return said && isTimeZone(said) ? said : 'UTC'
}

/**
 * The driver's running orders. The list may lag; what it says of doubtful orders is replaced by the orders
 * themselves, one by one. A doubtful order that the driver has delivered meanwhile was theirs.
 */
async function readHeld(
  { call, clock, payMetaKey, readPayee }: Pick<FeedDeps, 'call' | 'clock' | 'payMetaKey' | 'readPayee'>,
  tokens: PlatformTokens,
  doubtful: readonly string[],
): ReturnType<Platform['heldBlocks']> {
  const { platformDriverId: me, accessToken: token } = tokens
  const path = `/v1/orders?${new URLSearchParams({ driver_assigned: me, active: '1', limit: '-1' })}`
  const listed = await call({ method: 'GET', path, token, priority: 'read' }, shapes.list)
  if (listed.kind !== 'answer') return { ok: false, problem: problemOf(listed, meet) }
  const { orders, skipped } = readOrders(listed.value)
  // What cannot be read might be the driver's: a list without it would say that it is gone.
  if (skipped > 0) return { ok: false, problem: trouble('unexpected_reply', 'orders that cannot be read') }
  const paid = await readPayee(tokens)
  if (paid.kind !== 'answer') return { ok: false, problem: problemOf(paid, meet) }
  const rules = { payMetaKey, currency: paid.value.currency, now: clock.now() }
  const asked = await readDoubtful(call, tokens, doubtful.map(platformOfferId))
  if (!asked.ok) return asked
  const found = new Map(orders.map((order) => [order.id, order]))
  for (const [id, order] of asked.value) {
    if (order === null) found.delete(id)
    else found.set(id, order)
  }
  return {
    ok: true,
    value: [...found.values()]
      .filter((order) => isHeldBy(order, me) || (asked.value.has(order.id) && isDeliveredBy(order, me)))
      .map((order) => toBlock(order, me, rules)),
  }
}

async function readDoubtful(
  call: JsonCalls,
  tokens: PlatformTokens,
  ids: readonly string[],
): Promise<PlatformReply<Map<string, FleetbaseOrder | null>>> {
  const read = new Map<string, FleetbaseOrder | null>()
  for (const id of new Set(ids)) {
    const result = await readOrder(call, tokens, id, 'read')
    if (result.kind !== 'answer' && !isGone(result)) return { ok: false, problem: problemOf(result, meet) }
    read.set(id, result.kind === 'answer' ? result.value : null)
  }
  return { ok: true, value: read }
}
