import type { AcceptResult, PlatformTrouble } from '../../../platforms.ts'
import { createSearcher } from './searcher.ts'
import type { Search, SearchEnd, SearchHooks } from './model.ts'
import { createFakeFeed, createHandClock, makeSearch } from './testing.ts'

export const TAKEN: AcceptResult = { outcome: 'refused', cause: 'taken' }
export const RATE_LIMITED: PlatformTrouble = {
  trouble: 'rate_limited',
  retryAfterMs: 1_800_000,
  challengeId: null,
  detail: 'aggressive_search',
}

export type Story = string[]

/** Hooks that write down what they hear and agree to everything, unless told otherwise. */
export function makeHooks(story: Story, change: Partial<SearchHooks> = {}): SearchHooks {
  return {
    intend: (_search, offer) => {
      story.push(`intend ${offer.id}`)
      return Promise.resolve({ attemptId: `attempt-${offer.id}` })
    },
    settle: (_search, attemptId, result) => {
      const why = result.outcome === 'not_sent' ? ` (${result.cause})` : ''
      story.push(`settle ${attemptId.slice(8)} ${result.outcome}${why}`)
      return Promise.resolve('go_on')
    },
    ignored: (_search, offer, verdict) => story.push(`ignore ${offer.id} ${verdict.explain().ignoredFor}`),
    asked: (_search, offer, verdict) => story.push(`ask ${offer.id} ${verdict.explain().ignoredFor}`),
    agreedLost: (_search, agreed, cause) => {
      story.push(`lose ${'awardId' in agreed ? agreed.awardId : agreed.confirmationId} ${cause}`)
      return Promise.resolve()
    },
    shadowed: (_search, offer) => {
      story.push(`shadow ${offer.id}`)
      return Promise.resolve('noted')
    },
    seen: () => undefined,
    polled: () => undefined,
    flooded: (_search, count) => story.push(`drop ${count}`),
    ...change,
  }
}

/** A search under way over a fake feed and a clock moved by hand. */
export function start(change: Partial<SearchHooks> = {}, searchChange: Partial<Search> = {}) {
  const clock = createHandClock()
  const feed = createFakeFeed()
  const story: Story = []
  const searcher = createSearcher({ hooks: makeHooks(story, change), clock, now: clock.monotonic })
  const stopper = new AbortController()
  const search = makeSearch(feed, searchChange)
  let end: SearchEnd | null = null
  const ended = searcher.search(search, stopper.signal).then((value) => (end = value))
  ended.catch(() => undefined)
  return { clock, feed, story, searcher, stopper, search, ended, end: () => end }
}
