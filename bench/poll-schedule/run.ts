import { writeFileSync } from 'node:fs'
import { DAY_MS } from '@madruga/core/time.ts'
import { seededRandom } from '../chaos/random.ts'
import { runSearch } from './searching.ts'
import type { Haul } from './searching.ts'
import { recordMarket } from './market.ts'

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
export async function benchPace(quick: boolean): Promise<string> {
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
  if (!quick) writeFileSync(new URL('../poll-schedule.md', import.meta.url), report)
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
