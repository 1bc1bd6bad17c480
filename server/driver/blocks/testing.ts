import { randomUUID } from 'node:crypto'
import { startMarket } from '@madruga/simulator/running-market.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Problem } from '@madruga/core/errors.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { Blocks } from '../blocks.ts'
import { createBrowser, startTestHttp } from '../../http/testing.ts'
import type { TestHttp } from '../../http/testing.ts'
import { systemClock } from '../../kit/clock.ts'
import type { Clock } from '../../kit/clock.ts'
import { makeKeyRing } from '../../kit/encryption.ts'
import { connectAccount, createMarketPlatform, saveStations, onePlatform } from '../../platforms.ts'
import type { Platform } from '../../platforms.ts'
import type { BlocksDeps } from './model.ts'

export type Answers = Outputs['blocks']
/** Null = no special behavior. */
type Meet = ((call: 'checkIn' | 'release') => unknown) | null
export type Answer<T> = { status: number; body: T }

/**
 * The real market over HTTP, our web server and the module over a real database, on one clock that a test
 * moves.
 */
export type BlocksWorld = {
  http: TestHttp
  blocks: Blocks
  deps: BlocksDeps
  now(): number
  /** Moves our clock and the market's together. */
  advance(ms: number): void
  /** The fault of platform calls before they are sent. */
  before(meet: Meet): void
  /** The same after the platform has executed them: the answer is lost. */
  afterwards(meet: Meet): void
  /** Sent platform calls, by name. */
  calls: string[]
  /** Syncs every driver's blocks from the platform. */
  compareHeld(): Promise<void>
  /** A signed-in driver with an account at the market. */
  enter(profile?: { timeZone?: string; language?: Language }): Promise<BlockWorker>
  stop(): Promise<void>
}

export type BlockWorker = {
  id: string
  /** One of the driver's stations at the market. */
  station: { id: string; code: string; latitude: number; longitude: number }
  call<T = Problem>(method: string, path: string, body?: object): Promise<Answer<T>>
  fetch(path: string): Promise<Response>
  /** A block of theirs: placed and accepted at the market, and synced by us; returns our id. */
  hold(startsInMs: number, hours?: number): Promise<string>
  /** A past block that the bot won, by rows only. */
  award(acceptedAt: number): Promise<void>
  remindBefore(minutes: number | null): Promise<void>
  /** Switches to the other app, with its own account there. */
  moveToSpark(): Promise<void>
  /** What the first app's account holds at the market. */
  heldAtMarket(): Promise<string[]>
}

/** Starts one at `startAt`, epoch ms. */
export async function blocksWorld(startAt: number): Promise<BlocksWorld> {
  const market = await startMarket({ clock: 'stepped', scenario: 'quiet', startAt })
  let at = startAt
  const clock: Clock = { now: () => at, after: systemClock.after }
  const keyRing = makeKeyRing()
  const real = createMarketPlatform({ url: market.url, clock: systemClock })
  const calls: string[] = []
  const met: { before: Meet; afterwards: Meet } = { before: null, afterwards: null }
  const during = async <T>(name: 'checkIn' | 'release', work: () => Promise<T>): Promise<T> => {
    calls.push(name)
    await met.before?.(name)
    const answer = await work()
    await met.afterwards?.(name)
    return answer
  }
  const platform: Platform = {
    ...real,
    checkIn: (...given) => during('checkIn', () => real.checkIn(...given)),
    release: (...given) => during('release', () => real.release(...given)),
  }
  const http = await startTestHttp({ platform, keyRing, clock })
  const db = http.database.database.kysely
  const { blocks, bots, logger, notify } = http.world
  const ask = async <T>(method: string, path: string, body?: object, token?: string): Promise<T> => {
    const reply = await fetch(market.url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
    return (text === '' ? {} : JSON.parse(text)) as T
  }
  const compareHeld = async (): Promise<void> => {
    await db
      .updateTable('platform_accounts')
      .set({ blocks_compared_at: new Date(0) })
      .execute()
    await bots.sweeps.compareHeld()
  }

  return {
    http,
    blocks,
    deps: {
      db,
      clock,
      logger,
      keyRing,
      settings: DEFAULT_SETTINGS,
      readPrices: async () => DEFAULT_SETTINGS.billing.prices,
      readCosts: async () => ({}),
      platforms: onePlatform(platform),
      notify,
    },
    calls,
    now: () => at,
    advance(ms) {
      at += ms
      market.advance(ms)
    },
    before: (meet) => (met.before = meet),
    afterwards: (meet) => (met.afterwards = meet),
    compareHeld,
    async enter({ timeZone = 'America/New_York', language = 'en' } = {}) {
      const driver = await http.addDriver()
      await db
        .updateTable('drivers')
        .set({ time_zone: timeZone, language })
        .where('id', '=', driver.id)
        .execute()
      const secret = { email: driver.email, password: 'of the delivery app' }
      await ask('POST', '/admin/drivers', { ...secret, variant: 'amazon', metro: 'miami' })
      const signedIn = await real.signIn(secret)
      if (!signedIn.ok) throw new Error(signedIn.problem.trouble)
      const stations = await real.stations(signedIn.value, 'amazon')
      if (!stations.ok) throw new Error(stations.problem.trouble)
      const owner = { driverId: driver.id, variant: 'amazon', platform: real.name } as const
      await connectAccount(db, keyRing, { ...owner, secret })
      await saveStations(db, driver.id, real.name, 'amazon', stations.value)
      await db
        .insertInto('bots')
        .values({ driver_id: driver.id, variant: 'amazon', phase: 'sleeping' })
        .execute()
      const browser = createBrowser(http.url)
      await browser.signIn(driver)
      const station = stations.value[0]!
      return {
        id: driver.id,
        station,
        call: (method, path, body) => browser.call(method, `/api${path}`, body),
        fetch: (path) => browser.send('GET', `/api${path}`),
        async hold(startsInMs, hours = 3) {
          const start = at + startsInMs
          const { offerId } = await ask<{ offerId: string }>('POST', '/admin/offers', {
            stationId: station.id,
            kind: 'block',
            start: new Date(start).toISOString(),
            end: new Date(start + hours * HOUR_MS).toISOString(),
            payCents: 8_400,
          })
          const accepted = await real.openFeed(signedIn.value, 'amazon').accept(offerId)
          if (accepted.outcome !== 'accepted') throw new Error(accepted.outcome)
          await compareHeld()
          const { id } = await db
            .selectFrom('blocks')
            .select('id')
            .where('platform_block_id', '=', accepted.blockId)
            .executeTakeFirstOrThrow()
          return id
        },
        async award(acceptedAt) {
          const offerId = randomUUID()
          const { id } = await db
            .insertInto('attempts')
            .values({
              driver_id: driver.id,
              platform: real.name,
              offer_id: offerId,
              offer: '{}',
              rules: '[]',
              gen: 1,
              epoch: 1,
              filter_version: 1,
              state: 'accepted',
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await db
            .insertInto('blocks')
            .values({
              id: randomUUID(),
              driver_id: driver.id,
              platform: real.name,
              platform_block_id: offerId,
              offer_id: offerId,
              attempt_id: id,
              station_id: station.id,
              kind: 'block',
              start_at: new Date(acceptedAt + HOUR_MS),
              end_at: new Date(acceptedAt + 2 * HOUR_MS),
              pay_cents: 5_000,
              miles: null,
              stops: null,
              state: 'done',
              accepted_at: new Date(acceptedAt),
            })
            .execute()
        },
        async moveToSpark() {
          const trips = { email: `trips-${driver.email}`, password: secret.password }
          await ask('POST', '/admin/drivers', { ...trips, variant: 'spark', metro: 'miami' })
          await connectAccount(db, keyRing, { ...owner, variant: 'spark', secret: trips })
          await db.updateTable('drivers').set({ variant: 'spark' }).where('id', '=', driver.id).execute()
        },
        async heldAtMarket() {
          const held = await real.heldBlocks(signedIn.value)
          if (!held.ok) throw new Error(held.problem.trouble)
          return held.value.filter((block) => block.state === 'held').map((block) => block.blockId)
        },
        remindBefore: (minutes) =>
          db.transaction().execute((tx) =>
            http.notify.saveAlerts(tx, driver.id, {
              callAlert: false,
              emailAlert: true,
              reminderMinutes: minutes as 60 | 30 | 15 | null,
            }),
          ),
      }
    },
    async stop() {
      await http.stop()
      await market.stop()
    },
  }
}
