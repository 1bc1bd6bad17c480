import { parseArgs } from 'node:util'
import { writeFileSync } from 'node:fs'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { seededRandom } from '../proofs/chaos/random.ts'
import { recordMarket } from './poll-schedule/market.ts'
import type { Listing, Metro, Span } from './poll-schedule/market.ts'
import {
  findPollMs,
  followForecast,
  mayRequest,
  nextPollMs,
  noteObservations,
  spendRequest,
  startRequestRate,
} from '@madruga/core/bot.ts'
import { emptyProfile, foldDay, layDays, learnRates } from '@madruga/core/forecast.ts'
import type { LookedHour, ReleaseProfile } from '@madruga/core/forecast.ts'
import { localDay, readZoneOffsets } from '@madruga/core/schedule.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'

/**
 * `sh scripts/node bench/poll-schedule.ts [--quick]`: the gain of the adaptive rate over the fixed one, on
 * seeded markets.
 */

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

/** One market: its days, the measured ones among them, and its seeds. */
type Market = { scenario: 'rush' | 'calm'; seeds: string[]; days: number; measured: number }

const MARKETS: readonly Market[] = [
  {
    scenario: 'calm',
    seeds: Array.from({ length: 8 }, (_, index) => `calm-${index + 1}`),
    days: 28,
    measured: 14,
  },
  { scenario: 'rush', seeds: ['rush-1', 'rush-2'], days: 9, measured: 2 },
]
const SIZE = { metros: 2, stations: 2 }
const CASES = [
  { perHour: 2_400, lifeMs: 500 },
  { perHour: 2_400, lifeMs: 2_000 },
  { perHour: 1_200, lifeMs: 500 },
  { perHour: 1_200, lifeMs: 2_000 },
]

/** Results of one case, summed over seeds and metros. */
type Row = {
  scenario: string
  perHour: number
  lifeMs: number
  fixed: Haul
  adaptive: Haul
  hours: number
  least: number
}

/** Searches every market at the fixed and at the adaptive rate, writes `poll-schedule.md` and returns it. */
async function benchPace(quick: boolean): Promise<string> {
  const rows: Row[] = []
  for (const market of MARKETS) {
    const seeds = quick ? market.seeds.slice(0, 1) : market.seeds
    const summed = CASES.map((one) => ({ ...one, scenario: market.scenario, ...nothing() }))
    for (const seed of seeds) {
      console.error(`${market.scenario}, ${seed}: ${market.days} days of the market ...`)
      const { metros, span } = await recordMarket(market.scenario, seed, market.days, SIZE)
      const measureFrom = span.endAt - market.measured * DAY_MS
      for (const row of summed) {
        const mine = nothing()
        metros.forEach((metro, index) => {
          for (const adaptive of [false, true]) {
            const search = { perHour: row.perHour, lifeMs: row.lifeMs, adaptive, measureFrom }
            const haul = runSearch(metro, span, search, seededRandom(7_919 * index + row.lifeMs))
            for (const sum of [row, mine]) add(adaptive ? sum.adaptive : sum.fixed, haul)
          }
          row.hours += market.measured * 24
        })
        row.least = Math.min(row.least, mine.adaptive.won / mine.fixed.won)
      }
    }
    rows.push(...summed)
  }
  const report = write(rows, quick)
  if (!quick) writeFileSync(new URL('poll-schedule.md', import.meta.url), report)
  return report
}

function share({ won, wanted }: Haul): string {
  return (won / wanted).toFixed(3)
}

function nothing(): Pick<Row, 'fixed' | 'adaptive' | 'hours' | 'least'> {
  const empty: Haul = { wanted: 0, won: 0, requests: 0 }
  return { fixed: { ...empty }, adaptive: { ...empty }, hours: 0, least: Number.POSITIVE_INFINITY }
}

function add(sum: Haul, haul: Haul): void {
  sum.wanted += haul.wanted
  sum.won += haul.won
  sum.requests += haul.requests
}

function write(rows: readonly Row[], quick: boolean): string {
  const lines = rows.map(({ scenario, perHour, lifeMs, fixed, adaptive, hours, least }) => {
    const spent = ({ requests }: Haul): string => Math.round(requests / hours).toString()
    return `| ${scenario} | ${perHour} | ${lifeMs / 1_000} s | ${fixed.wanted} | ${share(fixed)} | ${share(adaptive)} | ${(adaptive.won / fixed.won).toFixed(2)} | ${least.toFixed(2)} | ${spent(fixed)} | ${spent(adaptive)} |`
  })
  const seeds = MARKETS.map((market) => (quick ? market.seeds.slice(0, 1) : market.seeds).join(', '))
  return `# Fixed and adaptive request rate

\`sh scripts/node bench/poll-schedule.ts${quick ? ' --quick' : ''}\`: a simulation, reproducible in every number.
The listings come from our own market (\`simulator/\`, seeds ${seeds.join('; ')}),
stepped through ${MARKETS.map((market) => `${market.days} days of ${market.scenario}, the last ${market.measured} measured`).join(', and ')}. A driver searches ${SIZE.stations} stations around the clock in each of ${SIZE.metros}
metros, with the product's own budget, request rate, learning and plan at their default settings, and
learns only from its own observations. Each listing has a random (exponential) lifetime with the given mean,
after which a competitor takes it. It is won if a poll sees it and the accept, 0.1 s later, arrives in time.
"Won" is the expectation over those lifetimes, so that their randomness is not in the figures. The timing of
polls relative to a drop still is (about 2% per seed). "Wanted" are listings of 21 $/h or more.

| market | requests granted an hour | mean lifetime | wanted | won, fixed rate | won, adaptive | ratio | ratio, worst seed | spent an hour, fixed | adaptive |
| ------ | ------------------------ | --------- | ------ | --------------- | ------------- | ----- | ----------------- | -------------------- | -------- |
${lines.join('\n')}

"rush" releases at recurring minutes of the day, in bursts within 2.5 s. "calm" has three such bursts of four a
day, at minutes of one weekday only, among 200 random listings: there is little to learn, and little to win.
`
}

/** From the poll's reply to the accept at the platform, in both directions. */
const LATENCY_MS = 100
type Zone = ReturnType<typeof readZoneOffsets>
/** The driver's minimum: about half of the listings. */
const WANTED_CENTS_PER_HOUR = 2_100

/** How one driver searches. */
type Search = { perHour: number; lifeMs: number; adaptive: boolean; measureFrom: number }

/**
 * The results after `measureFrom`; `won` is the expectation over the lifetimes of the listings that a poll
 * saw.
 */
type Haul = { wanted: number; won: number; requests: number }

/**
 * One driver's search around the clock, by the product's own budget, request rate, learning and plan. A
 * listing has a random (exponential) lifetime from `random`, after which a competitor takes it. It is won if
 * a poll sees it and the accept arrives within its lifetime. The forecast is learned each night, only from
 * this search's own observations.
 */
function runSearch(metro: Metro, span: Span, search: Search, random: () => number): Haul {
  const settings = DEFAULT_SETTINGS
  const { startAt, endAt } = span
  const { listings, stations } = metro
  const zone = readZoneOffsets(metro.timeZone, startAt - DAY_MS, endAt + DAY_MS)
  const budget = { ...settings.budget, perHour: search.perHour }
  const always = { runMs: endAt - startAt, sleepMs: 0, totalMs: null, waitMs: null }
  const pollMs = findPollMs({ ...always, pollMs: settings.fastestPollMs }, budget)
  const rate = startRequestRate(budget, pollMs, startAt)
  const goneAt = listings.map((listing) => listing.at - Math.log(1 - random()) * search.lifeMs)
  const notes = openNotes(stations)
  const haul: Haul = { wanted: 0, won: 0, requests: 0 }
  const run: Run = { search, listings, goneAt, next: 0, rate, notes, haul }
  let day = localDay(zone, startAt)

  for (let now = startAt; now < endAt;) {
    const waitMs = nextPollMs(rate, now)
    if (waitMs > 0) {
      now += waitMs
      continue
    }
    const today = search.adaptive ? localDay(zone, now) : day
    if (today > day) {
      const known = learnNight(notes, zone, [day, today - 1])
      const forecast = { stations: new Set(stations), known, unknown: 0 }
      followForecast(rate, forecast, settings.rate, settings.fastestPollMs, now, null)
      day = today
    }
    note(notes, now)
    poll(run, now)
  }
  return haul
}

type Run = {
  search: Search
  listings: readonly Listing[]
  goneAt: readonly number[]
  /** The first listing that no poll has met. */
  next: number
  rate: ReturnType<typeof startRequestRate>
  notes: Notes
  haul: Haul
}

/** One request for the list, and an accept for each wanted listing on it. */
function poll(run: Run, now: number): void {
  const { search, listings, goneAt, rate, notes, haul } = run
  const spend = (): void => {
    spendRequest(rate, now)
    if (now >= search.measureFrom) haul.requests++
  }
  spend()
  const sighted: Listing[] = []
  for (; run.next < listings.length && listings[run.next]!.at <= now; run.next++) {
    const listing = listings[run.next]!
    const wanted = listing.centsPerHour >= WANTED_CENTS_PER_HOUR
    if (wanted) expectWin(haul, search, listing.at, mayRequest(rate, now) ? now : null)
    if (goneAt[run.next]! <= now) continue
    sighted.push(listing)
    notes.seen.get(listing.stationId)?.push(now)
    if (wanted && mayRequest(rate, now)) spend()
  }
  if (sighted.length > 0) noteObservations(rate, sighted, now)
}

/** Adds a listing that the driver wants: the chance that it is still there when its accept arrives. */
function expectWin(haul: Haul, { measureFrom, lifeMs }: Search, at: number, acceptedAt: number | null): void {
  if (at < measureFrom) return
  haul.wanted++
  if (acceptedAt !== null) haul.won += Math.exp((at - acceptedAt - LATENCY_MS) / lifeMs)
}

/** What a search remembers until the next night. */
type Notes = {
  seen: Map<string, number[]>
  hours: Map<number, LookedHour>
  profiles: Map<string, ReleaseProfile>
}

function openNotes(stations: readonly string[]): Notes {
  return {
    seen: new Map(stations.map((id) => [id, []])),
    hours: new Map(),
    profiles: new Map(stations.map((id) => [id, emptyProfile()])),
  }
}

/** This minute was observed. */
function note({ hours }: Notes, now: number): void {
  const hourAt = now - (now % HOUR_MS)
  let hour = hours.get(hourAt)
  if (!hour) hours.set(hourAt, (hour = { hourAt, first: 0, second: 0 }))
  const minute = Math.floor((now - hourAt) / MINUTE_MS)
  if (minute < 30) hour.first |= 1 << minute
  else hour.second |= 1 << (minute - 30)
}

/** Learns the rates of the days since the last night; none while too few days are known. */
function learnNight(notes: Notes, zone: Zone, [first, last]: [number, number]) {
  const { enoughDays, decay } = DEFAULT_SETTINGS.forecast
  const profiles = learn(notes, (seenAt) => layDays(zone, first, last, seenAt, [...notes.hours.values()]))
  const enough = profiles.every((profile) => profile.days >= enoughDays)
  return enough ? profiles.map((profile) => ({ zone, rates: learnRates(profile, decay) })) : []
}

function learn(notes: Notes, lay: (seenAt: number[]) => ReturnType<typeof layDays>): ReleaseProfile[] {
  for (const [id, seenAt] of notes.seen) {
    let profile = notes.profiles.get(id) ?? emptyProfile()
    for (const seen of lay(seenAt)) profile = foldDay(profile, seen, DEFAULT_SETTINGS.forecast.decay)
    notes.profiles.set(id, profile)
    notes.seen.set(id, [])
  }
  // The hour in which the day ended also belongs to the next one if a zone is offset by half an hour.
  const hours = [...notes.hours.values()].slice(-1)
  notes.hours = new Map(hours.map((hour) => [hour.hourAt, hour]))
  return [...notes.profiles.values()]
}

console.log(await benchPace(values.quick))
