import { startMarket } from '@madruga/simulator/running-market.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import type { Settings } from '@madruga/core/settings.ts'
import type { Bots } from '../bot.ts'
import { readConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db.ts'
import type { TestDatabase } from '../db/testing.ts'
import { systemClock } from '../kit/clock.ts'
import { createLogger } from '../kit/logger.ts'
import { makeKeyRing } from '../kit/encryption.ts'
import type { NewsFeed } from '../notify/news.ts'
import { connectAccount, createMarketPlatform, saveStations } from '../platforms.ts'
import type { OfferFeed, Platform } from '../platforms.ts'
import { createWorld } from '../world.ts'
import { handClock } from '../kit/testing.ts'
import type { HandClock } from '../kit/testing.ts'
import { AHEAD } from './testing.ts'

/** Longest step in which our clock and the market's go together; jobs have their turn after each. */
const STEP_MS = 30_000

/** What the market wrote down of one driver, independently of us. */
export type MarketLedger = {
  blocks: {
    blockId: string
    offerId: string
    stationId: string
    start: string
    end: string
    payCents: number
    tipCents: number
  }[]
  /** Searches by minute: epoch ms of the minute's start -> how many. */
  searches: Map<number, number>
}

/** Bots, real database and the real market over HTTP, on one clock that a test moves. */
export type MarketWorld = {
  bots: Bots
  /** The notifications of drivers; its messages stay in the outbox. */
  news: NewsFeed
  clock: HandClock
  /** Moves our clock, timers and sweeps and the market together, and waits for all that it set off. */
  advance(ms: number): Promise<void>
  /** A driver at the market, with stations and a basic filter for them; answers nothing until `startBot`. */
  addDriver(id: string, timeZone: string): Promise<void>
  ledgerOf(id: string): Promise<MarketLedger>
  /**
   * Another device on which the driver is signed in at the market; `works` says which of its tokens are still
   * good.
   */
  signInElsewhere(id: string): Promise<{ works(): Promise<{ access: boolean; refresh: boolean }> }>
  close(): Promise<void>
}

/** What a clock that a test moves waits for. */
type Work = { begin(): void; end(): void }

/** The same platform; its calls count as work until answered. Without `listens` it announces nothing. */
export function watchPlatform(platform: Platform, work: Work, listens = false): Platform {
  const during = <T>(call: Promise<T>): Promise<T> => {
    work.begin()
    return call.finally(work.end)
  }
  return new Proxy(platform, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const answer: unknown = Reflect.apply(value, target, args)
        if (name === 'openFeed') return watchFeed(answer as OfferFeed, work, listens)
        return answer instanceof Promise ? during(answer) : answer
      }
    },
  })
}

function watchFeed(feed: OfferFeed, { begin, end }: Work, listens: boolean): OfferFeed {
  /** A closed feed answers nothing more. */
  let isOut = false
  const back = (): void => {
    if (isOut) end()
    isOut = false
  }
  return {
    poll(handlers) {
      const wentOut = feed.poll({
        unchanged: () => (back(), handlers.unchanged()),
        unasked: () => (back(), handlers.unasked()),
        offers: (fresh, at) => (back(), handlers.offers(fresh, at)),
        troubled: (problem) => (back(), handlers.troubled(problem)),
      })
      if (wentOut && !isOut) {
        isOut = true
        begin()
      }
      return wentOut
    },
    accept(offerId) {
      begin()
      return feed.accept(offerId).finally(end)
    },
    // An announcement only makes the next poll due.
    ...(listens && feed.listen && { listen: feed.listen.bind(feed) }),
    setTokens: (tokens) => feed.setTokens(tokens),
    forget: () => feed.forget(),
    close() {
      back()
      feed.close()
    },
  }
}

/** Starts one; the same seed and the same calls make the same market. */
export async function marketWorld(
  fresh: TestDatabase,
  { startAt, seed, settings = {} }: { startAt: number; seed: string; settings?: Partial<Settings> },
): Promise<MarketWorld> {
  const market = await startMarket({ clock: 'stepped', scenario: 'demo', seed, startAt })
  const accepts = openDatabase(fresh.url, { max: 4 })
  const pools = [accepts.pool, fresh.database.pool]
  const platform = createMarketPlatform({ url: market.url, clock: systemClock })
  let calls = 0
  const watchedPlatform = watchPlatform(platform, { begin: () => calls++, end: () => calls-- })
  const clock = handClock(startAt, { pools, underWay: () => calls }, (ms) => market.advance(ms))
  const keyRing = makeKeyRing()
  const logger = createLogger({ level: 'silent', style: 'plain' })
  const config: Config = {
    ...readConfig({}, []),
    role: 'bot',
    settings: { ...DEFAULT_SETTINGS, ...settings },
  }
  const world = await createWorld(config, {
    databaseUrl: fresh.url,
    clock,
    logger,
    keyRing,
    platform: watchedPlatform,
    bots: { accepts, leases: fresh.database, leasePace: AHEAD, monotonic: clock.now, random: () => 0.5 },
  })
  const { bots, database, notify: news } = world
  pools.push(database.pool)
  const marketIds = new Map<string, string>()
  const ask = async <T>(path: string, body?: unknown): Promise<T> => {
    const post = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const reply = await fetch(market.url + path, body === undefined ? {} : post)
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }
  return {
    bots,
    news,
    clock,
    async advance(ms) {
      for (let leftMs = ms; leftMs > 0; leftMs -= STEP_MS) {
        await clock.advance(Math.min(STEP_MS, leftMs))
        await bots.idle()
        await bots.sweeps.stopDue()
        await bots.sweeps.wakeOverdue()
        await news.fanOut()
        await clock.advance(0)
      }
    },
    async addDriver(id, timeZone) {
      const secret = { email: `${id}@example.com`, password: 'a password' }
      const { driverId } = await ask<{ driverId: string }>('/admin/drivers', {
        ...secret,
        variant: 'amazon',
        metro: 'miami',
      })
      marketIds.set(id, driverId)
      const db = database.kysely
      await db
        .insertInto('drivers')
        .values({ id, name: id, email: secret.email, time_zone: timeZone })
        .execute()
      await connectAccount(db, keyRing, { driverId: id, variant: 'amazon', platform: platform.name, secret })
      const signedIn = await platform.signIn(secret)
      if (!signedIn.ok) throw new Error(signedIn.problem.trouble)
      const stations = await platform.stations(signedIn.value, 'amazon')
      if (!stations.ok) throw new Error(stations.problem.trouble)
      await saveStations(db, id, platform.name, 'amazon', stations.value)
      const ids = stations.value.map((station) => station.id)
      const body = JSON.stringify(proposeFilter('amazon', 'basic', timeZone, ids))
      await db.insertInto('filters').values({ driver_id: id, variant: 'amazon', version: 1, body }).execute()
    },
    async signInElsewhere(id) {
      const signedIn = await platform.signIn({ email: `${id}@example.com`, password: 'a password' })
      if (!signedIn.ok) throw new Error(signedIn.problem.trouble)
      const tokens = signedIn.value
      return {
        async works() {
          const reply = await platform.heldBlocks(tokens)
          return { access: reply.ok, refresh: (await platform.refresh(tokens)).ok }
        },
      }
    },
    async ledgerOf(id) {
      const driverId = marketIds.get(id)
      const { blocks } = await ask<{ blocks: (MarketLedger['blocks'][number] & { driverId: string })[] }>(
        '/admin/blocks',
      )
      const { searches } = await ask<{ searches: { minute: string; count: number }[] }>(
        `/admin/ledger?driverId=${driverId}`,
      )
      return {
        blocks: blocks.filter((block) => block.driverId === driverId),
        searches: new Map(searches.map(({ minute, count }) => [Date.parse(minute), count])),
      }
    },
    async close() {
      await world.close()
      await accepts.close()
      await market.stop()
    },
  }
}
