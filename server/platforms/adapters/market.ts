import type { Station } from '@madruga/core/offers.ts'
import type { z } from 'zod'
import type { Clock } from '../../kit/clock.ts'
import { createCalls, replyOf } from './market/calls.ts'
import type { Call, CallResult } from './market/calls.ts'
import { MarketFeed, emptyFigures } from './market/feed.ts'
import type { FeedFigures, RequestWriter } from './market/feed.ts'
import * as shapes from './market/shapes.ts'
import type { HeldBlock, Platform, PlatformRefusal, PlatformReply, PlatformTokens } from '../model.ts'
import { shareAnswers } from '../shared-answers.ts'
import { ConnectionPool } from './wire/connections.ts'

export { createMarketCourierPlatform } from './market/courier.ts'
export { readOffer as readMarketOffer } from './market/offers.ts'

export type MarketOptions = {
  /** Where the market answers: `http://host:port` or `https://...`. */
  url: string
  /** Keep-alive sockets for polls; 64 by default, as measured for 10,000 polls a second. */
  connections?: number
  /** Free sockets that polls leave to accepts; 4 by default. */
  reserved?: number
  /** Time-out of calls off the hot path; 10 s by default. */
  callTimeoutMs?: number
  /** PEM of an authority to trust, where the market's certificate is not public. */
  ca?: string
  /** Ids that a driver's feed remembers. */
  idsAFeed?: number
  clock: Clock
}

/** Counters of the adapter since its creation. */
export type MarketFigures = FeedFigures & ReturnType<ConnectionPool['figures']>
export type MarketPlatform = Platform & { figures(): MarketFigures }

/** Codes by which the market refuses for reasons that the driver is told. */
const REFUSALS: ReadonlySet<string> = new Set<PlatformRefusal['refused']>([
  'not_found',
  'too_early',
  'too_late',
  'outside_geofence',
  'no_location',
])

/** Home, console and health ask, so that a frozen market is named within 20 s, however rarely bots poll. */
const ANSWERS = { forMs: 3_000, silentMs: 3_000 }

/** Creates the market's adapter: cold calls over undici, polls and accepts over our own client (ADR 0003). */
export function createMarketPlatform(options: MarketOptions): MarketPlatform {
  const url = new URL(options.url)
  const root = url.pathname.replace(/\/+$/, '')
  const pool = openConnections(url, options)
  const calls = createCalls({ url: options.url, timeoutMs: options.callTimeoutMs ?? 10_000, ca: options.ca })
  const figures = emptyFigures()
  const market = openCalls(calls, root)
  const write: RequestWriter = (method, path, accessToken) =>
    `${method} ${root}${path} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${accessToken}\r\n` +
    `${method === 'POST' ? 'Content-Length: 0\r\n' : ''}\r\n`

  return {
    name: 'market',
    variants: ['amazon', 'spark'],
    capabilities: {
      // The market would hold a request until its list changes, which needs a socket for each driver.
      push: false,
      instantOffers: true,
      checkIn: true,
      release: true,
      decline: false,
      humanVerification: true,
      acceptStarts: false,
      waitlist: false,
      readBacks: 0,
      identity: 'email',
    },
    ...accountCalls(market),
    ...blockCalls(market),
    ...instantCalls(market),
    openFeed: (tokens, variant) => new MarketFeed(pool, write, variant, figures, tokens, options.idsAFeed),
    answers: shareAnswers(options.clock, ANSWERS, async () => {
      const result = await market.send({ method: 'GET', path: '/v1/limits', accessToken: null })
      // A refusal for lack of a token is an answer; silence and a server's failure are none.
      return result.kind === 'answer' || (result.kind === 'refusal' && result.status < 500)
    }),
    async close() {
      pool.close()
      await calls.close()
    },
    figures: () => ({ ...figures, ...pool.figures() }),
  }
}

/** Calls of the market by shape, at the path under which it answers. */
type MarketCalls = {
  call<T>(one: Call, shape: z.ZodType<T>): Promise<CallResult<T>>
  /** A call whose answer's body does not matter. */
  send(one: Call): Promise<CallResult<null>>
}

function openCalls(calls: ReturnType<typeof createCalls>, root: string): MarketCalls {
  return {
    call: <T>(one: Call, shape: z.ZodType<T>) =>
      calls.call({ ...one, path: root + one.path }, shape) as Promise<CallResult<T>>,
    send: (one) => calls.call({ ...one, path: root + one.path }, null),
  }
}

/** Signing in, human checks and limits. */
function accountCalls({ call, send }: MarketCalls) {
  return {
    async signIn(secret, { signOutOthers = false } = {}) {
      const { email, password } = secret
      const body = signOutOthers ? { email, password, signOutOthers } : { email, password }
      return replyOf(await call(post('/v1/sign-in', null, body), shapes.session), toTokens)
    },
    async refresh(tokens) {
      const body = { refreshToken: tokens.refreshToken }
      return replyOf(await call(post('/v1/refresh', null, body), shapes.session), toTokens)
    },
    async verification(tokens) {
      return replyOf(await call(get('/v1/verification', tokens), shapes.verification), (value) =>
        value.challengeId === null
          ? null
          : { challengeId: value.challengeId, question: value.question ?? '', imageSvg: value.image ?? '' },
      )
    },
    async answerVerification(tokens, challengeId, answer) {
      const result = await send(
        post(`/v1/verification/${encodeURIComponent(challengeId)}`, tokens, { answer }),
      )
      if (result.kind === 'refusal' && result.said.code === 'wrong_answer') {
        return { ok: true, value: { solved: false } }
      }
      return replyOf(result, () => ({ solved: true }))
    },
    async limits(tokens) {
      return replyOf(await call(get('/v1/limits', tokens), shapes.limits), (value) => ({
        quotaPerHour: value.quota.perHour,
        remaining: value.quota.remaining,
      }))
    },
  } satisfies Partial<Platform>
}

/** Stations, and the blocks that a driver holds. */
function blockCalls({ call }: MarketCalls) {
  return {
    async stations(tokens, variant) {
      if (variant === 'spark') return replyOf(await call(get('/v1/stores', tokens), shapes.stores), toStores)
      return replyOf(await call(get('/v1/stations', tokens), shapes.stations), toStations)
    },
    async heldBlocks(tokens) {
      return replyOf(await call(get('/v1/blocks', tokens), shapes.blocks), toBlocks)
    },
    async release(tokens, blockId) {
      const path = `/v1/blocks/${encodeURIComponent(blockId)}/release`
      return refusableReply(await call(post(path, tokens), shapes.released))
    },
    async checkIn(tokens, blockId, place) {
      const path = `/v1/blocks/${encodeURIComponent(blockId)}/check-in`
      return refusableReply(await call(post(path, tokens, toPlace(place)), shapes.checkedIn))
    },
  } satisfies Partial<Platform>
}

/** The driver's place and the switch of instant offers. */
function instantCalls({ call, send }: MarketCalls) {
  return {
    async setLocation(tokens, place) {
      return replyOf(
        await send({ ...post('/v1/location', tokens, toPlace(place)), method: 'PUT' }),
        () => null,
      )
    },
    async instantOffers(tokens, enabled) {
      const path = '/v1/instant-offers'
      const one =
        enabled === null ? get(path, tokens) : { ...post(path, tokens, { enabled }), method: 'PUT' as const }
      return refusableReply(await call(one, shapes.instantOffers))
    },
  } satisfies Partial<Platform>
}

function openConnections(url: URL, options: MarketOptions): ConnectionPool {
  const tls = url.protocol === 'https:'
  return new ConnectionPool({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (tls ? 443 : 80) : Number(url.port),
    tls,
    ca: options.ca,
    connections: options.connections ?? 64,
    reserved: options.reserved ?? 4,
    clock: options.clock,
  })
}

function get(path: string, tokens: PlatformTokens): Call {
  return { method: 'GET', path, accessToken: tokens.accessToken }
}

function post(path: string, tokens: PlatformTokens | null, body?: unknown): Call {
  return { method: 'POST', path, accessToken: tokens?.accessToken ?? null, body }
}

function toPlace(place: { latitude: number; longitude: number }) {
  return { lat: place.latitude, lng: place.longitude }
}

function toTokens(session: z.infer<typeof shapes.session>): PlatformTokens {
  const { accessToken, refreshToken, expiresAt, driverId } = session
  return { accessToken, refreshToken, expiresAt, platformDriverId: driverId }
}

function toStations(answer: z.infer<typeof shapes.stations>): Station[] {
  return answer.stations.map(({ lat, lng, ...station }) => ({
    ...station,
    variant: 'amazon',
    address: '',
    latitude: lat,
    longitude: lng,
  }))
}

function toStores(answer: z.infer<typeof shapes.stores>): Station[] {
  return answer.stores.map(({ lat, lng, ...store }) => ({
    ...store,
    variant: 'spark',
    code: store.name,
    programme: 'store',
    latitude: lat,
    longitude: lng,
  }))
}

/** Blocks in the market's own shape; throws when they are in none. */
export function readMarketBlocks(blocks: unknown): HeldBlock[] {
  return toBlocks(shapes.blocks.parse({ blocks }))
}

function toBlocks(answer: z.infer<typeof shapes.blocks>): HeldBlock[] {
  return answer.blocks.map(({ start, end, miles, stops, ...block }) => ({
    ...block,
    startAt: start,
    endAt: end,
    miles: miles ?? null,
    stops: stops ?? null,
  }))
}

function refusableReply<T>(result: CallResult<T>): PlatformReply<T | PlatformRefusal> {
  if (result.kind !== 'refusal' || !REFUSALS.has(result.said.code)) {
    return replyOf(result, (value): T | PlatformRefusal => value)
  }
  const { code, opensAt, distanceM } = result.said
  const refused = code as PlatformRefusal['refused']
  return { ok: true, value: { refused, opensAt: opensAt ?? null, distanceM: distanceM ?? null } }
}
