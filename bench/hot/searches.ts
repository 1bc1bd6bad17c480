import { compileFilter, proposeFilter } from '@madruga/core/filters.ts'
import type { CompiledFilter } from '@madruga/core/filters.ts'
import { createSearcher, startReading } from '@madruga/server/bot/search/loop.ts'
import type { SearchHooks } from '@madruga/server/bot/search/loop.ts'
import type { OfferFeed, PlatformTokens } from '@madruga/server/platforms.ts'
import { POLL_MS, STATIONS, tokenOf } from './scene.ts'
import type { VisitPlan } from './scene.ts'
import { serveVisits } from './visit.ts'

/** A transport of one run: opens a driver's feed. */
export type OpenFeed = (tokens: PlatformTokens) => OfferFeed

/**
 * The product's searcher and compiled filters over a transport. Only the fence is stubbed to answer at once
 * (it is measured separately).
 */

let polls = 0
let ignored = 0
let reactions: number[] = []

const AGREED = Promise.resolve({ attemptId: 'attempt' })
const GO_ON = Promise.resolve('go_on' as const)
const hooks: SearchHooks = {
  intend: () => AGREED,
  settle(_search, _attemptId, _result, reactionMs) {
    reactions.push(reactionMs)
    return GO_ON
  },
  ignored: () => void ignored++,
  asked: () => undefined,
  agreedLost: async () => {},
  shadowed: async () => 'noted',
  seen: () => undefined,
  polled: () => void polls++,
  flooded: () => undefined,
}

/** Each driver has their own filter, as in production. */
function makeFilter(driver: number): CompiledFilter {
  const proposed = proposeFilter('amazon', 'basic', 'America/Los_Angeles', STATIONS)
  const days = proposed.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
  const filter = { ...proposed, schedule: { ...proposed.schedule, days } }
  if (filter.variant === 'amazon') filter.shared.price.perHourMinCents = 2_000 + (driver % 100)
  return compileFilter(filter, Date.now())
}

function begin({ drivers }: VisitPlan, openFeed: OpenFeed, observe: Observe): void {
  const searcher = createSearcher({ hooks: observe(hooks) })
  const { signal } = new AbortController()
  for (let driver = 0; driver < drivers; driver++) {
    const tokens = { accessToken: tokenOf(driver), refreshToken: '', expiresAt: 0, platformDriverId: '' }
    const search = {
      driverId: `driver-${driver}`,
      gen: 1,
      epoch: 1,
      owner: 'bench',
      platform: 'market',
      feed: openFeed(tokens),
      hasBegun: false,
      reading: startReading(),
      lease: { until: Number.POSITIVE_INFINITY },
      filter: makeFilter(driver),
      filterVersion: 1,
      wider: null,
      shadow: false,
      held: [],
      pollMs: POLL_MS,
    }
    searcher.search(search, signal).then(
      (end) => console.error(`bench: driver ${driver} stopped:`, JSON.stringify(end)),
      (fault) => console.error(`bench: driver ${driver} failed:`, fault),
    )
  }
}

type Observe = (hooks: SearchHooks) => SearchHooks

/** Serves this process's run, with feeds from `connect`; `observe` wraps the hooks as the product may. */
export function serveSearches(connect: (url: string) => OpenFeed, observe: Observe = (plain) => plain): void {
  serveVisits({
    start: (plan) => begin(plan, connect(plan.url), observe),
    polls: () => polls,
    takeReactions() {
      const taken = reactions
      reactions = []
      return taken
    },
  })
}
