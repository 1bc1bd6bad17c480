import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../refusals.ts'
import type { RefusalCode } from '../refusals.ts'
import { acceptOffer, checkIn, declineOffer, findState, listBlocks, releaseBlock } from './blocks.ts'
import { askHuman } from './drivers.ts'
import { addDriver, HOUR_MS, MINUTE_MS, NOON, openTestMarket } from './fixture.ts'
import { findLimits } from './limits.ts'
import type { Offer } from './types.ts'

const VAN_NUYS = { lat: 34.1867, lng: -118.449 }

function refuses(code: RefusalCode, call: () => unknown): Refusal {
  try {
    call()
  } catch (error) {
    assert.ok(error instanceof Refusal)
    assert.equal(error.code, code)
    return error
  }
  assert.fail(`not refused with ${code}`)
}

test('the first accept wins; for all others the offer is gone', () => {
  const { market, driver, place, see } = openTestMarket()
  const bea = addDriver(market, 'bea@drivers.test')
  const offer = place(2 * HOUR_MS, 3 * HOUR_MS)
  assert.deepEqual(see(), [offer.offerId])
  assert.deepEqual(see(bea.session), [offer.offerId])
  const block = acceptOffer(market.world, driver, offer.offerId)
  assert.equal(block.offerId, offer.offerId)
  refuses('gone', () => acceptOffer(market.world, bea.driver, offer.offerId))
  assert.deepEqual(see(), [])
  assert.deepEqual(see(bea.session), [])
})

test('a repeated accept by the holder is a conflict with the same offer', () => {
  const { market, driver, place } = openTestMarket()
  const { offerId } = place(2 * HOUR_MS, 3 * HOUR_MS)
  acceptOffer(market.world, driver, offerId)
  const refusal = refuses('conflict', () => acceptOffer(market.world, driver, offerId))
  assert.deepEqual(refusal.details, { offerId })
})

test('blocks may touch but not overlap', () => {
  const { market, driver, place } = openTestMarket()
  const held = place(4 * HOUR_MS, 3 * HOUR_MS)
  acceptOffer(market.world, driver, held.offerId)
  for (const startsIn of [2 * HOUR_MS, 5 * HOUR_MS, 4 * HOUR_MS - 1]) {
    const refusal = refuses('conflict', () =>
      acceptOffer(market.world, driver, place(startsIn, 3 * HOUR_MS).offerId),
    )
    assert.deepEqual(refusal.details, { offerId: held.offerId })
  }
  acceptOffer(market.world, driver, place(HOUR_MS, 3 * HOUR_MS).offerId)
})

test('an offer that is not listed cannot be accepted: expired, declined, another driver’s, unknown', () => {
  const { market, driver, session, place, see } = openTestMarket()
  const bea = addDriver(market, 'bea@drivers.test')
  refuses('gone', () => acceptOffer(market.world, driver, 'of-nothing'))
  const declined = place(2 * HOUR_MS, HOUR_MS)
  declineOffer(market.world, driver, declined.offerId)
  assert.deepEqual(see(session), [])
  assert.deepEqual(see(bea.session), [declined.offerId])
  refuses('gone', () => acceptOffer(market.world, driver, declined.offerId))
  market.advance(2 * HOUR_MS)
  refuses('gone', () => acceptOffer(market.world, bea.driver, declined.offerId))
  const elsewhere = addDriver(market, 'cleo@drivers.test', 'amazon', 'miami')
  refuses('gone', () => acceptOffer(market.world, elsewhere.driver, place(HOUR_MS, HOUR_MS).offerId))
})

test('hours are limited by day and by week, in the metro’s calendar', () => {
  const { market, driver, place } = openTestMarket()
  acceptOffer(market.world, driver, place(HOUR_MS, 5 * HOUR_MS).offerId)
  const refusal = refuses('hour_limit', () =>
    acceptOffer(market.world, driver, place(7 * HOUR_MS, 3 * HOUR_MS + 15 * MINUTE_MS).offerId),
  )
  assert.deepEqual(refusal.details, { limitMinutes: 480, heldMinutes: 300, period: 'day' })
  acceptOffer(market.world, driver, place(7 * HOUR_MS, 3 * HOUR_MS).offerId)
  assert.equal(findLimits(market.world, driver, NOON).day.heldMinutes, 480)
  // 20:00 UTC is noon in Los Angeles: thirteen hours later its next day has begun.
  acceptOffer(market.world, driver, place(13 * HOUR_MS, 8 * HOUR_MS).offerId)
})

test('the week stops at its own limit', () => {
  const monday = Date.parse('2026-11-16T18:00:00Z')
  const { market, driver, place } = openTestMarket({ startAt: monday })
  for (let day = 0; day < 5; day++) {
    acceptOffer(market.world, driver, place(day * 24 * HOUR_MS + HOUR_MS, 8 * HOUR_MS).offerId)
  }
  const refusal = refuses('hour_limit', () =>
    acceptOffer(market.world, driver, place(5 * 24 * HOUR_MS, HOUR_MS).offerId),
  )
  assert.deepEqual(refusal.details, { limitMinutes: 2_400, heldMinutes: 2_400, period: 'week' })
  acceptOffer(market.world, driver, place(7 * 24 * HOUR_MS, HOUR_MS).offerId)
})

test('a driver with an open human check or a lock gets nothing, and the ledger records it', () => {
  const { market, driver, place } = openTestMarket()
  const { offerId } = place(HOUR_MS, HOUR_MS)
  askHuman(market.world, driver)
  refuses('human_verification', () => acceptOffer(market.world, driver, offerId))
  delete driver.challenge
  driver.quota.lockedUntil = NOON + MINUTE_MS
  refuses('aggressive_search', () => acceptOffer(market.world, driver, offerId))
  market.advance(MINUTE_MS)
  acceptOffer(market.world, driver, offerId)
  const accepts = market.world.ledger.list().filter(({ action }) => action === 'accept')
  assert.deepEqual(
    accepts.map(({ status, code }) => code ?? status),
    ['human_verification', 'aggressive_search', 200],
  )
})

test('a release is late inside 45 minutes, and impossible after the start', () => {
  const { market, driver, place } = openTestMarket()
  const take = (startsIn: number) => acceptOffer(market.world, driver, place(startsIn, HOUR_MS).offerId)
  const early = take(HOUR_MS)
  assert.equal(releaseBlock(market.world, driver, early.blockId), false)
  assert.deepEqual(listBlocks(market.world, driver), [])
  refuses('not_found', () => releaseBlock(market.world, driver, early.blockId))
  refuses('gone', () => acceptOffer(market.world, driver, early.offerId))
  const late = take(45 * MINUTE_MS - 1)
  assert.equal(releaseBlock(market.world, driver, late.blockId), true)
  assert.equal(findState(late, market.world.now), 'forfeited')
  const begun = take(30 * MINUTE_MS)
  market.advance(30 * MINUTE_MS)
  refuses('too_late', () => releaseBlock(market.world, driver, begun.blockId))
})

test('check-in: from 15 minutes before the start, within 500 m, once', () => {
  const { market, driver, place } = openTestMarket()
  const block = acceptOffer(market.world, driver, place(HOUR_MS, HOUR_MS).offerId)
  const early = refuses('too_early', () => checkIn(market.world, driver, block.blockId, VAN_NUYS))
  assert.deepEqual(early.details, { opensAt: '2026-11-20T20:45:00.000Z' })
  market.advance(45 * MINUTE_MS)
  const far = { lat: VAN_NUYS.lat + 0.0046, lng: VAN_NUYS.lng }
  const outside = refuses('outside_geofence', () => checkIn(market.world, driver, block.blockId, far))
  assert.deepEqual(outside.details, { distanceM: 511 })
  const near = { lat: VAN_NUYS.lat + 0.0044, lng: VAN_NUYS.lng }
  const at = checkIn(market.world, driver, block.blockId, near)
  market.advance(MINUTE_MS)
  assert.equal(checkIn(market.world, driver, block.blockId, VAN_NUYS), at)
  assert.equal(findState(block, market.world.now), 'checked_in')
  market.advance(2 * HOUR_MS)
  assert.equal(findState(block, market.world.now), 'done')
})

test('a block without a check-in is forfeited at its end', () => {
  const { market, driver, place } = openTestMarket()
  const block = acceptOffer(market.world, driver, place(HOUR_MS, HOUR_MS).offerId)
  market.advance(2 * HOUR_MS - 1)
  assert.equal(findState(block, market.world.now), 'held')
  market.advance(1)
  assert.equal(findState(block, market.world.now), 'forfeited')
  refuses('too_late', () => checkIn(market.world, driver, block.blockId, VAN_NUYS))
  market.advance(15 * 24 * HOUR_MS)
  assert.deepEqual(listBlocks(market.world, driver), [])
})

test('spark: while a trip is in progress no other can be accepted, whenever it starts', () => {
  const { market, driver, place } = openTestMarket({ variant: 'spark' })
  const take = (offer: Offer) => acceptOffer(market.world, driver, offer.offerId)
  const first = take(place(10 * MINUTE_MS, 40 * MINUTE_MS))
  take(place(2 * HOUR_MS, 40 * MINUTE_MS))
  market.advance(10 * MINUTE_MS)
  const refusal = refuses('conflict', () => take(place(5 * HOUR_MS, 40 * MINUTE_MS)))
  assert.deepEqual(refusal.details, { offerId: first.offerId })
  market.advance(40 * MINUTE_MS)
  take(place(5 * HOUR_MS, 40 * MINUTE_MS))
})
