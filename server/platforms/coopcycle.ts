import { DAY_MS } from '@madruga/core/time.ts'
import type { Clock } from '../kit/clock.ts'
import { renew, signIn } from './coopcycle/account.ts'
import { applyTo, meet, unapplyFrom } from './coopcycle/apply.ts'
import { createOpenings } from './coopcycle/openings.ts'
import { createPlaceReader } from './coopcycle/place.ts'
import type { Shift } from './coopcycle/shapes.ts'
import { daysAround, readShifts, toHeld, toOffer } from './coopcycle/shifts.ts'
import type { InstanceFetch, RequestPriority } from './instance-fetch.ts'
import { ABSENT_CALLS, NO_CAPABILITIES } from './absent.ts'
import { createJsonCalls, replyOf, trouble } from './json-calls.ts'
import type { JsonCalls } from './json-calls.ts'
import { createListFeed } from './list-feed.ts'
import type { ListRead } from './list-feed.ts'
import type { HeldBlock, OfferFeed, Platform, PlatformReply, PlatformTokens } from './model.ts'

export type CoopCycleOptions = {
  /** `coopcycle:<instance id>`. */
  name: string
  baseUrl: string
  clock: Clock
  fetch: InstanceFetch
}

/** Shifts are offered so far ahead. */
const AHEAD_DAYS = 14
/** Held shifts are read so far back and ahead; a dispatcher may assign beyond what is offered. */
const HELD_DAYS = { before: 7, ahead: 35 }
/** Requests an hour that one driver makes where the instance states no limit. */
const QUOTA_PER_HOUR = 600

/** Creates the adapter of one CoopCycle instance: its open shifts (docs/platforms/coopcycle.md). */
export function createCoopCyclePlatform({ name, baseUrl, clock, fetch }: CoopCycleOptions): Platform {
  const calls = createJsonCalls(fetch, 'application/ld+json')
  const readPlace = createPlaceReader(calls, clock, baseUrl)
  return {
    ...ABSENT_CALLS,
    name,
    variants: ['courier'],
    capabilities: { ...NO_CAPABILITIES, release: true, waitlist: true, relists: true },
    signIn: (secret) => signIn(calls, clock, secret),
    refresh: (tokens) => renew(calls, clock, tokens),
    async stations() {
      const place = await readPlace(true)
      return place.ok ? { ok: true, value: [place.value.station] } : place
    },
    async heldBlocks(tokens) {
      const place = await readPlace()
      if (!place.ok) return place
      return await readHeld(calls, tokens, place.value.currency, clock.now())
    },
    release: (tokens, blockId) => unapplyFrom(calls, tokens, blockId),
    limits: async () => ({ ok: true, value: { quotaPerHour: QUOTA_PER_HOUR, remaining: QUOTA_PER_HOUR } }),
    openFeed: (tokens) => openShiftFeed({ tokens, calls, clock, readPlace }),
    async answers() {
      const path = '/api/settings'
      const result = await calls({ method: 'GET', path, token: null, priority: 'read' }, null)
      return result.kind === 'answer' || (result.kind === 'refusal' && result.status < 500)
    },
    close: async () => {},
  }
}

type FeedDeps = {
  tokens: PlatformTokens
  calls: JsonCalls
  clock: Clock
  readPlace: ReturnType<typeof createPlaceReader>
}

/** Polls open shifts. The text of the last list is compared before anything is parsed. */
function openShiftFeed({ tokens: first, calls, clock, readPlace }: FeedDeps): OfferFeed {
  const openings = createOpenings()
  let last: { text: string; shifts: Shift[] } | null = null

  const read = async (tokens: PlatformTokens): Promise<ListRead> => {
    const place = await readPlace()
    if (!place.ok) return { kind: 'troubled', problem: place.problem }
    const now = clock.now()
    const reply = await readText(calls, tokens, '/api/shifts/open', daysAround(now, 0, AHEAD_DAYS), 'poll')
    if (!reply.ok) return { kind: 'troubled', problem: reply.problem }
    const { text, receivedAtMs } = reply.value
    const shifts = last?.text === text ? last.shifts : readList(text)
    if (shifts === null)
      return { kind: 'troubled', problem: trouble('unexpected_reply', 'no list of shifts') }
    last = { text, shifts }
    const ahead = shifts.filter(({ startsAt }) => startsAt > now && startsAt <= now + AHEAD_DAYS * DAY_MS)
    const offers = openings
      .name(ahead, tokens.platformDriverId, now)
      .map(({ shift, offerId }) => toOffer(shift, offerId, place.value.currency))
    return { kind: 'list', offers, text, receivedAtMs }
  }
  const accept = (tokens: PlatformTokens, offerId: string) => applyTo(calls, tokens, offerId)
  return createListFeed({ tokens: first, clock, read, accept })
}

async function readText(
  calls: JsonCalls,
  { accessToken: token }: PlatformTokens,
  path: string,
  days: string,
  priority: RequestPriority,
): Promise<PlatformReply<{ text: string; receivedAtMs: number }>> {
  const result = await calls({ method: 'GET', path: `${path}?${days}`, token, priority }, null)
  if (result.kind !== 'answer') return replyOf<null, never>(result, () => null as never, meet)
  return { ok: true, value: { text: result.text, receivedAtMs: result.receivedAtMs } }
}

/** Assigned shifts are the courier's own; a place on a wait list shows among the open ones alone. */
async function readHeld(
  calls: JsonCalls,
  tokens: PlatformTokens,
  currency: string | null,
  now: number,
): Promise<PlatformReply<HeldBlock[]>> {
  const days = daysAround(now, HELD_DAYS.before, HELD_DAYS.ahead)
  const lists = await Promise.all(
    ['/api/me/shifts', '/api/shifts/open'].map((path) => readText(calls, tokens, path, days, 'read')),
  )
  const held = new Map<string, HeldBlock>()
  for (const reply of lists) {
    if (!reply.ok) return reply
    const shifts = readList(reply.value.text)
    if (shifts === null) return { ok: false, problem: trouble('unexpected_reply', 'no list of shifts') }
    for (const shift of shifts) {
      const block = toHeld(shift, tokens.platformDriverId, currency, now)
      if (block !== null) held.set(block.offerId, block)
    }
  }
  return { ok: true, value: [...held.values()] }
}

function readList(text: string): Shift[] | null {
  try {
    return readShifts(JSON.parse(text))
  } catch {
    return null
  }
}
