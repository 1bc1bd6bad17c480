import { randomUUID } from 'node:crypto'
import type { Filter } from '@madruga/core/filters.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { createBots } from '../bot.ts'
import type { BotDeps, Bots } from '../bot.ts'
import { openDatabase } from '../db.ts'
import type { Database } from '../db.ts'
import type { TestDatabase } from '../db/testing.ts'
import type { Clock } from '../kit/clock.ts'
import { createJournal } from '../kit/journal.ts'
import { makeKeyRing } from '../kit/seal.ts'
import type { AcceptResult, HeldBlock, Platform, PlatformReply, PlatformTrouble } from '../platforms.ts'
import { connectAccount, saveStations } from '../platforms.ts'
import type { BotKit } from './kit.ts'

/** A clock that a test moves by hand. */
export type HandClock = Clock & { advance(ms: number): Promise<void> }

/** Starts at `now`; `advance` fires what falls due, in order, and lets each have its effect, until `busy` says that nothing is under way. */
export function handClock(now: number, busy: () => boolean): HandClock {
  let at = now
  let timers: { at: number; call: () => void }[] = []
  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < 4; quiet = busy() ? 0 : quiet + 1) {
      await new Promise((next) => setImmediate(next))
    }
  }
  return {
    now: () => at,
    after(ms, call) {
      const timer = { at: at + ms, call }
      timers.push(timer)
      return () => (timers = timers.filter((each) => each !== timer))
    },
    async advance(ms) {
      const end = at + ms
      while (true) {
        await settle()
        const next = timers.reduce<{ at: number; call: () => void } | null>(
          (first, each) => (each.at <= end && (first === null || each.at < first.at) ? each : first),
          null,
        )
        if (next === null) break
        timers = timers.filter((each) => each !== next)
        at = Math.max(at, next.at)
        next.call()
      }
      at = end
      await settle()
    },
  }
}

/** A platform in memory whose every answer a test may change. */
export type StubPlatform = Platform & {
  list: Offer[]
  held: HeldBlock[]
  polls: number
  accepts: string[]
  signIns: number
  /** What the next calls of each kind meet instead of an answer. */
  troubles: { poll: PlatformTrouble[]; signIn: PlatformTrouble[]; heldBlocks: PlatformTrouble[] }
  /** Decides an accept; by default the offer is won. */
  onAccept(offerId: string): AcceptResult | Promise<AcceptResult>
  win(offer: Offer): AcceptResult
  challenge: boolean
}

export const STATION = {
  id: 'st-1',
  variant: 'amazon',
  code: 'VNY1',
  name: 'Manhattan',
  address: '',
  city: 'New York',
  state: 'NY',
  programme: 'logistics',
  latitude: 40.7,
  longitude: -74,
  timeZone: 'America/New_York',
} as const

export function trouble(name: PlatformTrouble['trouble'], retryAfterMs: number | null = null): PlatformTrouble {
  return { trouble: name, retryAfterMs, challengeId: null, detail: null }
}

/** A platform with one station and nothing on offer. */
export function stubPlatform(clock: Clock): StubPlatform {
  const reply = async <T>(queue: PlatformTrouble[], value: () => T): Promise<PlatformReply<T>> => {
    const problem = queue.shift()
    return problem ? { ok: false, problem } : { ok: true, value: value() }
  }
  const none: PlatformTrouble[] = []
  const tokens = () => ({
    accessToken: randomUUID(),
    refreshToken: 'r',
    expiresAt: clock.now() + HOUR_MS * 24,
    platformDriverId: 'p',
  })
  const stub: StubPlatform = {
    name: 'stub',
    variants: ['amazon', 'spark'],
    capabilities: {
      push: false,
      instantOffers: false,
      checkIn: false,
      release: false,
      decline: false,
      humanVerification: true,
    },
    list: [],
    held: [],
    polls: 0,
    accepts: [],
    signIns: 0,
    troubles: { poll: [], signIn: [], heldBlocks: [] },
    challenge: false,
    onAccept: (offerId) => {
      const offer = stub.list.find((each) => each.id === offerId)
      return offer ? stub.win(offer) : { outcome: 'refused', cause: 'taken' }
    },
    win(offer) {
      const { stationId, kind, startAt, endAt, payCents, tipCents, miles, stops } = offer
      const terms = { stationId, kind, startAt, endAt, payCents, tipCents, miles, stops }
      stub.held.push({ blockId: `b-${offer.id}`, offerId: offer.id, ...terms, state: 'held' })
      stub.list = stub.list.filter((each) => each !== offer)
      return { outcome: 'accepted', blockId: `b-${offer.id}` }
    },
    async signIn() {
      stub.signIns++
      return await reply(stub.troubles.signIn, tokens)
    },
    refresh: () => reply(none, tokens),
    stations: () => reply(none, () => [STATION]),
    heldBlocks: () => reply(stub.troubles.heldBlocks, () => stub.held.slice()),
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
      let seen = new Set<string>()
      return {
        poll(handlers) {
          stub.polls++
          const problem = stub.troubles.poll.shift()
          const fresh = stub.list.filter((offer) => !seen.has(offer.id))
          seen = new Set(stub.list.map((offer) => offer.id))
          // As over a network: the answer never comes within the call.
          setImmediate(() => {
            if (problem) handlers.troubled(problem)
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
        forget: () => seen.clear(),
        close() {},
      }
    },
  }
  return stub
}

/** An offer of the stub's station that the filter of `addDriver` wants. */
export function offerAt(startAt: number, over: Partial<Offer> = {}): Offer {
  return {
    id: randomUUID(),
    stationId: STATION.id,
    kind: 'block',
    startAt,
    endAt: startAt + 3 * HOUR_MS,
    payCents: 9_000,
    tipCents: 0,
    miles: null,
    stops: null,
    batched: false,
    expiresAt: null,
    ...over,
  }
}

/** Bots over a real database with everything foreign in the test's hands. */
export type BotWorld = {
  bots: Bots
  clock: HandClock
  platform: StubPlatform
  database: Database
  kit: BotKit
  settings: Settings
  addDriver(id: string, change?: (filter: Filter) => Filter): Promise<void>
  /** Moves time and waits for what it set off, databases included. */
  advance(ms: number): Promise<void>
  /** Another process over the same rows. */
  another(): Promise<Bots>
  close(): Promise<void>
}

export async function botWorld(
  fresh: TestDatabase,
  { now, settings = {} }: { now: number; settings?: Partial<Settings> },
): Promise<BotWorld> {
  const { database } = fresh
  const accepts = openDatabase(fresh.url, { max: 4 })
  const pools = [database.pool, accepts.pool]
  const clock = handClock(now, () => pools.some((pool) => pool.idleCount < pool.totalCount || pool.waitingCount > 0))
  const platform = stubPlatform(clock)
  const keyRing = makeKeyRing()
  const journal = createJournal({ level: 'silent', style: 'plain' })
  const deps: BotDeps = {
    database,
    databaseUrl: fresh.url,
    clock,
    settings: { ...DEFAULT_SETTINGS, ...settings },
    journal,
    keyRing,
    platformOf: () => platform,
    engine: null,
    worker: { host: '127.0.0.1', port: 0 },
    monotonic: clock.now,
    random: () => 0.5,
    accepts,
  }
  const all: Bots[] = []
  const open = async (): Promise<Bots> => {
    const bots = await createBots(deps)
    all.push(bots)
    return bots
  }
  const bots = await open()
  const kit: BotKit = {
    ...deps,
    db: database.kysely,
    pool: accepts.pool,
    random: () => 0.5,
    notify: async () => {},
    placement: { send: async () => {}, answers: async () => true, close: async () => {} },
  }
  return {
    bots,
    clock,
    platform,
    database,
    kit,
    settings: deps.settings,
    async addDriver(id, change = (filter) => filter) {
      const db = database.kysely
      await db.insertInto('drivers').values({ id, name: id, email: `${id}@example.com`, prepaid: null }).execute()
      const secret = { email: `${id}@example.com`, password: 'secret' }
      await connectAccount(db, keyRing, { driverId: id, variant: 'amazon', platform: platform.name, secret })
      await saveStations(db, id, platform.name, 'amazon', [STATION])
      const filter = change(proposeFilter('amazon', 'basic', 'America/New_York', [STATION.id]))
      const row = { driver_id: id, variant: 'amazon', version: 1, body: JSON.stringify(filter) } as const
      await db.insertInto('filters').values(row).execute()
    },
    async advance(ms) {
      await clock.advance(ms)
      await Promise.all(all.map((each) => each.idle()))
      await clock.advance(0)
    },
    another: open,
    async close() {
      await Promise.all(all.map((each) => each.close()))
      await accepts.close()
    },
  }
}

/** Waits until `look` answers something true, for what happens in databases and sockets of its own accord. */
export async function until<T>(look: () => Promise<T> | T, what: string): Promise<T> {
  const deadline = performance.now() + 10_000
  while (true) {
    const seen = await look()
    if (seen) return seen
    if (performance.now() > deadline) throw new Error(`still not: ${what}`)
    await new Promise((next) => setImmediate(next))
  }
}
