import { compileFilter, proposeFilter } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'

const OFFERS = 1_000
const STATIONS = Array.from({ length: 40 }, (_, i) => `st-${String(i).padStart(6, '0')}`)

/** Offers as an adapter delivers them, mixed over stations, days and pay; the same ones each time. */
function makeOffers(now: number): Offer[] {
  let seed = 12_345
  const draw = () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff
  const offers = Array.from({ length: OFFERS }, (_, index): Offer => {
    const startAt = now + 15 * MINUTE_MS * Math.floor(draw() * 96 * 6)
    return {
      id: `offer-${index}`,
      stationId: STATIONS[Math.floor(draw() * STATIONS.length)]!,
      kind: 'block',
      startAt,
      endAt: startAt + (4 + Math.floor(draw() * 9)) * 30 * MINUTE_MS,
      payCents: 4_000 + Math.floor(draw() * 24) * 500,
      tipCents: 0,
      miles: 12.5,
      stops: null,
      batched: false,
      expiresAt: null,
    }
  })
  return JSON.parse(JSON.stringify(offers)) as Offer[]
}

/** Ns per judgment of one compiled filter with some held blocks: the best and the median of the rounds. */
export function benchJudgement(rounds: number): { bestNs: number; medianNs: number; matching: number } {
  const now = Date.now()
  const offers = makeOffers(now)
  const proposed = proposeFilter('amazon', 'basic', 'America/Los_Angeles', STATIONS.slice(0, 24))
  const filter = compileFilter(proposed, now)
  const held = [1, 2, 4].map((day) => ({
    startAt: now + day * DAY_MS,
    endAt: now + day * DAY_MS + 3 * HOUR_MS,
  }))
  const context = { now, held }
  let matching = 0
  const judgeAll = (times: number) => {
    matching = 0
    for (let time = 0; time < times; time++) {
      for (const offer of offers) if (filter.matches(offer, context)) matching++
    }
  }
  judgeAll(500)
  const times = 2_000
  const all = Array.from({ length: rounds }, () => {
    const startedAt = performance.now()
    judgeAll(times)
    return ((performance.now() - startedAt) * 1e6) / (times * OFFERS)
  }).toSorted((a, b) => a - b)
  return { bestNs: all[0]!, medianNs: all[all.length >> 1]!, matching: matching / times }
}
