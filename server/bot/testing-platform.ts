import { randomUUID } from 'node:crypto'
import type { Offer } from '@madruga/core/offers.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { VARIANTS } from '@madruga/core/variants.ts'
import type { Clock } from '../kit/clock.ts'
import type { AcceptResult, HeldBlock, Platform, PlatformReply, PlatformTrouble } from '../platforms.ts'

/** A platform in memory whose every answer a test may change. */
export type StubPlatform = Platform & {
  list: Offer[]
  held: HeldBlock[]
  /** What was asked for separately when the held blocks were read last. */
  doubtful: readonly string[] | undefined
  polls: number
  accepts: string[]
  signIns: number
  /** What the next calls of each kind meet instead of an answer. */
  troubles: { poll: PlatformTrouble[]; signIn: PlatformTrouble[]; heldBlocks: PlatformTrouble[] }
  /** Decides an accept; by default the offer is won. */
  onAccept(offerId: string): AcceptResult | Promise<AcceptResult>
  win(offer: Offer): AcceptResult
  challenge: boolean
  /** What every poll meets: no answer at all, or a budget that others have spent; null = its answer. */
  polling: 'frozen' | 'unasked' | null
}

/** One of the market's. */
export const STATION = {
  id: 'st-qnx2',
  variant: 'amazon',
  code: 'QNX2',
  name: 'Queens Delivery Station',
  address: '',
  city: 'Queens',
  state: 'NY',
  programme: 'logistics',
  latitude: 40.7282,
  longitude: -73.7949,
  timeZone: 'America/New_York',
} as const

export function trouble(
  name: PlatformTrouble['trouble'],
  retryAfterMs: number | null = null,
): PlatformTrouble {
  return { trouble: name, retryAfterMs, challengeId: null, detail: null }
}

async function reply<T>(queue: PlatformTrouble[], value: () => T): Promise<PlatformReply<T>> {
  const problem = queue.shift()
  return problem ? { ok: false, problem } : { ok: true, value: value() }
}

/** A platform with one station and nothing on offer. */
export function stubPlatform(clock: Clock): StubPlatform {
  const none: PlatformTrouble[] = []
  const tokens = () => ({
    accessToken: randomUUID(),
    refreshToken: 'r',
    expiresAt: clock.now() + HOUR_MS * 24,
    platformDriverId: 'p',
  })
  const stub: StubPlatform = {
    name: 'stub',
    variants: VARIANTS,
    capabilities: {
      push: false,
      instantOffers: false,
      checkIn: false,
      release: false,
      decline: false,
      humanVerification: true,
      acceptStarts: false,
      waitlist: false,
      readBacks: 0,
      identity: 'email',
    },
    list: [],
    held: [],
    doubtful: undefined,
    polls: 0,
    accepts: [],
    signIns: 0,
    troubles: { poll: [], signIn: [], heldBlocks: [] },
    challenge: false,
    polling: null,
    onAccept: (offerId) => {
      const offer = stub.list.find((each) => each.id === offerId)
      return offer ? stub.win(offer) : { outcome: 'refused', cause: 'taken' }
    },
    win(offer) {
      const { stationId, kind, startAt, endAt, payCents, tipCents, payBasis, miles, stops } = offer
      const terms = { stationId, kind, startAt, endAt, payCents, tipCents, payBasis, miles, stops }
      stub.held.push({ blockId: `b-${offer.id}`, offerId: offer.id, ...terms, state: 'held' })
      stub.list = stub.list.filter((each) => each !== offer)
      return { outcome: 'accepted', blockId: `b-${offer.id}` }
    },
    async signIn() {
      stub.signIns++
      return await reply(stub.troubles.signIn, tokens)
    },
    refresh: () => reply(none, tokens),
    stations: (_tokens, variant) => reply(none, () => [{ ...STATION, variant }]),
    heldBlocks: (_tokens, doubtful) => {
      stub.doubtful = doubtful
      return reply(stub.troubles.heldBlocks, () => stub.held.slice())
    },
    release: () => reply(none, () => ({ late: false })),
    checkIn: () => reply(none, () => ({ checkedInAt: clock.now() })),
    setLocation: () => reply(none, () => null),
    instantOffers: () => reply(none, () => ({ enabled: false, confirmation: 'confirmed' as const })),
    verification: () =>
      reply(none, () => (stub.challenge ? { challengeId: 'c', question: '?', imageSvg: '' } : null)),
    answerVerification: () => reply(none, () => ({ solved: true })),
    limits: () => reply(none, () => ({ quotaPerHour: 1000, remaining: 1000 })),
    answers: async () => true,
    close: async () => {},
    openFeed() {
      let seenIds = new Set<string>()
      return {
        poll(handlers) {
          stub.polls++
          const problem = stub.troubles.poll.shift()
          const fresh = stub.list.filter((offer) => !seenIds.has(offer.id))
          seenIds = new Set(stub.list.map((offer) => offer.id))
          // As over a network: the answer never comes within the call.
          setImmediate(() => {
            if (stub.polling === 'frozen') return
            if (stub.polling === 'unasked') handlers.unasked()
            else if (problem) handlers.troubled(problem)
            else if (fresh.length > 0) handlers.offers(fresh, clock.now())
            else handlers.unchanged()
          })
          return true
        },
        async accept(offerId) {
          stub.accepts.push(offerId)
          return await stub.onAccept(offerId)
        },
        setTokens() {},
        forget: () => seenIds.clear(),
        close() {},
      }
    },
  }
  return stub
}
