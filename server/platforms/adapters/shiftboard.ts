import type { Station } from '@madruga/core/offers.ts'
import { z } from 'zod'
import { ABSENT_CALLS, NOT_FOUND, NO_CAPABILITIES, PLACE } from './absent.ts'
import type { AdapterOptions } from './options.ts'
import { createListFeed } from './list-feed.ts'
import type { ListRead } from './list-feed.ts'
import type { AcceptResult, Platform, PlatformTokens, PlatformTrouble } from '../model.ts'
import { ACCEPT_TIMEOUT_MS, createRest, trouble, troubleOf } from './rest.ts'
import type { Rest, RestRefusal } from './rest.ts'
import { instant, latitude, longitude, token } from './shapes.ts'

/** The example of docs/platforms/adding.md: a board with shifts that the first driver gets. */

const id = z.string().min(1).max(100)
const session = z.object({ token, until: instant })
const board = z.object({
  name: z.string().min(1).max(200),
  zone: z.string().min(1).max(64),
  lat: latitude,
  lng: longitude,
})
const shift = z.object({ id, start: instant, end: instant, pay_cents: z.int().nonnegative().max(1_000_000) })
const shifts = z.object({ shifts: z.array(shift).max(5_000) })
const refusal = z.object({ error: z.string().max(100) })

const THE_BOARD = 'board'
const BOARD = { path: '/board', by: null }

/** Creates the adapter of one board. */
export function createShiftboardPlatform({ name, clock, fetch }: AdapterOptions): Platform {
  const rest = createRest(fetch, { meet })
  return {
    ...ABSENT_CALLS,
    name,
    variants: ['courier'],
    capabilities: { ...NO_CAPABILITIES, release: true },
    async signIn({ email: user, password }) {
      const call = { method: 'POST', path: '/login', by: null, body: { user, password } } as const
      const result = await rest.send({ ...call, priority: 'sign_in' }, session)
      return rest.replyOf(result, ({ token: own, until }) => tokensOf(user, own, until))
    },
    async stations() {
      return rest.replyOf(await rest.send(BOARD, board), (read) => [toStation(read)])
    },
    async heldBlocks(by) {
      const result = await rest.send({ path: '/shifts/mine', by }, shifts)
      return rest.replyOf(result, (read) =>
        read.shifts.map((each) => ({
          ...toOffer(each),
          blockId: each.id,
          offerId: each.id,
          state: 'held' as const,
        })),
      )
    },
    async release(by, blockId) {
      const path = `/shifts/${encodeURIComponent(blockId)}/drop`
      const result = await rest.send({ method: 'POST', path, by }, null)
      if (isRefused(result, 404)) return NOT_FOUND
      if (isRefused(result, 409)) return { ok: true, value: { ...NOT_FOUND.value, refused: 'too_late' } }
      return rest.replyOf(result, () => ({ late: false }))
    },
    openFeed: (tokens) =>
      createListFeed({
        tokens,
        clock,
        read: (current) => readList(rest, current),
        accept: (current, offerId) => take(rest, current, offerId),
      }),
    answers: () => rest.answers(BOARD),
  }
}

function tokensOf(user: string, accessToken: string, expiresAt: number): PlatformTokens {
  return { accessToken, refreshToken: '', expiresAt, platformDriverId: user }
}

async function readList(rest: Rest, by: PlatformTokens): Promise<ListRead> {
  const result = await rest.send({ path: '/shifts', by, priority: 'poll' }, shifts)
  if (result.kind !== 'answer') return rest.unreadOf(result)
  const { text, receivedAtMs, value } = result
  return { kind: 'list', offers: value.shifts.map(toOffer), text, receivedAtMs }
}

/** What leaves open whether the driver has the shift is `unknown`: the held blocks decide. */
async function take(rest: Rest, by: PlatformTokens, offerId: string): Promise<AcceptResult> {
  const path = `/shifts/${encodeURIComponent(offerId)}/take`
  const call = { method: 'POST', path, by, timeoutMs: ACCEPT_TIMEOUT_MS, priority: 'accept' } as const
  const result = await rest.send(call, shift)
  if (result.kind !== 'answer') return rest.unaccepted(result, readRefused)
  return result.value.id === offerId
    ? { outcome: 'accepted', blockId: offerId }
    : { outcome: 'unknown', detail: 'another shift' }
}

function readRefused(refused: RestRefusal): AcceptResult | null {
  const said = wordsOf(refused)
  if (said === 'yours') return { outcome: 'unknown', detail: said }
  if (said === 'overlap') return { outcome: 'refused', cause: 'conflict' }
  return refused.status === 404 || said === 'taken' ? { outcome: 'refused', cause: 'taken' } : null
}

function wordsOf({ said }: RestRefusal): string {
  const read = refusal.safeParse(said)
  return read.success ? read.data.error : ''
}

function isRefused(result: { kind: string; status?: number }, status: number): boolean {
  return result.kind === 'refusal' && result.status === status
}

/** The trouble of a refusal: its status says it, but for a wrong password. */
function meet(refused: RestRefusal): PlatformTrouble {
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

function toStation({ name, zone: timeZone, lat, lng }: z.infer<typeof board>): Station {
  return { ...PLACE, id: THE_BOARD, code: name, name, latitude: lat, longitude: lng, timeZone }
}
