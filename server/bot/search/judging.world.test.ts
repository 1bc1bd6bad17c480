import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter, RuleResult } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { changeBlockState } from '../../bot.ts'
import { createInstant } from '../../driver/instant.ts'
import { compareDriver } from '../life/sweeps.ts'
import { startBotWorld, offerAt } from '../testing.ts'
import { until } from '../../kit/testing.ts'

/**
 * What a search under way judges by follows what becomes true elsewhere: blocks given back or taken by hand,
 * the saved place.
 */

// A Friday noon in New York.
const NOON = Date.UTC(2026, 10, 20, 17)

const world = await startBotWorld({ now: NOON })

const db = () => world.database.kysely
const blocksOf = (id: string) =>
  db().selectFrom('blocks').select(['id', 'offer_id as offerId']).where('driver_id', '=', id).execute()

async function search(id: string, change?: (filter: Filter) => Filter): Promise<void> {
  await world.addDriver(id, change)
  await world.bots.startBot(id, { mode: 'regular', liveLog: true })
  await pollUntil(() => world.bots.size() > 0, 'searching')
}

async function stop(id: string): Promise<void> {
  world.platform.list = []
  world.platform.held = []
  await world.bots.stopBot(id)
  await world.until(async () => (await world.bots.readBot(id)).phase === 'cooling_down', 'cooling down')
}

/** Polls until something is true. */
async function pollUntil(look: () => Promise<boolean> | boolean, what: string): Promise<void> {
  await until(async () => {
    await world.advance(1_000)
    return await look()
  }, what)
}

/** Shows offers that pay nothing until one of them was judged so: news between processes takes a moment. */
async function showUntil(id: string, how: (rule: RuleResult) => boolean): Promise<void> {
  await pollUntil(async () => {
    world.platform.list = [offerAt(NOON + 5 * HOUR_MS, { payCents: 1 })]
    const lines = await world.linesOf(id)
    return lines.some((line) => line.type === 'offer.ignored' && line.data.rules.some(how))
  }, 'judged so')
}

function openInstant(instantChanged: (driverId: string, on: boolean) => Promise<void>) {
  const changeLimit = { take: async () => null, giveBack: async () => {}, clear: async () => {} }
  return createInstant({
    ...world.deps,
    readPrices: async () => DEFAULT_SETTINGS.billing.prices,
    instantChanged,
    changeLimit,
    onFault() {},
  })
}

const tried = (offer: Offer) => world.platform.accepts.includes(offer.id)
const ignored = async (id: string) => (await world.bots.readToday(id)).ignored
/** Some turns of the search, in which it would have gone after whatever it wants. */
const poll = () => world.advance(5_000)

test('a block that the driver took in the delivery app is not crossed', async () => {
  await search('bea')
  await showUntil('bea', () => true)
  const byHand = offerAt(NOON + 5 * HOUR_MS)
  world.platform.win(byHand)
  assert.equal((await compareDriver(world.deps, 'bea')).added, 1)
  const free = offerAt(NOON + 24 * HOUR_MS)
  const crossing = offerAt(NOON + 6 * HOUR_MS)
  // Told between processes: the search has it once it leaves what crosses.
  await showUntil('bea', ({ rule, passed }) => rule === 'overlap' && !passed)
  world.platform.list = [crossing, free]
  await pollUntil(() => tried(free), 'the free one tried for')
  await poll()
  assert.equal(tried(crossing), false)
  await stop('bea')
})

test('the time of a block that was given back is free at once, for what crossed it too', async () => {
  await search('ana')
  const first = offerAt(NOON + 5 * HOUR_MS)
  world.platform.list = [first]
  await pollUntil(async () => (await blocksOf('ana')).length === 1, 'won')
  const crossing = offerAt(NOON + 6 * HOUR_MS)
  world.platform.list = [crossing]
  await pollUntil(async () => (await ignored('ana')) === 1, 'left, since it crosses')
  const { id: blockId } = (await blocksOf('ana'))[0]!
  const change = { driverId: 'ana', blockId, from: ['held'], to: 'forfeited' } as const
  assert.equal(
    await db()
      .transaction()
      .execute((tx) => changeBlockState(tx, change)),
    true,
  )
  await pollUntil(() => tried(crossing), 'tried for')
  await stop('ana')
})

test('an accept without an answer that was won gives its time away', async () => {
  await search('cy')
  const open = offerAt(NOON + 5 * HOUR_MS)
  const win = world.platform.onAccept
  world.platform.onAccept = (offerId) => {
    world.platform.onAccept = win
    void win(offerId)
    return { outcome: 'unknown', detail: 'no answer' }
  }
  world.platform.list = [open]
  await pollUntil(async () => (await blocksOf('cy')).length === 1, 'settled by what the platform holds')
  const crossing = offerAt(NOON + 6 * HOUR_MS)
  const free = offerAt(NOON + 24 * HOUR_MS)
  world.platform.list = [crossing, free]
  await pollUntil(() => tried(free), 'the free one tried for')
  await poll()
  assert.equal(tried(crossing), false)
  await stop('cy')
})

/** At least $20 an hour after the way. */
const netOf20 = (filter: Filter): Filter => ({
  ...filter,
  net: { ...filter.net, perHourMinCents: 2_000, cost: 'tax' },
})

test('a saved place is judged by at once, and so is its removal', async () => {
  await search('dee', netOf20)
  const instant = openInstant(async () => {})
  // 150 miles each way cost more than the block pays.
  const far = { latitude: 42.9, longitude: -74 }
  await instant.saveLocation('dee', { place: far, label: 'Far away' })
  const violations = offerAt(NOON + 5 * HOUR_MS)
  await showUntil('dee', ({ rule, value }) => rule === 'price_net' && Number(value) < -1_000)
  world.platform.list = [violations]
  await poll()
  assert.equal(tried(violations), false)
  await instant.removeLocation('dee')
  await pollUntil(() => tried(violations), 'tried for without the way')
  await stop('dee')
})

test('a confirmed switch that the bot missed, since the process died, reaches it by the next sweep', async () => {
  await world.addDriver('eve')
  await db().updateTable('drivers').set({ device_id: 'phone' }).where('id', '=', 'eve').execute()
  let died = false
  const told: [string, boolean][] = []
  const instant = openInstant(async (driverId, on) => {
    if (!died) {
      died = true
      throw new Error('the process died')
    }
    told.push([driverId, on])
  })
  world.platform.instantOffers = async () => ({
    ok: true,
    value: { enabled: false, confirmation: 'pending' },
  })
  await instant.saveLocation('eve', { place: { latitude: 40.7, longitude: -74 }, label: 'Home' })
  world.platform.instantOffers = async () => ({
    ok: true,
    value: { enabled: true, confirmation: 'confirmed' },
  })
  for (let sweep = 0; sweep < 3; sweep++) {
    await db().updateTable('locations').set({ asked_at: null }).execute()
    await instant.noticeChanges()
  }
  assert.deepEqual([died, told], [true, [['eve', true]]])
})
