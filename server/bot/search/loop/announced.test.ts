import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUSHED_POLL_MS, startRequestRate } from '@madruga/core/bot.ts'
import { start } from './testing-search.ts'

/** A search whose platform announces offers, after its first poll. */
async function announcing(perHour = 1_000) {
  const rate = startRequestRate({ perHour, burstMinutes: 10, reserveShare: 0.1 }, 1_000, 1_800_000_000_000)
  const run = start({}, { rate, isPushed: true })
  run.feed.onPoll = () => run.feed.replyUnchanged()
  await run.clock.advance(1_000)
  assert.equal(run.feed.polls, 1)
  return run
}

test('an announcement is read at once, and many of them are one poll', async () => {
  const { clock, feed, searcher } = await announcing()
  await clock.advance(10_000)
  assert.equal(feed.polls, 1, 'while announcements arrive, polls are rare')
  searcher.announce('driver-1')
  await clock.advance(10)
  assert.equal(feed.polls, 2)
  for (let each = 0; each < 50; each++) searcher.announce('driver-1')
  await clock.advance(900)
  assert.equal(feed.polls, 2, 'spaced')
  await clock.advance(200)
  assert.equal(feed.polls, 3, 'all of them are one poll')
  searcher.close()
})

test('what no announcement tells is found by the slow poll, and by the usual one once they end', async () => {
  const { clock, feed, search, searcher } = await announcing()
  await clock.advance(PUSHED_POLL_MS)
  assert.equal(feed.polls, 2)
  search.isPushed = false
  searcher.announce('driver-1')
  await clock.advance(1_000)
  assert.equal(feed.polls, 3)
  await clock.advance(5_000)
  assert.ok(feed.polls >= 7, `${feed.polls}`)
  searcher.close()
})

test('announcements spend no more than the budget, whose reserve they leave', async () => {
  const { clock, feed, searcher } = await announcing(60)
  for (let second = 0; second < 120; second++) {
    searcher.announce('driver-1')
    await clock.advance(1_000)
  }
  // A bucket of ten minutes, and what two minutes add.
  assert.ok(feed.polls <= 12, `${feed.polls}`)
  searcher.close()
})

test('announcements of what drivers share spend nothing', async () => {
  const { clock, feed, searcher, search } = await announcing(60)
  search.feed.sharesReadings = true
  const before = feed.polls
  for (let second = 0; second < 25; second++) {
    searcher.announce('driver-1')
    await clock.advance(1_000)
  }
  assert.equal(feed.polls, before + 25)
  searcher.close()
})

test('a new filter is met at once where the platform announces', async () => {
  const { clock, feed, searcher, search } = await announcing()
  await clock.advance(2_000)
  searcher.refilter('driver-1', search.filter, 2, null)
  await clock.advance(10)
  assert.equal(feed.polls, 2)
  searcher.close()
})

test('an announcement during a poll or an accept waits for its end, and one after the end does nothing', async () => {
  const { clock, feed, searcher, stopper } = await announcing()
  feed.onPoll = null
  searcher.announce('driver-1')
  await clock.advance(1_000)
  assert.equal(feed.polls, 2)
  searcher.announce('driver-1')
  await clock.advance(3_000)
  assert.equal(feed.polls, 2)
  feed.replyUnchanged()
  await clock.advance(1_100)
  assert.equal(feed.polls, 3)
  assert.equal(feed.overlapping, 0)
  stopper.abort()
  searcher.announce('driver-1')
  await clock.advance(60_000)
  assert.equal(feed.polls, 3)
  searcher.close()
})
