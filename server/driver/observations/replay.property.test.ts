import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compileFilter, replayFilter } from '@madruga/core/filters.ts'
import type { Filter } from '@madruga/core/filters.ts'
import { filters, GEOGRAPHY, histories, workable } from '@madruga/core/filters/replay/testing.ts'
import type { Observation } from '@madruga/core/observations.ts'
import { offerMinutes } from '@madruga/core/offers.ts'
import { checkEveryCourse } from '@madruga/core/testing.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { createSearcher } from '../../bot/search/loop.ts'
import { makeHooks, TAKEN } from '../../bot/search/loop/testing-search.ts'
import {
  createFakeFeed,
  createHandClock,
  makeSearch,
  settleMicrotasks,
} from '../../bot/search/loop/testing.ts'
import type { AcceptResult } from '../../platforms.ts'

/**
 * What the real searcher went after, and noted, while the offers of a history came at their instants; every
 * accept is answered alike.
 */
async function searchThrough(filter: Filter, history: readonly Observation[], answer: AcceptResult) {
  const pollMs = 1_000
  const hand = createHandClock()
  let now = history[0]!.seenAt
  const wall = { ...hand, now: () => now }
  const feed = createFakeFeed()
  const { accept } = feed
  feed.accept = (offerId) => {
    const answered = accept(offerId)
    queueMicrotask(() => feed.replyAccept(answer))
    return answered
  }
  const noted: Observation[] = []
  const hooks = makeHooks([], {
    seen: (_search, fresh, at) => noted.push(...fresh.map((offer) => ({ ...offer, seenAt: at }))),
  })
  const searcher = createSearcher({ hooks, clock: wall, now: hand.monotonic })
  const compiled = compileFilter(filter, now, { geography: GEOGRAPHY })
  const search = makeSearch(feed, { filter: compiled, pollMs })
  const ended = searcher.search(search, new AbortController().signal)
  for (const at of new Set(history.map((offer) => offer.seenAt))) {
    now = at
    const wave = history.filter((offer) => offer.seenAt === at)
    feed.onPoll = () => {
      feed.onPoll = () => feed.replyUnchanged()
      feed.replyOffers(wave, hand.monotonic())
    }
    await hand.advance(2 * pollMs)
    // A wave of six that all fit is accepted one after the other.
    for (let turn = 0; turn < 6; turn++) await settleMicrotasks()
  }
  searcher.close()
  await ended
  return { wanted: feed.accepts, noted, compiledAgain: search.filter !== compiled }
}

const cases = filters.chain((filter) => histories(filter.variant).map((history) => ({ filter, history })))

test('a replay of what was noted is what the search itself went after, winning all of it and winning none', async () => {
  const sums = { held: 0, left: 0 }
  const property = fc.asyncProperty(cases, async ({ filter, history }) => {
    const winner = await searchThrough(workable(filter), history, { outcome: 'accepted', blockId: 'block' })
    const loser = await searchThrough(filter, history, TAKEN)
    // The search prepared its filter anew each day, the replay once for all of them.
    assert.ok(winner.compiledAgain)
    assert.deepEqual(winner.noted, history)
    const { places, fit, held } = replayFilter(filter, winner.noted, { geography: GEOGRAPHY })
    const idsOf = (all: number[]) => all.map((place) => history[place]!.id)
    const worked = firstWeeks(history, winner.wanted, workable(filter).maxMinutesPerWeek)
    assert.deepEqual(idsOf(places.held).slice(0, worked.length), worked)
    assert.deepEqual(idsOf(places.fit), loser.wanted.toSorted(bySight))
    sums.held += held.count
    sums.left += fit.count - held.count
  })
  await checkEveryCourse(property, 60, () => [
    ...(sums.held > 50 ? [] : ['held']),
    ...(sums.left > 20 ? [] : ['left, though it fits']),
  ])
})

/** What the search won before it had won the work of as many weeks as the history has. */
function firstWeeks(history: readonly Observation[], won: readonly string[], weekMinutes: number): string[] {
  const weeks = Math.round((history.at(-1)!.seenAt - history[0]!.seenAt) / (7 * DAY_MS)) || 1
  let left = weekMinutes * weeks
  const beyond = won.findIndex((id) => {
    left -= offerMinutes(history.find((offer) => offer.id === id)!)
    return left < 0
  })
  return won.slice(0, beyond < 0 ? won.length : beyond)
}

/** Ids are numbered in the order in which the offers are listed. */
function bySight(one: string, other: string): number {
  return Number(one.slice(1)) - Number(other.slice(1))
}
