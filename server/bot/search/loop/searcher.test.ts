import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSearcher } from './searcher.ts'
import {
  createFakeFeed,
  createHandClock,
  makeFilter,
  makeSearch,
  makeOffer,
  settleMicrotasks,
} from './testing.ts'
import { RATE_LIMITED, TAKEN, makeHooks, start } from './testing-search.ts'

test('goes after what fits, best pay an hour first, one at a time, and explains the rest', async () => {
  const { clock, feed, story, searcher } = start({}, { filter: makeFilter(5_000) })
  await clock.advance(1_000)
  feed.replyOffers(
    [makeOffer('a', 6_000, 5), makeOffer('b', 9_000, 9), makeOffer('c', 4_000), makeOffer('d', 7_000, 20)],
    clock.monotonic(),
  )
  await settleMicrotasks()
  assert.deepEqual(feed.accepts, ['b'])
  assert.deepEqual(story, ['intend b', 'ignore c price'])
  feed.replyAccept(TAKEN)
  await settleMicrotasks()
  assert.deepEqual(feed.accepts, ['b', 'd'])
  feed.replyAccept(TAKEN)
  await settleMicrotasks()
  feed.replyAccept(TAKEN)
  await settleMicrotasks()
  assert.deepEqual(feed.accepts, ['b', 'd', 'a'])
  assert.equal(feed.overlapping, 0)
  searcher.close()
})

test('an award is held: what overlaps with it is left, and later offers are judged by it', async () => {
  const { clock, feed, story, search, searcher } = start()
  await clock.advance(1_000)
  feed.replyOffers([makeOffer('a', 9_000, 5), makeOffer('b', 8_000, 6), makeOffer('c', 7_000, 3)], 0)
  await settleMicrotasks()
  feed.replyAccept({ outcome: 'accepted', blockId: 'block-a' })
  await settleMicrotasks()
  feed.replyAccept({ outcome: 'accepted', blockId: 'block-c' })
  await settleMicrotasks()
  assert.deepEqual(story, [
    'intend a',
    'settle a accepted',
    'ignore b schedule',
    'intend c',
    'settle c accepted',
  ])
  assert.deepEqual(
    search.held.map((span) => span.startAt),
    [makeOffer('', 0, 3).startAt, makeOffer('', 0, 5).startAt],
  )
  await clock.advance(1_000)
  feed.replyOffers([makeOffer('d', 9_900, 4)], 0)
  await settleMicrotasks()
  assert.equal(story.at(-1), 'ignore d schedule')
  searcher.close()
})

test('no poll goes out while an accept is under way', async () => {
  const { clock, feed, searcher } = start()
  await clock.advance(1_000)
  feed.replyOffers([makeOffer('a', 9_000)], 0)
  await clock.advance(2_900)
  assert.equal(feed.polls, 1)
  feed.replyAccept(TAKEN)
  await clock.advance(1_000)
  assert.equal(feed.polls, 2)
  searcher.close()
})

test('a slow platform is not asked again before it answers', async () => {
  const { clock, feed, searcher } = start()
  await clock.advance(9_000)
  assert.equal(feed.polls, 1)
  feed.replyUnchanged()
  await clock.advance(1_000)
  assert.equal(feed.polls, 2)
  assert.equal(feed.overlapping, 0)
  searcher.close()
})

test('a fenced search ends and sends nothing', async () => {
  const { clock, feed, ended } = start({ intend: () => Promise.resolve('fenced') })
  await clock.advance(1_000)
  feed.replyOffers([makeOffer('a', 9_000), makeOffer('b', 8_000)], 0)
  assert.deepEqual(await ended, { why: 'fenced' })
  await clock.advance(60_000)
  assert.deepEqual([feed.accepts, feed.polls], [[], 1])
})

test('an offer that was tried before is passed over', async () => {
  const { clock, feed, searcher } = start({
    intend: (_search, offer) =>
      Promise.resolve(offer.id === 'a' ? 'tried' : { attemptId: `attempt-${offer.id}` }),
  })
  await clock.advance(1_000)
  feed.replyOffers([makeOffer('a', 9_000), makeOffer('b', 8_000)], 0)
  await settleMicrotasks()
  assert.deepEqual(feed.accepts, ['b'])
  searcher.close()
})

test('an intent older than a second is never sent', async () => {
  const slow = Promise.withResolvers<{ attemptId: string }>()
  const { clock, feed, story, searcher } = start({ intend: () => slow.promise })
  await clock.advance(1_000)
  feed.replyOffers([makeOffer('a', 9_000)], 0)
  await clock.advance(1_001)
  slow.resolve({ attemptId: 'attempt-a' })
  await settleMicrotasks()
  assert.deepEqual(feed.accepts, [])
  assert.deepEqual(story, ['settle a not_sent (too_late)'])
  searcher.close()
})

test('a stop between intent and accept: nothing goes out, and the intent is handed back', async () => {
  const slow = Promise.withResolvers<{ attemptId: string }>()
  const { clock, feed, story, stopper, ended } = start({ intend: () => slow.promise })
  await clock.advance(1_000)
  feed.replyOffers([makeOffer('a', 9_000), makeOffer('b', 8_000)], 0)
  stopper.abort()
  slow.resolve({ attemptId: 'attempt-a' })
  assert.deepEqual(await ended, { why: 'aborted' })
  assert.deepEqual(feed.accepts, [])
  assert.deepEqual(story, ['settle a not_sent (stopped)'])
})

test('a stop during an accept waits for its outcome and tries nothing more', async () => {
  const { clock, feed, story, stopper, ended, end } = start()
  await clock.advance(1_000)
  feed.replyOffers([makeOffer('a', 9_000, 5), makeOffer('b', 8_000, 9)], 0)
  await settleMicrotasks()
  stopper.abort()
  await settleMicrotasks()
  assert.equal(end(), null)
  feed.replyAccept({ outcome: 'accepted', blockId: 'block-a' })
  assert.deepEqual(await ended, { why: 'aborted' })
  assert.deepEqual(story, ['intend a', 'settle a accepted'])
})

test('trouble ends the search with the problem, from a poll and from an accept', async () => {
  const polling = start()
  await polling.clock.advance(1_000)
  polling.feed.replyTrouble(RATE_LIMITED)
  assert.deepEqual(await polling.ended, { why: 'troubled', problem: RATE_LIMITED })

  const accepting = start()
  await accepting.clock.advance(1_000)
  accepting.feed.replyOffers([makeOffer('a', 9_000), makeOffer('b', 8_000)], 0)
  await settleMicrotasks()
  accepting.feed.replyAccept({ outcome: 'troubled', problem: RATE_LIMITED })
  assert.deepEqual(await accepting.ended, { why: 'troubled', problem: RATE_LIMITED })
  assert.deepEqual(accepting.story, ['intend a', 'settle a troubled'])
})

test('settle may end the search', async () => {
  const { clock, feed, ended } = start({ settle: () => Promise.resolve('end') })
  await clock.advance(1_000)
  feed.replyOffers([makeOffer('a', 9_000), makeOffer('b', 8_000)], 0)
  await settleMicrotasks()
  feed.replyAccept({ outcome: 'accepted', blockId: 'block-a' })
  assert.deepEqual(await ended, { why: 'ended' })
  assert.deepEqual(feed.accepts, ['a'])
})

test('a fault of a hook rejects the search, and nothing more goes out', async () => {
  const { clock, feed, ended, searcher } = start({ intend: () => Promise.reject(new Error('no database')) })
  await clock.advance(1_000)
  feed.replyOffers([makeOffer('a', 9_000)], 0)
  await assert.rejects(ended, /no database/)
  await clock.advance(60_000)
  assert.deepEqual([feed.polls, feed.accepts, searcher.size()], [1, [], 0])
})

test('a new filter judges from the next poll on, everything again', async () => {
  const { clock, feed, story, searcher } = start({}, { filter: makeFilter(5_000) })
  await clock.advance(1_000)
  feed.replyOffers([makeOffer('a', 4_000)], 0)
  searcher.refilter('driver-1', makeFilter(3_000), 2, null)
  assert.equal(feed.forgotten, 1)
  await clock.advance(1_000)
  feed.replyOffers([makeOffer('a', 4_000)], 0)
  await settleMicrotasks()
  assert.deepEqual(story, ['ignore a price', 'intend a'])
  searcher.close()
})

test('a filter whose windows have ended is compiled again before it judges', async () => {
  const { clock, search, feed, searcher } = start(
    {},
    { filter: { ...makeFilter(0), validUntil: 1_800_000_000_500 } },
  )
  await clock.advance(1_000)
  feed.replyUnchanged()
  await clock.advance(1_000)
  assert.ok(search.filter.validUntil > clock.now())
  searcher.close()
})

test('reaction is measured from the last octet to the accept', async () => {
  let reaction = Number.NaN
  const { clock, feed, searcher } = start({
    intend: async () => {
      await clock.advance(7)
      return { attemptId: 'attempt-a' }
    },
    settle: (_search, _attemptId, _result, reactionMs) => {
      reaction = reactionMs
      return Promise.resolve('go_on')
    },
  })
  await clock.advance(1_000)
  feed.replyOffers([makeOffer('a', 9_000)], clock.monotonic() - 3)
  for (let turn = 0; turn < 5; turn++) await settleMicrotasks()
  feed.replyAccept(TAKEN)
  await settleMicrotasks()
  assert.equal(reaction, 10)
  searcher.close()
})

test('a later incarnation in the same process ends the earlier one', async () => {
  const { searcher, ended, feed } = start()
  const again = searcher.search(makeSearch(feed, { epoch: 2 }), new AbortController().signal)
  assert.deepEqual(await ended, { why: 'fenced' })
  assert.equal(searcher.size(), 1)
  searcher.close()
  assert.deepEqual(await again, { why: 'aborted' })
})

test('polls of many searches are spread evenly over the interval', async () => {
  const clock = createHandClock()
  const perSlice = Array.from({ length: 10 }, () => 0)
  const searcher = createSearcher({ hooks: makeHooks([]), clock, now: clock.monotonic })
  for (let index = 0; index < 200; index++) {
    const feed = createFakeFeed()
    feed.onPoll = () => {
      const slice = Math.floor((clock.monotonic() % 1_000) / 100)
      perSlice[slice] = (perSlice[slice] ?? 0) + 1
      queueMicrotask(() => feed.replyUnchanged())
    }
    void searcher.search(makeSearch(feed, { driverId: `driver-${index}` }), new AbortController().signal)
  }
  await clock.advance(3_000)
  for (const count of perSlice) assert.ok(count >= 50 && count <= 70, `${perSlice.join(' ')}`)
  searcher.close()
})

test('in shadow mode what fits is noted and given away, and no accept ever goes out', async () => {
  const { clock, feed, story, search, searcher } = start(
    {},
    { shadow: true, filter: makeFilter(5_000), wider: makeFilter(1_000) },
  )
  await clock.advance(1_000)
  feed.replyOffers([makeOffer('a', 9_000, 5), makeOffer('b', 8_000, 6), makeOffer('c', 4_000, 20)], 0)
  await settleMicrotasks()
  // b overlaps with a; c, which the wider filter takes, is not asked about.
  assert.deepEqual(story, ['shadow a', 'ignore c price', 'ignore b schedule'])
  assert.deepEqual(feed.accepts, [])
  assert.equal(search.held.length, 1)
  assert.equal(searcher.take('driver-1', { confirmationId: 'q', offer: makeOffer('d', 9_000, 30) }), true)
  await settleMicrotasks()
  assert.deepEqual(feed.accepts, [])
  searcher.close()
})

test('what the filter leaves and the wider one takes is asked about, the rest is ignored', async () => {
  const { clock, feed, story, searcher } = start({}, { filter: makeFilter(9_000), wider: makeFilter(7_000) })
  await clock.advance(1_000)
  feed.replyOffers([makeOffer('a', 8_000, 5), makeOffer('b', 6_000, 9)], 0)
  await settleMicrotasks()
  assert.deepEqual(story, ['ask a price', 'ignore b price'])
  assert.deepEqual(feed.accepts, [])
  searcher.close()
})

test('a yes is tried for at once, once, and lost where it crosses what is held by then', async () => {
  const { clock, feed, story, searcher } = start({}, { filter: makeFilter(9_000) })
  await clock.advance(1_000)
  const yes = { confirmationId: 'q', offer: makeOffer('a', 8_000, 5) }
  assert.equal(searcher.take('driver-1', yes), true)
  assert.equal(searcher.take('driver-1', yes), true)
  assert.equal(searcher.take('somebody', yes), false)
  await settleMicrotasks()
  assert.deepEqual([feed.accepts, feed.polling], [['a'], true], 'it waits for no poll')
  feed.replyUnchanged()
  await clock.advance(5_000)
  assert.equal(feed.polls, 1, 'no poll goes out during an accept')
  feed.replyAccept({ outcome: 'accepted', blockId: 'block-a' })
  await settleMicrotasks()
  searcher.take('driver-1', { confirmationId: 'r', offer: makeOffer('b', 8_500, 6) })
  await settleMicrotasks()
  assert.deepEqual(story, ['intend a', 'settle a accepted', 'lose r conflict'])
  await clock.advance(1_000)
  assert.equal(feed.polls, 2, 'the search goes on')
  searcher.close()
})

test('what a poll finds while a yes is tried for is tried for afterwards, unless it overlaps by then', async () => {
  const { clock, feed, story, searcher } = start({}, { filter: makeFilter(9_000) })
  await clock.advance(1_000)
  searcher.take('driver-1', { confirmationId: 'q', offer: makeOffer('a', 8_000, 5) })
  await settleMicrotasks()
  feed.replyOffers([makeOffer('b', 9_500, 6), makeOffer('c', 9_000, 20)], clock.monotonic())
  await settleMicrotasks()
  assert.deepEqual(feed.accepts, ['a'], 'one accept at a time')
  feed.replyAccept({ outcome: 'accepted', blockId: 'block-a' })
  await settleMicrotasks()
  assert.deepEqual(feed.accepts, ['a', 'c'])
  assert.deepEqual(story, ['intend a', 'settle a accepted', 'ignore b schedule', 'intend c'])
  searcher.close()
})

test('a yes that comes when the search ends goes out no more', async () => {
  const { clock, feed, story, searcher, stopper, ended } = start({}, { filter: makeFilter(9_000) })
  await clock.advance(1_000)
  searcher.take('driver-1', { confirmationId: 'q', offer: makeOffer('a', 8_000, 5) })
  stopper.abort()
  feed.replyUnchanged()
  assert.deepEqual(await ended, { why: 'aborted' })
  assert.deepEqual([feed.accepts, story], [[], ['intend a', 'settle a not_sent (stopped)']])
  assert.equal(searcher.take('driver-1', { confirmationId: 'r', offer: makeOffer('b', 8_000, 5) }), false)
  searcher.close()
})

test('without a lease nothing goes out: no poll, and no accept that was intended before it ended', async () => {
  const lease = { until: 1_500 }
  const { clock, feed, story, searcher } = start({}, { lease })
  await clock.advance(5_000)
  assert.equal(feed.polls, 1)
  lease.until = 10_000
  feed.replyUnchanged()
  await clock.advance(1_000)
  assert.equal(feed.polls, 2)
  lease.until = clock.monotonic() - 1
  feed.replyOffers([makeOffer('a', 9_000)], clock.monotonic())
  await settleMicrotasks()
  assert.deepEqual(feed.accepts, [])
  assert.deepEqual(story, ['intend a', 'settle a not_sent (stopped)'])
  searcher.close()
})

test('an offer is judged once before its accept, and again only after the accept of another', async () => {
  const judged: string[] = []
  const filter = makeFilter(5_000)
  const counting = {
    ...filter,
    judge: (...asked: Parameters<typeof filter.judge>) => {
      judged.push(asked[0].id)
      return filter.judge(...asked)
    },
  }
  const { clock, feed, searcher } = start({}, { filter: counting })
  await clock.advance(1_000)
  feed.replyOffers([makeOffer('a', 9_000, 5), makeOffer('b', 4_000), makeOffer('c', 8_000, 9)], 0)
  await settleMicrotasks()
  assert.deepEqual(feed.accepts, ['a'])
  assert.deepEqual(judged, ['a', 'b', 'c'])
  feed.replyAccept(TAKEN)
  await settleMicrotasks()
  assert.deepEqual(judged, ['a', 'b', 'c', 'c'])
  searcher.close()
})

test('of a flood of new offers this many are stored, the rest is one line a minute, and the best are tried for', async () => {
  const clock = createHandClock()
  const feed = createFakeFeed()
  const story: string[] = []
  const seen: number[] = []
  const hooks = makeHooks(story, { seen: (_search, fresh) => void seen.push(fresh.length) })
  const flood = { offersAPoll: 50, offersAMinute: 120, idsAFeed: 1_000 }
  const searcher = createSearcher({ hooks, clock, now: clock.monotonic, flood })
  const stopper = new AbortController()
  const ended = searcher.search(makeSearch(feed, { filter: makeFilter(5_000) }), stopper.signal)
  for (let poll = 0; poll < 5; poll++) {
    await clock.advance(1_000)
    const many = Array.from({ length: 900 }, (_, n) => makeOffer(`${poll}-${n}`, 1_000))
    const best = makeOffer(`best-${poll}`, 9_000 + poll, poll + 1)
    feed.replyOffers([...many, best], clock.monotonic())
    await settleMicrotasks()
    feed.replyAccept(TAKEN)
    await settleMicrotasks()
  }
  assert.deepEqual(seen, [50, 50, 20, 0, 0])
  assert.equal(story.filter((line) => line.startsWith('ignore')).length, 120)
  assert.deepEqual(feed.accepts, ['best-0', 'best-1', 'best-2', 'best-3', 'best-4'])
  assert.deepEqual(
    story.filter((line) => line.startsWith('drop')),
    [],
  )
  await clock.advance(60_000)
  feed.replyOffers([makeOffer('calm', 1_000)], clock.monotonic())
  await settleMicrotasks()
  assert.deepEqual(
    story.filter((line) => line.startsWith('drop')),
    [`drop ${5 * 901 - 120}`],
  )
  assert.ok(story.includes('ignore calm price'))
  stopper.abort()
  await ended
  searcher.close()
})
