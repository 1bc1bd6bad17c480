import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startRequestRate } from '@madruga/core/bot.ts'
import * as fc from 'fast-check'
import type { AcceptResult } from '../../../platforms.ts'
import { createSearcher } from './searcher.ts'
import type { Search } from './model.ts'
import { createFakeFeed, createHandClock, makeSearch, makeOffer, settleMicrotasks } from './testing.ts'
import type { FakeFeed } from './testing.ts'
import { RATE_LIMITED, TAKEN, makeHooks, start } from './testing-search.ts'

test('never over the budget in any rolling hour, accepts included', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 5, max: 60 }),
      fc.integer({ min: 20_000, max: 120_000 }),
      fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
      async (perHour, pollMs, finds) => {
        const sent: number[] = []
        const clock = createHandClock()
        const feed = createFakeFeed()
        const rate = startRequestRate({ perHour, burstMinutes: 10, reserveShare: 0.1 }, pollMs, clock.now())
        const searcher = createSearcher({ hooks: makeHooks([]), clock, now: clock.monotonic })
        feed.onPoll = () => {
          sent.push(clock.monotonic())
          if (finds[sent.length % finds.length]) {
            feed.replyOffers([makeOffer(`o${sent.length}`, 5_000, 400)], clock.monotonic())
          } else feed.replyUnchanged()
        }
        const accept = feed.accept
        feed.accept = (offerId) => {
          sent.push(clock.monotonic())
          const answer = accept(offerId)
          queueMicrotask(() => feed.replyAccept(TAKEN))
          return answer
        }
        void searcher.search(makeSearch(feed, { rate, pollMs }), new AbortController().signal)
        for (let step = 0; step < 24; step++) await clock.advance(300_000)
        searcher.close()
        for (const at of sent) {
          const inHour = sent.filter((other) => other >= at && other < at + 3_600_000).length
          assert.ok(inHour <= perHour, `${inHour} requests in an hour that bears ${perHour}`)
        }
        assert.ok(sent.length > 0)
      },
    ),
    { numRuns: 4 },
  )
})

test('whatever happens: one accept at a time and no poll during it, none after a stop, one outcome for each intent', async () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 1_500 }) }),
    fc.record({ kind: fc.constant('unchanged' as const) }),
    fc.record({
      kind: fc.constant('offers' as const),
      hours: fc.array(fc.integer({ min: 2, max: 30 }), { maxLength: 4 }),
    }),
    fc.record({
      kind: fc.constant('answer' as const),
      how: fc.constantFrom('won', 'taken', 'unknown', 'troubled'),
    }),
    fc.record({ kind: fc.constant('intent' as const), how: fc.constantFrom('ok', 'tried', 'fenced') }),
    fc.record({ kind: fc.constant('settled' as const), how: fc.constantFrom('go_on', 'go_on', 'end') }),
    fc.record({ kind: fc.constant('yes' as const), hour: fc.integer({ min: 2, max: 30 }) }),
    fc.record({ kind: fc.constant('stop' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 80 }), async (events) => {
      const intents: ((answer: { attemptId: string } | 'tried' | 'fenced') => void)[] = []
      const settles: ((answer: 'go_on' | 'end') => void)[] = []
      const open = new Set<string>()
      let count = 0
      let tries = 0
      let stopped = false
      const run = start({
        intend() {
          assert.ok(!stopped, 'no intent after a stop')
          assert.equal(intents.length, 0, 'one intent at a time')
          return new Promise((resolve) => {
            intents.push((answer) => {
              if (typeof answer === 'object') open.add(answer.attemptId)
              resolve(answer)
            })
          })
        },
        settle(_search, attemptId) {
          assert.ok(open.delete(attemptId), 'one outcome for each intent')
          return new Promise((resolve) => settles.push(resolve))
        },
      })
      let sentBeforeStop = 0
      for (const one of events) {
        if (one.kind === 'wait') await run.clock.advance(one.ms)
        else if (one.kind === 'unchanged') run.feed.replyUnchanged()
        else if (one.kind === 'offers') {
          run.feed.replyOffers(
            one.hours.map((hour) => makeOffer(`o${count++}`, 5_000 + count, hour)),
            run.clock.monotonic(),
          )
        } else if (one.kind === 'yes') {
          const confirmed = { confirmationId: `q${count}`, offer: makeOffer(`o${count++}`, 5_000, one.hour) }
          run.searcher.take('driver-1', confirmed)
        } else if (one.kind === 'answer') run.feed.replyAccept(answerOf(one.how))
        else if (one.kind === 'intent') {
          intents.shift()?.(
            one.how === 'ok' ? { attemptId: `attempt-${tries++}` } : (one.how as 'tried' | 'fenced'),
          )
        } else if (one.kind === 'settled') settles.shift()?.(one.how as 'go_on' | 'end')
        else if (!stopped) {
          stopped = true
          sentBeforeStop = requests(run.feed)
          run.stopper.abort()
        }
        await settleMicrotasks()
        assert.equal(run.feed.overlapping, 0)
        if (stopped) assert.equal(requests(run.feed), sentBeforeStop, 'nothing after a stop')
        if (run.end() !== null) assert.equal(run.searcher.size(), 0)
      }
      assert.ok(held(run.search))
      run.searcher.close()
    }),
    { numRuns: 300 },
  )
})

test('a job without a stated end, won or undecided, is the last accept until the platform ends it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ hour: fc.integer({ min: 1, max: 40 }), opens: fc.boolean() }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.constantFrom('accepted' as const, 'waiting' as const),
      async (listed, how) => {
        const { clock, feed, search, searcher } = start()
        await clock.advance(1_000)
        const offers = listed.map(({ hour, opens }, index) => ({
          ...makeOffer(`o${index}`, 5_000 + index, hour),
          ...(opens && { endEstimated: true }),
        }))
        feed.replyOffers(offers, clock.monotonic())
        await settleMicrotasks()
        let running: number | null = null
        for (let sent = 0; sent < feed.accepts.length; sent++) {
          const offer = offers.find(({ id }) => id === feed.accepts[sent])!
          if (running !== null) assert.ok(offer.endAt <= running, `${offer.id} while a job runs`)
          if (offer.endEstimated) running = Math.min(running ?? offer.startAt, offer.startAt)
          feed.replyAccept(
            how === 'accepted'
              ? { outcome: 'accepted', blockId: offer.id }
              : { outcome: 'waiting', waiting: 'provisional', blockId: offer.id },
          )
          await settleMicrotasks()
        }
        // The platform says that it is over: its time ends, and the next job is taken.
        search.held = []
        await clock.advance(1_000)
        const before = feed.accepts.length
        feed.replyOffers([makeOffer('next', 5_000, 50)], clock.monotonic())
        await settleMicrotasks()
        assert.equal(feed.accepts.length, before + 1)
        searcher.close()
      },
    ),
    { numRuns: 100 },
  )
})

function requests(feed: FakeFeed): number {
  return feed.polls + feed.accepts.length
}

/** No two held spans overlap. */
function held(search: Search): boolean {
  return search.held.every((span, index) => index === 0 || span.startAt >= search.held[index - 1]!.endAt)
}

function answerOf(how: string): AcceptResult {
  if (how === 'won') return { outcome: 'accepted', blockId: 'block' }
  if (how === 'taken') return TAKEN
  if (how === 'unknown') return { outcome: 'unknown', detail: 'no answer in time' }
  return { outcome: 'troubled', problem: RATE_LIMITED }
}
