import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposeFilter } from '@madruga/core/filters.ts'
import type { CourierFilter } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { offerAt, startBotWorld, STATION } from '../testing.ts'
import { until } from '../../kit/testing.ts'

// Shifts whose pay no platform states, and what the driver wants done with them. A Friday noon in New York.
const world = await startBotWorld({ now: Date.UTC(2026, 10, 20, 17) })

const db = () => world.database.kysely
const shift = (more: Partial<Offer> = {}): Offer =>
  offerAt(world.clock.now() + 5 * HOUR_MS, { kind: 'shift', payCents: 0, payBasis: 'unknown', ...more })

async function search(id: string, changes: Partial<CourierFilter>): Promise<void> {
  const base = proposeFilter('courier', 'basic', 'America/New_York', [STATION.id])
  await world.addDriver(id, () => ({ ...base, ...changes }))
  await world.bots.startBot(id, { mode: 'regular', liveLog: true })
  await until(async () => {
    await world.advance(1_000)
    return world.searches() > 0
  }, 'searching')
}

async function stop(id: string): Promise<void> {
  world.platform.list = []
  await world.bots.stopBot(id)
  await world.until(async () => (await world.rowOf(id))?.phase === 'cooling_down', 'cooling down')
}

const blocksOf = (id: string) =>
  db()
    .selectFrom('blocks')
    .select(['offer_id', 'pay_cents', 'pay_basis'])
    .where('driver_id', '=', id)
    .orderBy('offer_id')
    .execute()

async function offered(id: string, offer: Offer, type: string): Promise<Offer> {
  world.platform.list = [offer]
  const found = async () =>
    (await world.linesOf(id)).find(
      (line) => line.type === type && 'offer' in line.data && line.data.offer.id === offer.id,
    )
  await until(async () => {
    await world.advance(1_000)
    return (await found()) !== undefined
  }, type)
  const line = await found()
  assert.ok(line && 'offer' in line.data)
  return line.data.offer
}

test('an own rate estimates the pay: judged, won, logged and stored as an estimate', async () => {
  await search('rate', { unknownPay: 'own_rate', ownRate: { perHourCents: 2_000, perMileCents: 100 } })
  const offer = shift({ miles: 7 })
  const hours = (offer.endAt - offer.startAt) / HOUR_MS
  const payCents = 2_000 * hours + 700
  const told = await offered('rate', offer, 'offer.accepted')
  assert.deepEqual([told.payCents, told.payBasis], [payCents, 'estimated'])
  assert.deepEqual(await blocksOf('rate'), [
    { offer_id: offer.id, pay_cents: payCents, pay_basis: 'estimated' },
  ])
  const win = world.told.find((news) => news.kind === 'block_won')
  assert.ok(win?.kind === 'block_won' && win.params.payBasis === 'estimated')
  await stop('rate')
})

test('a shift that the driver took in the app is estimated by the same rate when it is found', async () => {
  await search('byhand', { unknownPay: 'own_rate', ownRate: { perHourCents: 2_000, perMileCents: 0 } })
  await stop('byhand')
  const offer = shift({ id: 'hand' })
  world.platform.win(offer)
  await world.advance(2 * 60_000)
  await world.bots.startBot('byhand', { mode: 'regular', liveLog: true })
  await until(async () => {
    await world.advance(1_000)
    return (await blocksOf('byhand')).some((block) => block.offer_id === offer.id)
  }, 'synced')
  const [block] = (await blocksOf('byhand')).filter((each) => each.offer_id === offer.id)
  const cents = (2_000 * (offer.endAt - offer.startAt)) / HOUR_MS
  assert.deepEqual([block?.pay_cents, block?.pay_basis], [cents, 'estimated'])
  world.platform.held = []
  await stop('byhand')
})

test('a rate below the minimum leaves it, and names the estimated pay', async () => {
  await search('low', { unknownPay: 'own_rate', ownRate: { perHourCents: 1_000, perMileCents: 0 } })
  const told = await offered('low', shift(), 'offer.ignored')
  assert.equal(told.payBasis, 'estimated')
  assert.deepEqual(await blocksOf('low'), [])
  await stop('low')
})

test('who wants to be asked is asked, with no other confirmation wanted, and a yes takes it', async () => {
  await search('asked', { unknownPay: 'ask' })
  const offer = shift()
  world.platform.list = [offer]
  await until(async () => {
    await world.advance(1_000)
    return (await world.bots.listConfirmations('asked')).confirmations.length > 0
  }, 'asked')
  const [confirmation] = (await world.bots.listConfirmations('asked')).confirmations
  assert.deepEqual(
    confirmation?.rules.filter((rule) => !rule.passed).map(({ rule }) => rule),
    ['pay_known'],
  )
  await world.bots.answerConfirmation('asked', { id: confirmation?.id ?? '', take: true })
  await until(async () => {
    await world.advance(1_000)
    return (await blocksOf('asked')).length > 0
  }, 'won')
  assert.deepEqual(await blocksOf('asked'), [{ offer_id: offer.id, pay_cents: 0, pay_basis: 'unknown' }])
  await stop('asked')
})

test('an order that begins when it is accepted has no start that ends the question, and a yes takes it', async () => {
  await search('order', { unknownPay: 'ask' })
  const begins = world.clock.now()
  const offer = shift({
    id: 'begins-now',
    kind: 'order',
    startAt: begins,
    endAt: begins + HOUR_MS,
    endEstimated: true,
  })
  world.platform.list = [offer]
  await until(async () => {
    await world.advance(1_000)
    return (await world.bots.listConfirmations('order')).confirmations.length > 0
  }, 'asked')
  const [asked] = (await world.bots.listConfirmations('order')).confirmations
  assert.equal(asked?.expiresAt, (asked?.askedAt ?? 0) + world.settings.confirmationMs)
  await world.advance(20_000)
  await world.bots.answerConfirmation('order', { id: asked?.id ?? '', take: true })
  await until(async () => {
    await world.advance(1_000)
    return (await blocksOf('order')).length > 0
  }, 'won')
  await stop('order')
})

test('who leaves unknown pay is not asked, and reads why', async () => {
  await search('left', { unknownPay: 'leave' })
  const offer = shift()
  await offered('left', offer, 'offer.ignored')
  assert.deepEqual((await world.bots.listConfirmations('left')).confirmations, [])
  assert.deepEqual(await blocksOf('left'), [])
  await stop('left')
})
