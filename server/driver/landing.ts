import type { Kysely } from 'kysely'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { straightMiles } from '@madruga/core/geo.ts'
import type { Place } from '@madruga/core/geo.ts'
import type { Prices } from '@madruga/core/invoices.ts'
import { readZip, sampleFilter } from '@madruga/core/landing.ts'
import type { Station, Variant } from '@madruga/core/offers.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { FIRST_VARIANT, needsMarket } from '@madruga/core/variants.ts'
import type { Tables } from '../db.ts'
import type { Clock } from '../kit/clock.ts'
import { createAddressLimiter } from '../kit/limits.ts'
import { defineModule } from '../module.ts'
import type { Handlers } from '../module.ts'
import { readAllStations } from '../platforms.ts'
import { describeSample, judgeObserved } from './landing/offers.ts'
import type { Observations } from './observations.ts'

/** The declaration of the landing page. */
export const landing = defineModule({
  handlers: (parts: { landing: Landing }): Pick<Handlers, 'landing'> => ({
    landing: {
      facts: ({ caller }) => parts.landing.readFacts(caller.address),
      near: ({ caller }, input) => parts.landing.readNear(caller.address, input),
    },
  }),
})

type Facts = Outputs['landing']['facts']
type Near = Outputs['landing']['near']

/** What the landing needs from other modules. */
export type LandingDeps = NearDeps & {
  observations: Pick<Observations, 'readLatest' | 'replayAt'>
  readPrices(): Promise<Prices>
  /** What is offered, and whether for money. */
  offer: Pick<Facts, 'billing' | 'variants'>
  /** Who runs the service, as configured; null = not configured. */
  operator: Facts['operator']
  /** The built app, whose map has the ZIP codes. */
  webRoot: string
}

/** What a page says without any offer. */
export type Standing = Omit<Facts, 'offers' | 'now'>

/** What strangers are shown: the shared history of offers, in which no driver is, and public facts. */
export type Landing = {
  /** For a caller's address. Refuses with `request.too_many`. */
  readFacts(address: string): Promise<Facts>
  /**
   * What the sample filter would have won around a ZIP code. Refuses with `landing.zip_invalid`,
   * `landing.zip_unknown` and `request.too_many`.
   */
  readNear(address: string, asked: Inputs['landing']['near']): Promise<Near>
  /** What the page itself says, to every caller. */
  readStanding(): Promise<Standing>
}

/** Answers about ZIP codes that are kept. */
const MOST_KEPT = 500

/** Creates the landing; all strangers of this process share its answers. */
export function createLanding(deps: LandingDeps): Landing {
  const { clock, settings, observations, platformName, operator, offer } = deps
  const limiter = createAddressLimiter({ points: settings.asksPerMinute, windowS: 60 })
  const findZip = openZips(deps.webRoot)
  const sample = describeSample()
  const isSimulated = needsMarket(offer.variants)
  const cache = new Map<string, () => Promise<Near>>()

  const admit = async (address: string): Promise<void> => {
    const waitMs = await limiter.take(address)
    if (waitMs !== null)
      throw new AppError('request.too_many', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  }
  const readStanding = keepFor(clock, settings.keepMs, async (): Promise<Standing> => {
    return { ...offer, operator, simulated: isSimulated, sample, prices: showPrices(await deps.readPrices()) }
  })
  const readFacts = keepFor(clock, settings.keepMs, async (): Promise<Facts> => {
    const now = clock.now()
    // Offers from before yesterday say nothing about now.
    const span = { since: now - DAY_MS, most: settings.offers }
    const [standing, latest] = await Promise.all([
      readStanding(),
      observations.readLatest(platformName, span),
    ])
    return { ...standing, offers: latest.map(judgeObserved), now }
  })

  return {
    readStanding,
    async readFacts(address) {
      await admit(address)
      return await readFacts()
    },
    async readNear(address, { zip: text, variant = FIRST_VARIANT }) {
      await admit(address)
      const zip = readZip(text)
      if (zip === null) throw new AppError('landing.zip_invalid')
      const place = await findZip(zip)
      if (place === null) throw new AppError('landing.zip_unknown')
      const key = `${variant} ${zip}`
      const find = () => findNear(deps, { ...place, zip }, variant)
      const read = cache.get(key) ?? keepFor(clock, settings.keepNearMs, find)
      // The one asked for last stands last, so that the oldest goes first.
      cache.delete(key)
      cache.set(key, read)
      for (const oldest of cache.keys()) if (cache.size > MOST_KEPT) cache.delete(oldest)
      return await read()
    },
  }
}

function showPrices({
  blockCents,
  tripCents,
  instantDayCents,
  checkInCents,
  weekCents,
}: Prices): Facts['prices'] {
  const trips = Object.values(tripCents)
  return {
    blockCents,
    tripCents: { least: Math.min(...trips), most: Math.max(...trips) },
    instantDayCents,
    checkInCents,
    advancedWeekCents: weekCents.advanced,
    professionalWeekCents: weekCents.professional,
  }
}

/**
 * Answers with what was read up to `keepMs` ago, and reads once for all who ask meanwhile; a failed read is
 * not kept.
 */
function keepFor<T>(clock: Clock, keepMs: number, read: () => Promise<T>): () => Promise<T> {
  let memory: { at: Timestamp; answer: Promise<T> } | null = null
  return () => {
    const now = clock.now()
    if (memory !== null && now - memory.at < keepMs) return memory.answer
    const mine = { at: now, answer: read() }
    memory = mine
    mine.answer.catch(() => {
      if (memory === mine) memory = null
    })
    return mine.answer
  }
}

/** What replaying around a place needs. */
type NearDeps = {
  db: Kysely<Tables>
  clock: Clock
  settings: Settings['landing']
  observations: Pick<Observations, 'replayAt'>
  platformName: string
}

/** What the sample filter would have won of the offers seen around a ZIP code, by the replay of what-if. */
async function findNear(
  { db, clock, settings, observations, platformName }: NearDeps,
  place: ZipPlace & { zip: string },
  variant: Variant,
): Promise<Near> {
  const { miles, days } = settings
  const { zip, city, state } = place
  const all = (await readAllStations(db, platformName, variant))
    .map((station) => ({ station, away: straightMiles(place, station) }))
    .sort((one, other) => one.away - other.away)
  const near = all.filter(({ away }) => away <= miles).map(({ station }) => station)
  const [nearest] = all
  const basis = { zip, city, state, miles, days, stations: near.length }
  const { considered, currency, fit, held } = await replayAt(near)
  const elsewhere = near.length === 0 && nearest !== undefined ? nearest : null
  return {
    ...basis,
    considered,
    currency,
    fit,
    held,
    nearest: elsewhere && {
      city: elsewhere.station.city,
      state: elsewhere.station.state,
      miles: Math.round(elsewhere.away),
    },
  }

  async function replayAt(
    stations: readonly Station[],
  ): Promise<Pick<Near, 'considered' | 'currency' | 'fit' | 'held'>> {
    const [first] = stations
    const nothing = { count: 0, cents: 0, minutes: 0, others: [] }
    if (first === undefined) return { considered: 0, currency: null, fit: nothing, held: nothing }
    const stationIds = stations.map(({ id }) => id)
    const places: ReadonlyMap<string, Place> = new Map(stations.map((station) => [station.id, station]))
    return await observations.replayAt(
      { platform: platformName, stationIds },
      sampleFilter(variant, first.timeZone, stationIds),
      { since: clock.now() - days * DAY_MS, geography: { home: null, places } },
    )
  }
}

/** The place of a ZIP code. */
type ZipPlace = Place & { city: string; state: string }

/** A file of ZIP codes as the built app has it: `101<tab>Miami<tab>FL<tab>25.779<tab>-80.199`. */
const FILES = 'assets/map-*/zips/[0-9][0-9].txt'

/**
 * Finds ZIP codes in the map's data of the built app, whose files are read once, when they are first needed.
 * Null for a code that the Postal Service does not use, and for every code of an app without that data.
 */
function openZips(webRoot: string): (zip: string) => Promise<ZipPlace | null> {
  let files: Map<string, string> | null = null
  const cache = new Map<string, Promise<Map<string, ZipPlace>>>()
  return async (zip) => {
    files ??= new Map(globSync(FILES, { cwd: webRoot }).map((file) => [file.slice(-6, -4), file]))
    const prefix = zip.slice(0, 2)
    const file = files.get(prefix)
    if (file === undefined) return null
    const places = cache.get(prefix) ?? readPlaces(join(webRoot, file))
    cache.set(prefix, places)
    return (await places).get(zip.slice(2)) ?? null
  }
}

async function readPlaces(file: string): Promise<Map<string, ZipPlace>> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  return new Map(
    lines.map((line) => {
      const [rest = '', city = '', state = '', latitude, longitude] = line.split('\t')
      return [rest, { city, state, latitude: Number(latitude), longitude: Number(longitude) }]
    }),
  )
}
