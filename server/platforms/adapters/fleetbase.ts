import { isTimeZone, DAY_MS } from '@madruga/core/time.ts'
import type { InstanceStatement } from '@madruga/core/instances.ts'
import type { Station } from '@madruga/core/offers.ts'
import { ABSENT_CALLS, NO_CAPABILITIES, PLACE } from './absent.ts'
import type { AdapterOptions } from './options.ts'
import { createStarts } from './fleetbase/accept.ts'
import { driverPath, isGone, meet, readOrder } from './fleetbase/calls.ts'
import { NAMED_KEPT_MS, createNewest, openFleetbaseFeed } from './fleetbase/feed.ts'
import type { FeedDeps } from './fleetbase/feed.ts'
import { NEARBY, isDeliveredBy, isHeldBy, lossOfBlock, orderIdOf, toBlock } from './fleetbase/orders.ts'
import { createPayeeReader } from './fleetbase/payees.ts'
import { keepAllowance, queueLists } from './fleetbase/polls.ts'
import * as shapes from './fleetbase/shapes.ts'
import type { FleetbaseCompany, FleetbaseDriver, FleetbaseOrder } from './fleetbase/shapes.ts'
import { createKeptResults } from './kept-results.ts'
import type { Platform, PlatformReply, PlatformTokens } from '../model.ts'
import { platformOfferId } from './offer-ids.ts'
import { createRest, trouble, troubleOf } from './rest.ts'
import type { Rest, Meet, RestResult } from './rest.ts'
import { readEntries } from './shapes.ts'
import { createEventSocket } from './socketcluster.ts'
import type { Clock } from '../../kit/clock.ts'

/** Creates the adapter of one Fleetbase instance (docs/platforms/fleetbase.md). */
export function createFleetbasePlatform(options: AdapterOptions): Platform {
  const { name, clock, key, dispatcher } = options
  const { payMetaKey, currency = null, timeZone = null } = options.options
  const rest = createRest(queueLists(keepAllowance(options.fetch, clock), clock), { meet })
  const events = createEventSocket({ url: socketUrlOf(options), clock, dispatcher })
  const newest = createNewest(rest, events, options)
  const feedDeps: FeedDeps = {
    rest,
    clock,
    payMetaKey: payMetaKey || null,
    readPayee: createPayeeReader(rest, clock, currency),
    isShared: options.readEveryMs !== undefined,
    events,
    newest,
    namedOrders: createKeptResults(clock, NAMED_KEPT_MS),
    start: createStarts(rest, clock),
  }
  const answers = () => rest.answers({ path: '/v1/orders?limit=1', by: key, priority: 'sign_in' })
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
    ...createSignIn({ rest, key, clock, answers }),
    ...driverCalls(rest, { currency, timeZone }),
    heldBlocks: (tokens, doubtful = []) => readHeld(feedDeps, tokens, doubtful),
    watchHeld({ platformDriverId }, blocks, changed) {
      const running = blocks.filter(({ state }) => state === 'held' || state === 'checked_in')
      const channels = running.map(({ blockId }) => `order.${orderIdOf(blockId)}`)
      events.watch(platformDriverId, channels, changed)
    },
    async whyLost(tokens, blockId) {
      const id = orderIdOf(blockId)
      const read = await readDoubtful(rest, tokens, [id])
      return read.ok ? { ok: true, value: lossOfBlock(read.value.get(id) ?? null, blockId) } : read
    },
    openFeed: (tokens, _variant, tried = []) => openFleetbaseFeed(feedDeps, tokens, tried),
    answers,
    async states() {
      const call = { path: '/v1/organizations/current', by: key, priority: 'sign_in' } as const
      const result = await rest.send(call, shapes.company)
      if (result.kind !== 'answer') return null
      const { currency: paidIn, timezone, owner } = result.value
      const limit = Number(result.headers['x-ratelimit-limit'])
      return {
        currency: paidIn ?? null,
        // Signing up sets the owner's alone.
        timeZone: timezone || owner?.timezone || null,
        requestsPerMinute: Number.isInteger(limit) && limit > 0 ? limit : null,
      }
    },
    async close() {
      newest.close()
      events.close()
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
function driverCalls(rest: Rest, recorded: Recorded) {
  const read = (by: PlatformTokens) => rest.send({ path: driverPath(by.platformDriverId), by }, shapes.driver)
  const post = (by: PlatformTokens, action: string, body: object) =>
    rest.send({ method: 'POST', path: `${driverPath(by.platformDriverId)}/${action}`, by, body }, null)
  return {
    async setLocation(tokens, { latitude, longitude }) {
      return rest.replyOf(await post(tokens, 'track', { latitude, longitude }), () => null)
    },
    async setOnline(tokens, online) {
      const before = rest.replyOf(await read(tokens), (driver) => driver.online)
      if (!before.ok) return before
      if (before.value === online) return { ok: true, value: { changed: false } }
      return rest.replyOf(await post(tokens, 'toggle-online', { online }), () => ({ changed: true }))
    },
    async stations(by) {
      const driver = await read(by)
      if (driver.kind !== 'answer') return { ok: false, problem: rest.problemOf(driver) }
      const path = `${driverPath(by.platformDriverId)}/current-organization`
      const company = await rest.send({ path, by }, shapes.company)
      if (company.kind === 'refusal' && company.status === 404)
        return { ok: true, value: [placeOf(driver.value, null, recorded)] }
      return rest.replyOf(company, (value) => [placeOf(driver.value, value, recorded)])
    },
  } satisfies Partial<Platform>
}

/** Fleetbase has no stations: the one place of an instance is wherever the driver is. */
function placeOf(driver: FleetbaseDriver, company: FleetbaseCompany | null, recorded: Recorded): Station {
  const name = company?.name || driver.company_name || 'Fleetbase'
  const { latitude = 0, longitude = 0 } = driver.location ?? {}
  return {
    ...PLACE,
    id: NEARBY,
    code: name,
    name,
    city: driver.city ?? '',
    latitude,
    longitude,
    timeZone: zoneOf(recorded.timeZone ?? company?.timezone),
    currency: recorded.currency ?? driver.currency ?? null,
  }
}

function zoneOf(stated: string | null | undefined): string {
  return stated && isTimeZone(stated) ? stated : 'UTC'
}

/**
 * The driver's running orders. The list may lag; what it says of doubtful orders is replaced by the orders
 * themselves, one by one. A doubtful order that the driver has delivered in between was theirs.
 */
async function readHeld(
  { rest, clock, payMetaKey, readPayee }: FeedDeps,
  tokens: PlatformTokens,
  doubtful: readonly string[],
): ReturnType<Platform['heldBlocks']> {
  const { platformDriverId: me } = tokens
  const query = new URLSearchParams({ driver_assigned: me, active: '1', limit: '-1' })
  const list = await rest.send({ path: `/v1/orders?${query}`, by: tokens }, shapes.list)
  if (list.kind !== 'answer') return { ok: false, problem: rest.problemOf(list) }
  const { read: orders, unread } = readEntries(list.value, shapes.order)
  // What cannot be read might be the driver's: a list without it would say that it is gone.
  if (unread.length > 0)
    return { ok: false, problem: trouble('unexpected_reply', 'orders that cannot be read') }
  const payee = await readPayee(tokens, false)
  if (payee.kind !== 'answer') return { ok: false, problem: rest.problemOf(payee) }
  const rules = { payMetaKey, currency: payee.value.currency, now: clock.now() }
  const doubts = await readDoubtful(rest, tokens, doubtful.map(platformOfferId))
  if (!doubts.ok) return doubts
  const found = new Map([...orders.map((order) => [order.id, order] as const), ...doubts.value])
  return {
    ok: true,
    value: [...found.values()]
      .filter((order) => order !== null)
      .filter((order) => isHeldBy(order, me) || (doubts.value.has(order.id) && isDeliveredBy(order, me)))
      .map((order) => toBlock(order, me, rules)),
  }
}

/** Orders by their ids, as they are now; null = gone. */
async function readDoubtful(
  rest: Rest,
  tokens: PlatformTokens,
  ids: readonly string[],
): Promise<PlatformReply<Map<string, FleetbaseOrder | null>>> {
  const orders = new Map<string, FleetbaseOrder | null>()
  for (const id of new Set(ids)) {
    const result = await readOrder(rest, tokens, id)
    if (result.kind !== 'answer' && !isGone(result)) return { ok: false, problem: rest.problemOf(result) }
    orders.set(id, result.kind === 'answer' ? result.value : null)
  }
  return { ok: true, value: orders }
}

/** How long a token lives. Fleetbase neither says so nor renews it. */
const TOKEN_MS = 7 * DAY_MS

type SignInDeps = { rest: Rest; key: string | null; clock: Clock; answers(): Promise<boolean> }

/** Signing in by password, or by a code that a text message brings. */
function createSignIn({ rest, key, clock, answers }: SignInDeps) {
  /**
   * Asks for a driver by an identity; one that Fleetbase does not know ends as 500. A server in trouble says
   * the same, so it is asked twice, and once whether it answers anything at all.
   */
  const post = async <T>(
    action: string,
    body: object,
    shape: Parameters<typeof rest.send<T>>[1],
  ): Promise<[result: RestResult<T>, meet: Meet]> => {
    const call = { method: 'POST', path: `/v1/drivers/${action}`, by: key, body } as const
    const send = () => rest.send({ ...call, priority: 'sign_in' }, shape)
    const first = await send()
    const isDoubtful = first.kind === 'refusal' && first.status === 500 && (await answers())
    return isDoubtful ? [await send(), meetUnknown] : [first, meetSignIn]
  }
  return {
    async signIn({ email, password }, { byCode = false } = {}) {
      const identity = writeIdentity(email)
      const [result, meetThis] = byCode
        ? await post('verify-code', { identity, code: password }, shapes.session)
        : await post('login', { identity, password }, shapes.session)
      return rest.replyOf(
        result,
        ({ id: platformDriverId, token: accessToken }) => ({
          accessToken,
          refreshToken: '',
          expiresAt: clock.now() + TOKEN_MS,
          platformDriverId,
        }),
        meetThis,
      )
    },
    async sendCode(phone) {
      const [result, meetThis] = await post('login-with-sms', { phone: writeIdentity(phone) }, null)
      return rest.replyOf(result, () => null, meetThis)
    },
  } satisfies Partial<Platform>
}

/** A telephone number as Fleetbase stores it, without what people put between its digits. */
function writeIdentity(typed: string): string {
  return typed.includes('@') ? typed : typed.replace(/[\s().-]/g, '')
}

/** A refusal with words is about the driver; one of the framework is about the operator's key. */
const meetSignIn: Meet = (refusal) => {
  const { status, said } = refusal
  const words = shapes.wordsOf(said)
  if (shapes.isOfPlatform(said) && [400, 401, 404].includes(status)) return trouble('sign_in_refused', words)
  return status === 401
    ? trouble('unavailable', `the instance refuses our key: ${words}`)
    : troubleOf(refusal, words)
}

const meetUnknown: Meet = (refusal) =>
  refusal.status === 500 ? trouble('sign_in_refused', 'status 500: no such driver') : meetSignIn(refusal)
