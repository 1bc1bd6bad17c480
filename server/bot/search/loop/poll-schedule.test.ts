import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followForecast, startRequestRate } from '@madruga/core/bot.ts'
import { readZoneOffsets } from '@madruga/core/schedule.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { makeFilter, makeOffer } from './testing.ts'
import { start } from './testing-search.ts'

const NOW = 1_800_000_000_000
const POLL_MS = 3_000

/** A search whose station `st-1` is known to release evenly, and rarely. */
function startWithForecast() {
  const rate = startRequestRate({ perHour: 1_200, burstMinutes: 10, reserveShare: 0.1 }, POLL_MS, NOW)
  const rates = {
    minutes: new Float32Array(1_440).fill(0.01),
    dayHours: new Float32Array(24).fill(0.6),
    weekHours: new Float32Array(168).fill(0.6),
    plainHours: new Float32Array(168).fill(0.6),
    followers: 1,
    bursts: new Map<number, number>(),
  }
  const known = [{ zone: readZoneOffsets('UTC', NOW, NOW + DAY_MS), rates }]
  const outlook = { stations: new Set(['st-qnx2']), known, unknown: 0 }
  followForecast(rate, outlook, DEFAULT_SETTINGS.rate, DEFAULT_SETTINGS.fastestPollMs, NOW, null)
  return start({}, { rate, pollMs: POLL_MS, filter: makeFilter(99_000) })
}

test('a new offer of a searched station brings the next polls forward, for some seconds', async () => {
  const { clock, feed, searcher } = startWithForecast()
  await clock.advance(POLL_MS)
  assert.equal(feed.polls, 1)
  feed.onPoll = () => queueMicrotask(() => feed.replyUnchanged())
  feed.replyUnchanged()
  await clock.advance(30_000)
  const calm = feed.polls - 1
  feed.onPoll = null
  await clock.advance(POLL_MS + 500)
  const before = feed.polls
  feed.onPoll = () => queueMicrotask(() => feed.replyUnchanged())
  feed.replyOffers([makeOffer('a', 4_000)], clock.monotonic())
  await clock.advance(DEFAULT_SETTINGS.rate.burstMs)
  const { burstMs } = DEFAULT_SETTINGS.rate
  const inCalm = (calm * burstMs) / 30_000
  assert.ok(feed.polls - before > 3 * inCalm, `${feed.polls - before} polls, ${inCalm} at rest`)
  const after = feed.polls
  await clock.advance(30_000)
  assert.ok(feed.polls - after <= calm + 1, 'and then as before')
  searcher.close()
})

test('what stands on the first list of a search is no observation', async () => {
  const { clock, feed, search, searcher } = startWithForecast()
  await clock.advance(POLL_MS)
  feed.replyOffers([makeOffer('a', 4_000)], clock.monotonic())
  assert.equal(search.rate?.schedule?.plan.burstUntil, Number.NEGATIVE_INFINITY)
  searcher.close()
})
