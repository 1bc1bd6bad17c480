import { request } from 'undici'
import { z } from 'zod'
import type { Clock } from '../../../kit/clock.ts'
import type { InstanceFetch } from '../../instances/fetch.ts'
import { ABSENT_CALLS, NOT_FOUND, NO_CAPABILITIES } from '../absent.ts'
import { createListFeed } from '../list-feed.ts'
import type { ListRead } from '../list-feed.ts'
import type { AcceptResult, Platform, PlatformReply, PlatformTokens } from '../../model.ts'
import { platformOfferId } from '../offer-ids.ts'
import { ACCEPT_TIMEOUT_MS, createRest } from '../rest.ts'
import type { Rest, RestRefusal } from '../rest.ts'
import { instant } from '../shapes.ts'
import { COURIER_SHAPES, toHeldJob, toJobOffer } from './courier-shapes.ts'
import { limits, released } from './shapes.ts'
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

const session = z.object({
  driverId: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresAt: instant,
})

/** Creates the adapter of the market's jobs for couriers (docs/platforms/market.md). */
export function createMarketCourierPlatform(options: MarketCourierOptions): Platform {
  const { url, clock, fetch, work = 'all' } = options
  const rest = createRest(fetch, { meet })
  const hasOrders = work !== 'shifts'
  const hasShifts = work !== 'orders'
  return {
    name: 'market',
    variants: ['courier'],
    capabilities: {
      ...NO_CAPABILITIES,
      push: true,
      release: hasShifts,
      acceptStarts: hasOrders,
      waitlist: hasShifts,
      // A later accept of an order replaces an earlier one.
      readBacks: hasOrders ? 2 : 0,
      relists: true,
      identity: 'email',
    },
    ...ABSENT_CALLS,
    ...accountCalls(rest),
    ...holdingCalls(rest, hasShifts),
    openFeed(tokens) {
      const hints = createHints(url)
      return createListFeed({
        tokens,
        clock,
        read: (now) => readJobs(rest, now, work),
        accept: (now, offerId) => accept(rest, now, offerId, hasOrders),
        listen: (hint, live) => hints.open(tokens, hint, live),
        onTokens: hints.renew,
        onClose: hints.close,
      })
    },
    answers: () => rest.answers({ path: '/v1/limits', by: null }),
  }
}

/** The market's words for a refusal. */
function meet({ status, said, retryAfterMs }: RestRefusal) {
  return troubleOf(status, readRefusal(said), retryAfterMs)
}

/** Signing in, and what the market grants. */
function accountCalls(rest: Rest) {
  const signedIn = async (path: string, body: unknown): Promise<PlatformReply<PlatformTokens>> => {
    const call = { method: 'POST', path, by: null, body, priority: 'sign_in' } as const
    return rest.replyOf(await rest.send(call, session), ({ driverId, ...tokens }) => ({
      ...tokens,
      platformDriverId: driverId,
    }))
  }
  return {
    signIn: ({ email, password }, { signOutOthers = false } = {}) =>
      signedIn('/v1/sign-in', { email, password, ...(signOutOthers && { signOutOthers }) }),
    refresh: ({ refreshToken }) => signedIn('/v1/refresh', { refreshToken }),
    async limits(by) {
      const result = await rest.send({ path: '/v1/limits', by }, limits)
      return rest.replyOf(result, ({ quota }) => ({
        quotaPerHour: quota.perHour,
        remaining: quota.remaining,
      }))
    },
  } satisfies Partial<Platform>
}

/** Places, what a courier holds or waits for, and giving it back. */
function holdingCalls(rest: Rest, releases: boolean) {
  return {
    async stations(by) {
      return rest.replyOf(await rest.send({ path: '/v1/places', by }, COURIER_SHAPES.places), ({ stores }) =>
        stores.map(({ lat, lng, ...place }) => ({
          ...place,
          variant: 'courier' as const,
          code: place.name,
          programme: 'logistics',
          latitude: lat,
          longitude: lng,
        })),
      )
    },
    async heldBlocks(by) {
      const result = await rest.send({ path: '/v1/holdings', by }, COURIER_SHAPES.holdings)
      return rest.replyOf(result, ({ holdings }) => holdings.map(toHeldJob))
    },
    async release(by, blockId) {
      const path = `/v1/holdings/${encodeURIComponent(blockId)}/release`
      const result = await rest.send({ method: 'POST', path, by, priority: 'accept' }, released)
      const code = result.kind === 'refusal' ? readRefusal(result.said).code : null
      if (code === 'not_found') return NOT_FOUND
      if (code === 'too_late' || (code !== null && !releases))
        return { ok: true, value: { ...NOT_FOUND.value, refused: 'too_late' } }
      return rest.replyOf(result, (value) => value)
    },
  } satisfies Partial<Platform>
}

async function readJobs(rest: Rest, by: PlatformTokens, work: CourierWork): Promise<ListRead> {
  const result = await rest.send({ path: '/v1/jobs', by, priority: 'poll' }, COURIER_SHAPES.jobs)
  if (result.kind !== 'answer') return rest.unreadOf(result)
  const { value, text, receivedAtMs } = result
  const isOffered = { shifts: ['shift'], orders: ['order'], all: ['shift', 'order'] }[work]
  const offers = value.jobs.filter(({ kind }) => isOffered.includes(kind)).map(toJobOffer)
  return { kind: 'list', offers, text, receivedAtMs }
}

async function accept(
  rest: Rest,
  by: PlatformTokens,
  offerId: string,
  isReadBack: boolean,
): Promise<AcceptResult> {
  const jobId = platformOfferId(offerId)
  const path = `/v1/jobs/${encodeURIComponent(jobId)}/accept`
  const call = { method: 'POST', path, by, timeoutMs: ACCEPT_TIMEOUT_MS, priority: 'accept' } as const
  const result = await rest.send(call, COURIER_SHAPES.holding)
  if (result.kind !== 'answer')
    return rest.unaccepted(result, (refusal) => readRefused(refusal, jobId, isReadBack))
  const { holdingId: blockId, state } = result.value
  if (state === 'pending' || state === 'waitlisted') return { outcome: 'waiting', waiting: state, blockId }
  return isReadBack
    ? { outcome: 'waiting', waiting: 'provisional', blockId }
    : { outcome: 'accepted', blockId }
}

function readRefused({ status, said }: RestRefusal, jobId: string, isReadBack: boolean): AcceptResult | null {
  const { code, offerId, skills: lacks = [] } = readRefusal(said)
  if (status === 404 || status === 410) return { outcome: 'refused', cause: 'taken' }
  if (code === 'not_eligible')
    return {
      outcome: 'refused',
      cause: 'not_eligible',
      detail: lacks.join(', '),
      lacks,
      // An order may be the driver's all the same.
      ...(isReadBack && { isDoubtful: true }),
    }
  if (status !== 409) return null
  return offerId === jobId
    ? { outcome: 'unknown', detail: 'already held' }
    : { outcome: 'refused', cause: 'conflict' }
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
