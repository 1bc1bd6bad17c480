import type { Offer } from '../offers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import { compileFilter, proposeFilter } from '../filters.ts'
import type { AmazonFilter, CompiledFilter, Filter, HeldSpan, JudgeContext, SparkFilter } from '../filters.ts'

/**
 * Prints the time of one judgment over 1,000 mixed offers: the median and the best of several rounds, in ns.
 */

const NOW = Date.UTC(2026, 2, 4, 15)
const STATIONS = Array.from({ length: 40 }, (_, i) => `station-${String(i * 7919).padStart(6, '0')}`)
const CHOSEN = STATIONS.slice(0, 24)

let seed = 12345
function draw(): number {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff
  return seed / 0x7fffffff
}

function drawOffer(index: number, kinds: readonly Offer['kind'][]): Offer {
  const startAt = NOW + 15 * MINUTE_MS * Math.floor(draw() * 96 * 6)
  return {
    id: `offer-${index}`,
    stationId: STATIONS[Math.floor(draw() * STATIONS.length)]!,
    kind: kinds[Math.floor(draw() * kinds.length)]!,
    startAt,
    endAt: startAt + (4 + Math.floor(draw() * 9)) * 30 * MINUTE_MS,
    payCents: 4000 + Math.floor(draw() * 24) * 500,
    tipCents: draw() < 0.3 ? 1000 : 0,
    miles: Math.round(draw() * 300) / 10,
    stops: 1 + Math.floor(draw() * 5),
    batched: draw() < 0.2,
    expiresAt: null,
  }
}

// Parsed, as an adapter delivers them: their strings are not the objects that the filter holds.
function parsedOffers(kinds: readonly Offer['kind'][]): Offer[] {
  return JSON.parse(JSON.stringify(Array.from({ length: 1000 }, (_, i) => drawOffer(i, kinds)))) as Offer[]
}

const blocks = parsedOffers(['block', 'block', 'block', 'reserved', 'instant'])
const trips = parsedOffers(['curbside', 'shopping', 'delivery'])

const basic = proposeFilter('amazon', 'basic', 'America/Los_Angeles', CHOSEN) as AmazonFilter
const rich: AmazonFilter = {
  ...basic,
  plan: 'professional',
  stations: CHOSEN.map((stationId) => ({
    stationId,
    settings: [28, 24, 20].map((dollars) => ({
      ...basic.shared,
      price: {
        ...basic.shared.price,
        perHourMinCents: dollars * 100,
        totalMinCents: 6000,
        combine: 'either' as const,
        countTip: true,
      },
    })),
  })),
  maxMinutesPerDay: 8 * 60,
  maxMinutesPerWeek: 40 * 60,
}
const everything: AmazonFilter = {
  ...basic,
  stations: STATIONS.map((stationId) => ({ stationId, settings: [] })),
  shared: { ...basic.shared, price: { ...basic.shared.price, perHourMinCents: 100 }, arrivalMinutes: 0 },
  schedule: { days: basic.schedule.days.map((day) => ({ ...day, allDay: true })), mustEndInside: true },
}
const spark: SparkFilter = {
  ...(proposeFilter('spark', 'basic', 'America/New_York', CHOSEN) as SparkFilter),
  milesTiers: [5, 10, 20, 25].map((upToMiles) => ({ upToMiles, minPayCents: upToMiles * 200 })),
}
const held: HeldSpan[] = [-2, -1, 0, 1, 3].map((day) => {
  const startAt = NOW + day * DAY_MS + 3 * HOUR_MS
  return { startAt, endAt: startAt + 3 * HOUR_MS }
})

let sink = 0
function time(name: string, judgements: number, round: () => number): void {
  const figures: number[] = []
  for (let i = 0; i < 15; i++) {
    const before = performance.now()
    sink += round()
    figures.push(((performance.now() - before) * 1e6) / judgements)
  }
  // The first rounds warm up the compiler.
  const order = figures.slice(5).sort((a, b) => a - b)
  console.log(`${name.padEnd(58)} ${order[5]!.toFixed(1).padStart(8)} ns   best ${order[0]!.toFixed(1)} ns`)
}

function run(name: string, filters: Filter[], offers: readonly Offer[], context: JudgeContext): void {
  const judges: CompiledFilter[] = filters.map((filter) => compileFilter(filter, NOW))
  const rounds = Math.max(1, Math.floor(1000 / judges.length))
  const share = offers.filter((offer) => judges[0]!.matches(offer, context)).length / offers.length
  const label = `${name}, ${Math.round(share * 100)}% match`
  time(`matches: ${label}`, rounds * judges.length * offers.length, () => {
    let hits = 0
    for (let i = 0; i < rounds; i++)
      for (const filter of judges) for (const offer of offers) if (filter.matches(offer, context)) hits++
    return hits
  })
  const few = Math.max(1, Math.floor(rounds / 20))
  time(`judge:   ${label}`, few * judges.length * offers.length, () => {
    let hits = 0
    for (let i = 0; i < few; i++)
      for (const filter of judges)
        for (const offer of offers) hits += filter.judge(offer, context).explain().failed.length
    return hits
  })
}

const free: JudgeContext = { now: NOW, held: [] }
const busy: JudgeContext = { now: NOW, held }
run('basic, 24 stations', [basic], blocks, free)
run('basic, 5 held blocks', [basic], blocks, busy)
run('every rule passed', [everything], blocks, free)
run('3 settings each, limits, 5 held blocks', [rich], blocks, busy)
run('spark with miles tiers', [spark], trips, busy)
run(
  '100 filters in turn',
  Array.from({ length: 100 }, (_, i) => ({
    ...(i % 2 === 0 ? basic : rich),
    timeZone: i % 3 === 0 ? 'America/New_York' : 'America/Denver',
  })),
  blocks,
  busy,
)
time('compileFilter: basic', 100, () => {
  let sum = 0
  for (let i = 0; i < 100; i++) sum += compileFilter(basic, NOW + i).validUntil
  return sum
})
if (sink === 0) console.log('nothing was judged')
