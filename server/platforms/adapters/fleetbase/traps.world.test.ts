import assert from 'node:assert/strict'
import type { Pay } from '@madruga/core/offers.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { fresh, pollOnce, troubleIn, valueOf } from '../../contract/world.ts'
import { fleetbaseScene, listenTo } from './testing.ts'
import { until } from '../../../kit/testing.ts'

/** Every trap of docs/platforms/fleetbase.md that the contract suite does not know. */

fleetbaseScene('two starts at once are both told 200; reading back finds who has it', {}, async (stage) => {
  const { running, platform, recordAs, enter, place, pull } = stage
  const both = [await enter('ana'), await enter('luis')]
  const id = place()
  running.world.levers.holdStarts = true
  // As in two processes: within one, a driver waits for the other one's answer.
  const rivals = recordAs({})
  const starts = Promise.all(
    [platform, rivals].map((one, at) => one.openFeed(both[at]!, 'courier').accept(id)),
  )
  await pull('/starts/release', { count: 2 })
  const results = await starts
  for (const { outcome } of results) assert.equal(outcome, 'waiting')
  assert.equal(new Set(results.map((result) => 'blockId' in result && result.blockId)).size, 2)
  const held = await Promise.all(both.map((tokens) => platform.heldBlocks(tokens, [id])))
  const winners = held.map((reply) => valueOf(reply).length)
  assert.deepEqual(winners.toSorted(), [0, 1])
  await rivals.close()
})

fleetbaseScene('a lagging list hides neither a win nor its loss', { cacheMs: 300_000 }, async (stage) => {
  const { running, platform, enter, place, pull } = stage
  const [ana, luis] = [await enter('ana'), await enter('luis')]
  const id = place()
  assert.deepEqual(valueOf(await platform.heldBlocks(ana)), [])
  assert.equal((await platform.openFeed(ana, 'courier').accept(id)).outcome, 'waiting')
  assert.deepEqual(valueOf(await platform.heldBlocks(ana)), [], 'the list is as it was')
  assert.deepEqual(
    valueOf(await platform.heldBlocks(ana, [id])).map(({ offerId, state }) => [offerId, state]),
    [[id, 'checked_in']],
  )
  running.advance(300_000)
  assert.equal(valueOf(await platform.heldBlocks(ana)).length, 1)
  await pull(`/orders/${id}/overwrite`, { driver: luis.platformDriverId })
  running.advance(0)
  assert.equal(valueOf(await platform.heldBlocks(ana)).length, 1, 'the list is as it was')
  assert.deepEqual(valueOf(await platform.heldBlocks(ana, [id])), [])
})

fleetbaseScene(
  'an order heard of by an event is read itself: the list lags',
  { cacheMs: 300_000 },
  async (stage) => {
    const { platform, calls, enter, place } = stage
    const ana = await enter('ana')
    const feed = platform.openFeed(ana, 'courier')
    const ears = listenTo(feed)
    await ears.subscribed()
    assert.equal((await pollOnce(feed)).kind, 'offers')
    const hint = ears.hint()
    const id = place()
    await hint
    const polled = await pollOnce(feed)
    assert.deepEqual(polled.kind === 'offers' && polled.offers.map((offer) => offer.id), [id])
    assert.equal(calls.at(-1), `GET /v1/orders/${id}`)
    assert.equal((await pollOnce(feed)).kind, 'unchanged')
    assert.equal(calls.at(-1), 'GET /v1/orders')
  },
)

fleetbaseScene('a dropped socket connects again after a while, and asks for a poll', {}, async (stage) => {
  const { running, platform, clock, enter, place, pull } = stage
  const feed = platform.openFeed(await enter('ana'), 'courier')
  const ears = listenTo(feed)
  await ears.subscribed()
  await pull('/sockets/drop')
  await ears.becomes(false)
  const missed = place()
  const hint = ears.hint()
  clock.turn(1_000)
  await hint
  const polled = await pollOnce(feed)
  assert.deepEqual(polled.kind === 'offers' && polled.offers.map((offer) => offer.id), [missed])
  assert.equal(running.sockets(), 1)
  feed.close()
})

fleetbaseScene('drivers share one socket, and the last who leaves closes it', {}, async (stage) => {
  const { running, platform, enter } = stage
  const feeds = [await enter('ana'), await enter('luis')].map((tokens) =>
    platform.openFeed(tokens, 'courier'),
  )
  for (const feed of feeds) await listenTo(feed).subscribed()
  assert.equal(running.sockets(), 1)
  for (const feed of feeds) feed.close()
  await until(() => running.sockets() === 0, 'the socket is closed')
})

fleetbaseScene('signs in by the code of a text message', {}, async ({ running, platform }) => {
  const phone = '+13055550101'
  assert.ok(platform.sendCode)
  assert.equal(valueOf(await platform.sendCode(phone)), null)
  const reply = await fetch(`${running.url}/admin/codes/${encodeURIComponent(phone)}`)
  const { code } = (await reply.json()) as { code: string }
  assert.equal(
    troubleIn(await platform.signIn({ email: phone, password: '0' }, { byCode: true })).trouble,
    'sign_in_refused',
  )
  const tokens = valueOf(await platform.signIn({ email: phone, password: code }, { byCode: true }))
  assert.deepEqual(valueOf(await platform.heldBlocks(tokens)), [])
  assert.equal(troubleIn(await platform.refresh(tokens)).trouble, 'sign_in_needed')
  assert.equal(troubleIn(await platform.sendCode('+13055550199')).trouble, 'sign_in_refused')
})

fleetbaseScene('500 at sign-in is a stranger if the platform answers otherwise', {}, async (stage) => {
  const { running, platform, calls } = stage
  const stranger = { email: 'nobody@couriers.example', password: 'ana' }
  assert.equal(troubleIn(await platform.signIn(stranger)).trouble, 'sign_in_refused')
  assert.deepEqual(calls, ['POST /v1/drivers/login', 'GET /v1/orders', 'POST /v1/drivers/login'])
  running.world.levers.unavailable = true
  assert.equal(troubleIn(await platform.signIn(stranger)).trouble, 'unavailable')
})

fleetbaseScene('500 is a stranger as well where a code is asked for or verified', {}, async (stage) => {
  const { platform, calls, answerInstead } = stage
  assert.ok(platform.sendCode)
  const phone = '+13055550199'
  const ask = {
    'login-with-sms': () => platform.sendCode!(phone),
    'verify-code': () => platform.signIn({ email: phone, password: '123456' }, { byCode: true }),
  }
  for (const [path, send] of Object.entries(ask)) {
    calls.length = 0
    answerInstead((asked) =>
      asked.endsWith(path) ? { kind: 'answer', status: 500, body: '', headers: {} } : null,
    )
    assert.equal(troubleIn(await send()).trouble, 'sign_in_refused')
    assert.deepEqual(calls, [`POST /v1/drivers/${path}`, 'GET /v1/orders', `POST /v1/drivers/${path}`])
    answerInstead(() => ({ kind: 'answer', status: 500, body: '', headers: {} }))
    assert.equal(troubleIn(await send()).trouble, 'unavailable')
  }
})

fleetbaseScene('only who is near an order is listed it', {}, async (stage) => {
  const { platform, enter, place } = stage
  const ana = await enter('ana')
  place()
  const feed = platform.openFeed(ana, 'courier')
  const count = async () => {
    feed.forget()
    const polled = await pollOnce(feed)
    return polled.kind === 'offers' ? polled.offers.length : polled.kind
  }
  assert.ok(platform.setOnline)
  assert.equal(await count(), 1)
  assert.deepEqual(valueOf(await platform.setOnline(ana, true)), { changed: false })
  assert.deepEqual(valueOf(await platform.setOnline(ana, false)), { changed: true })
  assert.equal(await count(), 1, 'offline as well')
  assert.deepEqual(valueOf(await platform.setOnline(ana, true)), { changed: true })
  assert.equal(valueOf(await platform.setLocation(ana, { latitude: 40.7, longitude: -74 })), null)
  assert.equal(await count(), 0)
})

fleetbaseScene('an order is never given back: that would cancel it for the customer', {}, async (stage) => {
  const { running, platform, calls, enter, place } = stage
  const ana = await enter('ana')
  const id = place()
  await platform.openFeed(ana, 'courier').accept(id)
  assert.ok('refused' in valueOf(await platform.release(ana, id)))
  assert.ok(!calls.some((call) => call.startsWith('DELETE') || call.includes('cancel')))
  assert.equal(running.world.orders.get(id)?.driverId, ana.platformDriverId)
})

function payOf({ payBasis = null, payCents, currency }: Pay) {
  return { payBasis, payCents, currency }
}

fleetbaseScene('pay in another currency than the driver is paid in is unknown', {}, async (stage) => {
  const { running, platform, calls, enter, place } = stage
  const ana = await enter('ana')
  const feed = platform.openFeed(ana, 'courier')
  const foreign = place({ currency: 'EUR', transactionAmount: 2_500, meta: { [running.payMetaKey]: '900' } })
  const own = place({ meta: { [running.payMetaKey]: '12.50' } })
  const polled = await pollOnce(feed)
  assert.ok(polled.kind === 'offers')
  const pays = new Map(polled.offers.map((offer) => [offer.id, payOf(offer)]))
  assert.deepEqual(pays.get(own), { payBasis: null, payCents: 1_250, currency: 'USD' })
  assert.deepEqual(pays.get(foreign), { payBasis: 'unknown', payCents: 0, currency: 'USD' })
  assert.equal((await feed.accept(foreign)).outcome, 'waiting')
  const [held] = valueOf(await platform.heldBlocks(ana, [foreign]))
  assert.deepEqual(held && payOf(held), pays.get(foreign))
  const asked = calls.filter((path) => path === `GET /v1/drivers/${ana.platformDriverId}`)
  assert.equal(asked.length, 1, 'the currency is asked for once an hour')
})

fleetbaseScene(
  'an order that nobody has, or that is deleted, is lost without a reason',
  {},
  async (stage) => {
    const { running, platform, enter, place, pull } = stage
    const ana = await enter('ana')
    assert.ok(platform.whyLost)
    for (const lose of ['unassign', 'delete']) {
      const id = place()
      const result = await platform.openFeed(ana, 'courier').accept(id)
      assert.ok(result.outcome === 'waiting')
      if (lose === 'delete') running.world.orders.delete(id)
      else await pull(`/orders/${id}/unassign`)
      assert.deepEqual(valueOf(await platform.heldBlocks(ana, [id])), [])
      assert.equal(valueOf(await platform.whyLost(ana, result.blockId)), 'gone', lose)
    }
  },
)

fleetbaseScene(
  'a place and its pay are as the record says where the company has set neither',
  {},
  async (stage) => {
    const { running, platform, recordAs, calls, enter, place } = stage
    Object.assign(running.company, { timeZone: null, currency: null, ownerTimeZone: 'Europe/Lisbon' })
    assert.ok(platform.states)
    assert.deepEqual(await platform.states(), {
      currency: null,
      timeZone: 'Europe/Lisbon',
      requestsPerMinute: 120,
    })
    const recorded = recordAs({ currency: 'EUR', timeZone: 'Europe/Lisbon' })
    const ana = await enter('ana')
    const [station] = valueOf(await recorded.stations(ana, 'courier'))
    assert.deepEqual([station?.currency, station?.timeZone], ['EUR', 'Europe/Lisbon'])
    // Fleetbase writes its own currency into an order that has no amount.
    place({ currency: 'USD', meta: { [running.payMetaKey]: '12.50' } })
    calls.length = 0
    const polled = await pollOnce(recorded.openFeed(ana, 'courier'))
    assert.ok(polled.kind === 'offers')
    assert.deepEqual(polled.offers.map(payOf), [{ payBasis: null, payCents: 1_250, currency: 'EUR' }])
    assert.deepEqual(calls, ['GET /v1/orders'], 'nobody is asked for the currency')
  },
)

fleetbaseScene(
  'an order that was given to another driver and taken back before its start is another listing',
  {},
  async ({ running, platform, clock, enter, place }) => {
    const [ana, luis] = [await enter('ana'), await enter('luis')]
    const feed = platform.openFeed(ana, 'courier')
    const id = place()
    assert.deepEqual(
      (await fresh(feed)).map((offer) => offer.id),
      [id],
    )
    clock.turn(MINUTE_MS)
    const order = running.world.orders.get(id)
    assert.ok(order)
    order.driverId = luis.platformDriverId
    assert.deepEqual(await feed.accept(id), { outcome: 'refused', cause: 'taken' })
    running.world.unassign(order)
    assert.deepEqual(await fresh(feed), [], 'a list may lag')
    clock.turn(6 * MINUTE_MS)
    const [again] = await fresh(feed)
    assert.ok(again && again.id !== id)
    const tried = [{ offerId: id, takenAt: 0 }]
    const later = platform.openFeed(ana, 'courier', tried)
    assert.notEqual((await fresh(later))[0]?.id, id, 'in the next feed, too')
    assert.equal((await feed.accept(again.id)).outcome, 'waiting')
  },
)
