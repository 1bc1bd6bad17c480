import { request } from 'undici'
import { z } from 'zod'
import type { Clock } from '../../kit/clock.ts'
import type { InstanceFetch } from '../instance-fetch.ts'
import { createJsonCalls, replyOf } from '../json-calls.ts'
import type { JsonCall, JsonCalls, JsonRefusal } from '../json-calls.ts'
import { createListFeed, unreadOf } from '../list-feed.ts'
import type { ListRead } from '../list-feed.ts'
import type { AcceptResult, Platform, PlatformRefusal, PlatformReply, PlatformTokens } from '../model.ts'
import { platformOfferId } from '../offer-ids.ts'
import { COURIER_SHAPES, toHeldJob, toJobOffer } from './courier-shapes.ts'
import { readRefusal, troubleOf } from './trouble.ts'

/** What of couriers' jobs a platform object offers; each is a platform with capabilities of its own. */
export type CourierWork = 'shifts' | 'orders' | 'all'

export type MarketCourierOptions = {
  url: string
  clock: Clock
  fetch: InstanceFetch
  /** Default `all`. */
  work?: CourierWork
}

/** An accept that is answered later than this is unknown. */
const ACCEPT_TIMEOUT_MS = 3_000

const session = z.object({
  driverId: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresAt: z.iso.datetime(),
})

/** Creates the adapter of the market's jobs for couriers (docs/platforms/market.md). */
export function createMarketCourierPlatform(options: MarketCourierOptions): Platform {
  const { url, clock, fetch, work = 'all' } = options
  const calls = createJsonCalls(fetch)
  const hasOrders = work !== 'shifts'
  const hasShifts = work !== 'orders'
  return {
    name: 'market',
    variants: ['courier'],
    capabilities: {
      push: true,
      instantOffers: false,
      checkIn: false,
      release: hasShifts,
      decline: false,
      humanVerification: false,
      acceptStarts: hasOrders,
      waitlist: hasShifts,
      // A later accept of an order replaces an earlier one.
      readBacks: hasOrders ? 2 : 0,
      relists: true,
      identity: 'email',
    },
    ...accountCalls(calls),
    ...holdingCalls(calls, hasShifts),
    openFeed(tokens) {
      const hints = createHints(url)
      return createListFeed({
        tokens,
        clock,
        read: (now) => readJobs(calls, now, work),
        accept: (now, offerId) => accept(calls, now, offerId, hasOrders),
        listen: (hint, live) => hints.open(tokens, hint, live),
        onTokens: hints.renew,
        onClose: hints.close,
      })
    },
    async answers() {
      const result = await calls({ method: 'GET', path: '/v1/limits', token: null, priority: 'read' }, null)
      return result.kind === 'answer' || (result.kind === 'refusal' && result.status < 500)
    },
    close: async () => {},
  }
}

function get(path: string, tokens: PlatformTokens, priority: JsonCall['priority'] = 'read'): JsonCall {
  return { method: 'GET', path, token: tokens.accessToken, priority }
}

/** The market's words for a refusal. */
function meet({ status, said, retryAfterMs }: JsonRefusal) {
  const seconds = retryAfterMs === null ? -1 : retryAfterMs / 1_000
  return troubleOf(status, readRefusal(JSON.stringify(said) ?? ''), seconds)
}

/** Signing in, and what couriers have nothing of. */
function accountCalls(calls: JsonCalls) {
  const signedIn = async (path: string, body: unknown): Promise<PlatformReply<PlatformTokens>> => {
    const call = { method: 'POST' as const, path, token: null, body, priority: 'sign_in' as const }
    return replyOf(
      await calls(call, session),
      ({ driverId, expiresAt, ...tokens }) => ({
        ...tokens,
        expiresAt: Date.parse(expiresAt),
        platformDriverId: driverId,
      }),
      meet,
    )
  }
  return {
    signIn: ({ email, password }, { signOutOthers = false } = {}) =>
      signedIn('/v1/sign-in', { email, password, ...(signOutOthers && { signOutOthers }) }),
    refresh: ({ refreshToken }) => signedIn('/v1/refresh', { refreshToken }),
    async limits(tokens) {
      const shape = z.object({ quota: z.object({ perHour: z.number(), remaining: z.number() }) })
      return replyOf(
        await calls(get('/v1/limits', tokens), shape),
        ({ quota }) => ({ quotaPerHour: quota.perHour, remaining: quota.remaining }),
        meet,
      )
    },
    checkIn: async () => ({ ok: true, value: { refused: 'not_found', opensAt: null, distanceM: null } }),
    setLocation: async () => ({ ok: true, value: null }),
    instantOffers: async () => ({ ok: true, value: { enabled: false, confirmation: 'confirmed' } }),
    verification: async () => ({ ok: true, value: null }),
    answerVerification: async () => ({ ok: true, value: { solved: false } }),
  } satisfies Partial<Platform>
}

function refuse(refused: PlatformRefusal['refused']) {
  return { ok: true, value: { refused, opensAt: null, distanceM: null } } as const
}

/** Places, what a courier holds or waits for, and giving it back. */
function holdingCalls(calls: JsonCalls, releases: boolean) {
  return {
    async stations(tokens) {
      return replyOf(
        await calls(get('/v1/places', tokens), COURIER_SHAPES.places),
        ({ stores }) =>
          stores.map(({ lat, lng, ...place }) => ({
            ...place,
            variant: 'courier' as const,
            code: place.name,
            programme: 'logistics',
            latitude: lat,
            longitude: lng,
          })),
        meet,
      )
    },
    async heldBlocks(tokens) {
      const result = await calls(get('/v1/holdings', tokens), COURIER_SHAPES.holdings)
      return replyOf(result, ({ holdings }) => holdings.map(toHeldJob), meet)
    },
    async release(tokens, blockId) {
      const path = `/v1/holdings/${encodeURIComponent(blockId)}/release`
      const call = { method: 'POST', path, token: tokens.accessToken, priority: 'accept' } as const
      const result = await calls(call, z.object({ late: z.boolean() }))
      if (result.kind !== 'refusal') return replyOf(result, (value) => value, meet)
      const { code } = readRefusal(JSON.stringify(result.said) ?? '')
      if (code === 'not_found') return refuse('not_found')
      if (code === 'too_late' || !releases) return refuse('too_late')
      return { ok: false, problem: meet(result) }
    },
  } satisfies Partial<Platform>
}

async function readJobs(calls: JsonCalls, tokens: PlatformTokens, work: CourierWork): Promise<ListRead> {
  const result = await calls(get('/v1/jobs', tokens, 'poll'), COURIER_SHAPES.jobs)
  if (result.kind !== 'answer') return unreadOf(result, meet)
  const { value, text, receivedAtMs } = result
  const isOffered = { shifts: ['shift'], orders: ['order'], all: ['shift', 'order'] }[work]
  const offers = value.jobs.filter(({ kind }) => isOffered.includes(kind)).map(toJobOffer)
  return { kind: 'list', offers, text, receivedAtMs }
}

async function accept(
  calls: JsonCalls,
  tokens: PlatformTokens,
  offerId: string,
  isReadBack: boolean,
): Promise<AcceptResult> {
  const jobId = platformOfferId(offerId)
  const path = `/v1/jobs/${encodeURIComponent(jobId)}/accept`
  const call = {
    method: 'POST',
    path,
    token: tokens.accessToken,
    priority: 'accept',
    timeoutMs: ACCEPT_TIMEOUT_MS,
  } as const
  const result = await calls(call, COURIER_SHAPES.holding)
  if (result.kind === 'over_budget') return { outcome: 'not_sent', cause: 'over_budget' }
  if (result.kind === 'fault') return { outcome: 'unknown', detail: result.problem.detail ?? 'no answer' }
  if (result.kind === 'refusal') return readRefused(result, jobId, isReadBack)
  const { holdingId: blockId, state } = result.value
  if (state === 'pending' || state === 'waitlisted') return { outcome: 'waiting', waiting: state, blockId }
  return isReadBack
    ? { outcome: 'waiting', waiting: 'provisional', blockId }
    : { outcome: 'accepted', blockId }
}

function readRefused(refusal: JsonRefusal, jobId: string, isReadBack: boolean): AcceptResult {
  const { status, said } = refusal
  const { code, offerId, skills } = readRefusal(JSON.stringify(said) ?? '')
  if (status === 404 || status === 410) return { outcome: 'refused', cause: 'taken' }
  if (code === 'not_eligible')
    return {
      outcome: 'refused',
      cause: 'not_eligible',
      detail: (skills ?? []).join(', '),
      lacks: skills ?? [],
      // An order may be the driver's all the same.
      ...(isReadBack && { isDoubtful: true }),
    }
  if (status === 409)
    return offerId === jobId
      ? { outcome: 'unknown', detail: 'already held' }
      : { outcome: 'refused', cause: 'conflict' }
  if (status >= 500) return { outcome: 'unknown', detail: `status ${status}` }
  return { outcome: 'troubled', problem: meet(refusal) }
}

/** How long after a lost connection announcements are asked for again. */
const AGAIN_MS = 2_000

/** The market's announcements: a response that stays open, opened again with new tokens and after a loss. */
function createHints(url: string) {
  let controller: AbortController | null = null
  let restart: ((tokens: PlatformTokens) => void) | null = null
  const follow = async (
    tokens: PlatformTokens,
    signal: AbortSignal,
    hint: () => void,
    live: (isLive: boolean) => void,
  ): Promise<void> => {
    while (!signal.aborted) {
      try {
        const headers = { authorization: `Bearer ${tokens.accessToken}` }
        const reply = await request(new URL('/v1/hints', url), { headers, signal, bodyTimeout: 0 })
        if (reply.statusCode === 200) {
          live(true)
          // Something may have been announced before the connection stood.
          hint()
          for await (const _ of reply.body) hint()
        } else await reply.body.dump()
      } catch {
        // A lost connection: the search polls at its own pace meanwhile.
      }
      if (signal.aborted) return
      live(false)
      await new Promise((next) => setTimeout(next, AGAIN_MS).unref())
    }
  }
  return {
    open(tokens: PlatformTokens, hint: () => void, live: (isLive: boolean) => void = () => {}): void {
      restart = (now) => {
        controller?.abort()
        controller = new AbortController()
        void follow(now, controller.signal, hint, live)
      }
      restart(tokens)
    },
    renew: (tokens: PlatformTokens) => restart?.(tokens),
    close(): void {
      restart = null
      controller?.abort()
    },
  }
}
