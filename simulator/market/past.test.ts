import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findState } from './blocks.ts'
import { addDriver, HOUR_MS, NOON, openTestMarket } from './fixture.ts'
import { acceptPast, checkInPast, recallPast } from './past.ts'
import type { PastOffer } from './types.ts'

const SPAN = { from: NOON - 40 * HOUR_MS, to: NOON - HOUR_MS }
const open = (seed = 'demo-1', variant: 'amazon' | 'spark' = 'amazon') =>
  openTestMarket({ scenario: 'demo', seed, variant, metro: variant === 'amazon' ? 'miami' : 'dallas' })

function tellAll(seed?: string, variant?: 'amazon' | 'spark'): PastOffer[] {
  const { market, driver } = open(seed, variant)
  return [...recallPast(market.world, driver, SPAN).offers.values()]
}

/** A listing that the crowd took, after more than a second. */
function findTaken(offers: Iterable<PastOffer>): PastOffer {
  const found = [...offers].find(
    ({ offer, goneAt }) =>
      offer.rival?.takesAt === goneAt && goneAt - offer.shownAt > 1_000 && offer.waveGapMs === 0,
  )
  assert.ok(found)
  return found
}

for (const variant of ['amazon', 'spark'] as const)
  test(`the same seed tells the same past of ${variant}, another seed another one`, () => {
    const told = tellAll('demo-1', variant)
    assert.ok(told.length > 500, `${told.length} listings`)
    assert.deepEqual(tellAll('demo-1', variant), told)
    assert.notDeepEqual(
      tellAll('demo-2', variant).map(({ offer }) => offer.offerId),
      told.map(({ offer }) => offer.offerId),
    )
  })

test('a past has only listings of its span at the driver’s own stations, and telling it changes no list', () => {
  const { market, driver, see } = open()
  const before = see()
  const { offers } = recallPast(market.world, driver, SPAN)
  for (const { offer, goneAt, hiddenAt } of offers.values()) {
    assert.equal(offer.station.metroId, 'miami')
    assert.ok(offer.shownAt >= SPAN.from && offer.shownAt < SPAN.to)
    assert.ok(goneAt >= offer.shownAt && hiddenAt >= goneAt)
  }
  assert.deepEqual(see(), before)
})

test('a listing names the one before it of the same block', () => {
  const offers = new Map(tellAll().map((each) => [each.offer.offerId, each]))
  const later = [...offers.values()].filter(({ follows }) => follows !== undefined)
  assert.ok(later.length > 0)
  for (const { offer, follows } of later) {
    const before = offers.get(follows ?? '')
    assert.equal(before?.offer.lineage, offer.lineage)
    assert.ok((before?.offer.shownAt ?? 0) <= offer.shownAt)
  }
})

test('a past that is not over is refused', () => {
  const { market, driver } = open()
  assert.throws(() => recallPast(market.world, driver, { from: SPAN.from, to: market.world.now }), {
    code: 'bad_request',
  })
})

test('who accepts before the crowd holds the block, in the ledger at that time; who comes later is told it is gone', () => {
  const { market, driver } = open()
  const { world } = market
  const { offer, goneAt } = findTaken(recallPast(world, driver, SPAN).offers.values())
  const { offerId } = offer
  assert.throws(() => acceptPast(world, driver, SPAN, { offerId, at: goneAt }), { code: 'gone' })
  const block = acceptPast(world, driver, SPAN, { offerId, at: goneAt - 1 })
  assert.deepEqual(
    world.ledger
      .list(0, driver.driverId)
      .filter(({ action }) => action === 'accept')
      .map(({ at, status }) => [at, status]),
    [
      [goneAt, 410],
      [goneAt - 1, 200],
    ],
  )
  assert.equal(block.acceptedAt, goneAt - 1)
  assert.equal(acceptPast(world, driver, SPAN, { offerId, at: goneAt - 1 }), block, 'again, the same block')
  const other = addDriver(market, 'eva@drivers.test', 'amazon', 'miami').driver
  assert.equal(world.counts.accepted, 0, 'the counts of the page are of now')
  assert.equal(other.blocks.length, 0)
})

test('a block that overlaps one of the past is refused', () => {
  const { market, driver } = open()
  const { world } = market
  const all = [...recallPast(world, driver, SPAN).offers.values()].filter(
    ({ offer, goneAt }) => offer.waveGapMs === 0 && goneAt > offer.shownAt,
  )
  const [first] = all
  assert.ok(first)
  acceptPast(world, driver, SPAN, { offerId: first.offer.offerId, at: first.offer.shownAt })
  const { start, end } = first.offer.terms
  const overlapping = all.find(
    ({ offer }) => offer !== first.offer && offer.terms.start < end && start < offer.terms.end,
  )
  assert.ok(overlapping)
  const { offerId, shownAt } = overlapping.offer
  assert.throws(() => acceptPast(world, driver, SPAN, { offerId, at: shownAt }), { code: 'conflict' })
})

test('a block of the past that was checked in at its station is done, another one forfeited', () => {
  const { market, driver } = open()
  const { world } = market
  const past = recallPast(world, driver, SPAN)
  const over = [...past.offers.values()].filter(
    ({ offer, goneAt }) =>
      offer.terms.end < NOON &&
      offer.terms.end - offer.terms.start <= 4 * HOUR_MS &&
      offer.waveGapMs === 0 &&
      goneAt > offer.shownAt,
  )
  const apart = over.filter(
    ({ offer: { terms } }, place) =>
      !over
        .slice(0, place)
        .some(({ offer }) => offer.terms.start < terms.end && terms.start < offer.terms.end),
  )
  const [one, other] = apart
    .slice(0, 2)
    .map(({ offer: { offerId, shownAt: at } }) => acceptPast(world, driver, SPAN, { offerId, at }))
  assert.ok(one && other)
  const { start } = one.terms
  assert.throws(() => checkInPast(world, driver, one.blockId, start - HOUR_MS), { code: 'too_early' })
  assert.equal(checkInPast(world, driver, one.blockId, start), start)
  assert.deepEqual([findState(one, NOON), findState(other, NOON)], ['done', 'forfeited'])
})
