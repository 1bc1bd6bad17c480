import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCENARIOS } from '../scenarios.ts'
import { findList } from './board.ts'
import { acceptOffer, declineOffer, releaseBlock } from './blocks.ts'
import { addDriver, HOUR_MS, MINUTE_MS, NOON, openTestMarket } from './fixture.ts'
import { listOffer } from './listings.ts'
import { confirmInstant, moveDriver, switchInstant } from './switches.ts'
import type { Offer, Terms } from './types.ts'
import type { Happening, World } from './world.ts'

function listTrip(world: World, more: Partial<Terms> = {}, driverId?: string): Offer {
  const station = world.stations.get('sr-vax2')
  assert.ok(station)
  const start = world.now + 3 * HOUR_MS
  const offer = listOffer(world, {
    station,
    terms: { kind: 'curbside', start, end: start + HOUR_MS, payCents: 1_500, tipCents: 0, ...more },
    lineage: `trip/${world.offersPlaced++}`,
    round: 0,
    surge: 0,
    raisedCents: 0,
    lifeMs: MINUTE_MS,
    ...(driverId === undefined ? {} : { driverId }),
  })
  assert.ok(offer)
  return offer
}

/** A quiet market in which unsold blocks are never withdrawn. */
function openPatient(variant: 'amazon' | 'spark') {
  const opened = openTestMarket({ variant })
  const scenario = { ...SCENARIOS.quiet, withdrawShare: 0, forfeitShare: 1, tripListMs: MINUTE_MS }
  Object.assign(opened.market.world, { scenario })
  const seen: Happening[] = []
  opened.market.watch((happening) => seen.push(happening))
  return { ...opened, seen }
}

test('an unsold trip returns under a new id for a dollar more, eight times', () => {
  const { market, seen } = openPatient('spark')
  const first = listTrip(market.world)
  market.advance(2 * HOUR_MS)
  const listed = seen.filter(({ what }) => what === 'listed').map(({ offer }) => offer as Offer)
  assert.equal(listed[0], first)
  assert.equal(new Set(listed.map(({ offerId }) => offerId)).size, 9)
  assert.deepEqual(
    listed.map(({ terms }) => terms.payCents),
    [1_500, 1_600, 1_700, 1_800, 1_900, 2_000, 2_100, 2_200, 2_300],
  )
})

test('an unsold block returns under a new id and never for less', () => {
  const { market, seen } = openPatient('amazon')
  const station = market.world.stations.get('st-vax2')
  assert.ok(station)
  const start = NOON + 2 * HOUR_MS
  const terms = { kind: 'block' as const, start, end: start + 3 * HOUR_MS, payCents: 5_400, tipCents: 0 }
  listOffer(market.world, {
    station,
    terms,
    lineage: 'b',
    round: 0,
    surge: 0,
    raisedCents: 0,
    lifeMs: 10 * MINUTE_MS,
  })
  market.advance(2 * HOUR_MS)
  const listed = seen.filter(({ what }) => what === 'listed').map(({ offer }) => offer as Offer)
  assert.ok(listed.length > 8)
  assert.equal(new Set(listed.map(({ offerId }) => offerId)).size, listed.length)
  const pays = listed.map((offer) => offer.terms.payCents)
  assert.deepEqual(
    pays,
    pays.toSorted((a, b) => a - b),
  )
  const last = listed.at(-1) as Offer
  assert.equal(last.terms.payCents, 10_800)
  assert.ok(last.shownAt <= start - 5 * MINUTE_MS && last.expiresAt <= start)
})

test('a trip on a driver’s timer is that driver’s for 60 s, then it goes to everyone for a dollar more', () => {
  const { market, driver, session, see } = openPatient('spark')
  const bea = addDriver(market, 'bea@drivers.test', 'spark')
  const offer = listTrip(market.world, { decision: 'timer' }, driver.driverId)
  assert.deepEqual(see(session), [offer.offerId])
  assert.deepEqual(see(bea.session), [])
  declineOffer(market.world, driver, offer.offerId)
  market.advance(3_000)
  const [reissued] = see(bea.session)
  assert.ok(reissued !== undefined && reissued !== offer.offerId)
  const now = market.world.offers.get(reissued)
  assert.equal(now?.terms.payCents, 1_600)
  assert.equal(now?.terms.decision, 'first_come')
  assert.deepEqual(see(session), [reissued])
})

test('a hidden offer reaches the drivers wave by wave, and may be gone before the last', () => {
  const { market, place } = openTestMarket()
  const drivers = Array.from({ length: 24 }, (_, index) => addDriver(market, `d${index}@drivers.test`))
  const source = place(5 * HOUR_MS, HOUR_MS)
  const station = source.station
  const hidden = listOffer(market.world, {
    station,
    terms: source.terms,
    lineage: 'h',
    round: 0,
    surge: 0,
    raisedCents: 0,
    lifeMs: HOUR_MS,
    waveGapMs: 2_000,
  })
  assert.ok(hidden)
  const see = () => drivers.map(({ driver }) => findList(market.world, driver).body.includes(hidden.offerId))
  for (const passed of [0, 1, 2, 3]) {
    assert.deepEqual(
      see(),
      drivers.map(({ driver }) => driver.wave <= passed),
    )
    market.advance(2_000)
  }
})

test('the list is the same bytes, and the same Buffer, while nothing in it changes', () => {
  const { market, driver, place } = openTestMarket()
  const bea = addDriver(market, 'bea@drivers.test').driver
  const first = place(HOUR_MS, HOUR_MS)
  place(3 * HOUR_MS, HOUR_MS)
  const before = findList(market.world, driver).body
  market.advance(10 * MINUTE_MS)
  assert.equal(findList(market.world, driver).body, before)
  declineOffer(market.world, bea, first.offerId)
  assert.equal(findList(market.world, driver).body, before)
  const own = findList(market.world, bea).body
  assert.ok(!own.equals(before))
  assert.equal(findList(market.world, bea).body, own)
  const text = before.toString()
  assert.ok(text.startsWith('{"offers":[{"offerId":"of'))
  assert.equal(text.split('{').length - 1, 3)
})

test('lists lag: an offer taken by a competitor may still be listed, and accepting it is too late', () => {
  const { market, driver, place, see } = openTestMarket()
  Object.assign(market.world, { scenario: { ...SCENARIOS.quiet, listLagMs: 60_000 } })
  const { station, terms } = place(5 * HOUR_MS, HOUR_MS)
  const offer = listOffer(market.world, {
    station,
    terms,
    lineage: 'lag',
    round: 0,
    surge: 0,
    raisedCents: 0,
    lifeMs: HOUR_MS,
    takenAfterMs: 1_000,
  })
  assert.ok(offer)
  market.advance(1_000)
  assert.ok(see().includes(offer.offerId))
  assert.throws(() => acceptOffer(market.world, driver, offer.offerId), { code: 'gone' })
  market.advance(60_000)
  assert.ok(!see().includes(offer.offerId))
})

test('a released block is offered again', () => {
  const { market, driver, place, see } = openPatient('amazon')
  const block = acceptOffer(market.world, driver, place(5 * HOUR_MS, HOUR_MS).offerId)
  releaseBlock(market.world, driver, block.blockId)
  market.advance(3_000)
  const [again] = see()
  assert.ok(again !== undefined && again !== block.offerId)
  assert.equal(acceptOffer(market.world, driver, again).terms.start, block.terms.start)
})

test('competitors release blocks, mostly just before it would count as late', () => {
  const { market, seen } = openPatient('amazon')
  const station = market.world.stations.get('st-haw5')
  assert.ok(station)
  const start = NOON + 6 * HOUR_MS
  const terms = { kind: 'block' as const, start, end: start + HOUR_MS, payCents: 5_400, tipCents: 0 }
  for (let index = 0; index < 40; index++) {
    listOffer(market.world, {
      station,
      terms,
      lineage: `f${index}`,
      round: 0,
      surge: 0,
      raisedCents: 0,
      lifeMs: HOUR_MS,
      takenAfterMs: 1_000,
    })
  }
  market.advance(6 * HOUR_MS)
  const returned = seen.filter(({ what }) => what === 'returned').map(({ at }) => start - at)
  const inWave = returned.filter((beforeMs) => beforeMs >= 45 * MINUTE_MS && beforeMs <= 50 * MINUTE_MS)
  assert.equal(returned.length, 40)
  assert.ok(inWave.length >= 20)
  assert.ok(returned.every((beforeMs) => beforeMs >= 45 * MINUTE_MS))
})

test('instant offers: near the driver’s place only, and only while they are on and confirmed', () => {
  const { market, driver, see } = openTestMarket({ scenario: 'calm', metro: 'honolulu' })
  const { world } = market
  Object.assign(world, { scenario: { ...world.scenario, instantPerHour: 600, crowd: SCENARIOS.quiet.crowd } })
  const instants = () => {
    see()
    return [...driver.personal.values()].filter(({ terms }) => terms.kind === 'instant')
  }
  assert.throws(() => switchInstant(world, driver, true), { code: 'no_location' })
  moveDriver(world, driver, { lat: 21.3069, lng: -157.8583 })
  switchInstant(world, driver, true)
  market.advance(5 * MINUTE_MS)
  assert.equal(instants().length, 0)
  confirmInstant(world, driver)
  market.advance(5 * MINUTE_MS)
  const near = instants()
  assert.ok(near.length > 0)
  for (const { terms } of near) {
    const minutes = (terms.end - terms.start) / MINUTE_MS
    assert.ok(minutes >= 15 && minutes <= 45)
  }
  moveDriver(world, driver, { lat: 34, lng: -118 })
  assert.equal(instants().length, 0)
})

test('reserved offers are listed to one driver alone', () => {
  const { market, driver } = openTestMarket({ scenario: 'demo' })
  const bea = addDriver(market, 'bea@drivers.test').driver
  let found = 0
  for (let minute = 0; minute < 12; minute++) {
    market.advance(MINUTE_MS)
    for (const { offerId, terms } of driver.personal.values()) {
      if (terms.kind !== 'reserved') continue
      found++
      assert.ok(!findList(market.world, bea).body.includes(offerId))
    }
  }
  assert.ok(found > 0)
})
