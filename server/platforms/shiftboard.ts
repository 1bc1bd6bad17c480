import type { Station } from '@madruga/core/offers.ts'
import { z } from 'zod'
import { ABSENT_CALLS, NO_CAPABILITIES } from './absent.ts'
import type { AdapterOptions } from './adapter-options.ts'
import { createJsonCalls, replyOf, trouble, troubleOf } from './json-calls.ts'
import type { JsonCalls, JsonRefusal } from './json-calls.ts'
import { createListFeed, unreadOf } from './list-feed.ts'
import type { ListRead } from './list-feed.ts'
import type { AcceptResult, Platform, PlatformTokens, PlatformTrouble } from './model.ts'

/** The example of docs/platforms/adding.md: a board with shifts that the first driver gets. */

const id = z.string().min(1).max(100)
const instant = z.iso.datetime().transform((iso) => Date.parse(iso))
const session = z.object({ token: z.string().regex(/^[\x21-\x7e]{1,500}$/), until: instant })
const board = z.object({
  name: z.string().min(1).max(200),
  zone: z.string().min(1).max(64),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
})
const shift = z.object({ id, start: instant, end: instant, pay_cents: z.int().nonnegative().max(1_000_000) })
const shifts = z.object({ shifts: z.array(shift).max(5_000) })
const refusal = z.object({ error: z.string().max(100) })

const THE_BOARD = 'board'
const QUOTA_PER_HOUR = 600
const ACCEPT_TIMEOUT_MS = 3_000

/** Creates the adapter of one board. */
export function createShiftboardPlatform({ name, clock, fetch }: AdapterOptions): Platform {
  const call = createJsonCalls(fetch)
  return {
    ...ABSENT_CALLS,
    name,
    variants: ['courier'],
    capabilities: { ...NO_CAPABILITIES, release: true },
    async signIn({ email: user, password }) {
      const one = { method: 'POST', path: '/login', token: null, priority: 'sign_in' } as const
      const result = await call({ ...one, body: { user, password } }, session)
      return replyOf(result, ({ token, until }) => tokensOf(user, token, until), meet)
    },
    refresh: async () => ({ ok: false, problem: trouble('sign_in_needed', 'tokens are not renewed') }),
    async stations() {
      const one = { method: 'GET', path: '/board', token: null, priority: 'read' } as const
      return replyOf(await call(one, board), (read) => [toStation(read)], meet)
    },
    async heldBlocks({ accessToken: token }) {
      const one = { method: 'GET', path: '/shifts/mine', token, priority: 'read' } as const
      return replyOf(
        await call(one, shifts),
        (read) =>
          read.shifts.map((each) => ({
            ...toOffer(each),
            blockId: each.id,
            offerId: each.id,
            state: 'held' as const,
          })),
        meet,
      )
    },
    async release({ accessToken: token }, blockId) {
      const path = `/shifts/${encodeURIComponent(blockId)}/drop`
      const result = await call({ method: 'POST', path, token, priority: 'read' }, null)
      const refused = { opensAt: null, distanceM: null }
      if (isRefused(result, 404)) return { ok: true, value: { ...refused, refused: 'not_found' } }
      if (isRefused(result, 409)) return { ok: true, value: { ...refused, refused: 'too_late' } }
      return replyOf(result, () => ({ late: false }), meet)
    },
    limits: async () => ({ ok: true, value: { quotaPerHour: QUOTA_PER_HOUR, remaining: QUOTA_PER_HOUR } }),
    openFeed: (tokens) =>
      createListFeed({
        tokens,
        clock,
        read: (current) => readList(call, current),
        accept: (current, offerId) => take(call, current, offerId),
      }),
    async answers() {
      const result = await call({ method: 'GET', path: '/board', token: null, priority: 'read' }, null)
      return result.kind === 'answer' || (result.kind === 'refusal' && result.status < 500)
    },
    close: async () => {},
  }
}

function tokensOf(user: string, accessToken: string, expiresAt: number): PlatformTokens {
  return { accessToken, refreshToken: '', expiresAt, platformDriverId: user }
}

async function readList(call: JsonCalls, { accessToken: token }: PlatformTokens): Promise<ListRead> {
  const result = await call({ method: 'GET', path: '/shifts', token, priority: 'poll' }, shifts)
  if (result.kind !== 'answer') return unreadOf(result, meet)
  const { text, receivedAtMs, value } = result
  return { kind: 'list', offers: value.shifts.map(toOffer), text, receivedAtMs }
}

/** What leaves open whether the driver has the shift is `unknown`: the held blocks decide. */
async function take(
  call: JsonCalls,
  { accessToken: token }: PlatformTokens,
  offerId: string,
): Promise<AcceptResult> {
  const path = `/shifts/${encodeURIComponent(offerId)}/take`
  const one = { method: 'POST', path, token, timeoutMs: ACCEPT_TIMEOUT_MS, priority: 'accept' } as const
  const result = await call(one, shift)
  if (result.kind === 'over_budget') return { outcome: 'not_sent', cause: 'over_budget' }
  if (result.kind === 'fault') return { outcome: 'unknown', detail: result.problem.detail ?? 'no answer' }
  if (result.kind === 'answer') {
    const isThis = result.value.id === offerId
    return isThis
      ? { outcome: 'accepted', blockId: offerId }
      : { outcome: 'unknown', detail: 'another shift' }
  }
  const said = wordsOf(result)
  if (result.status >= 500 || said === 'yours') return { outcome: 'unknown', detail: said }
  if (said === 'overlap') return { outcome: 'refused', cause: 'conflict' }
  if (result.status === 404 || said === 'taken') return { outcome: 'refused', cause: 'taken' }
  return { outcome: 'troubled', problem: meet(result) }
}

function wordsOf({ said }: JsonRefusal): string {
  const read = refusal.safeParse(said)
  return read.success ? read.data.error : ''
}

function isRefused(result: { kind: string; status?: number }, status: number): boolean {
  return result.kind === 'refusal' && result.status === status
}

/** The trouble of a refusal: its status says it, but for a wrong password. */
function meet(refused: JsonRefusal): PlatformTrouble {
  const said = wordsOf(refused)
  return said === 'password' ? trouble('sign_in_refused', said) : troubleOf(refused, said)
}

function toOffer({ id: shiftId, start: startAt, end: endAt, pay_cents: payCents }: z.infer<typeof shift>) {
  const unsaid = { miles: null, stops: null, batched: false, expiresAt: null }
  return {
    ...unsaid,
    id: shiftId,
    stationId: THE_BOARD,
    kind: 'shift' as const,
    startAt,
    endAt,
    payCents,
    tipCents: 0,
  }
}

function toStation({ name, zone: timeZone, lat: latitude, lng: longitude }: z.infer<typeof board>): Station {
  const unsaid = { address: '', city: '', state: '' }
  return {
    ...unsaid,
    id: THE_BOARD,
    variant: 'courier',
    code: name,
    name,
    programme: 'place',
    latitude,
    longitude,
    timeZone,
  }
}
