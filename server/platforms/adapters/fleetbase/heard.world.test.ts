import assert from 'node:assert/strict'
import { FLEETBASE_CITY } from '@madruga/simulator/platforms/fleetbase.ts'
import { fresh, pollOnce, troubleIn } from '../../contract/world.ts'
import { ids } from '../../testing/stage.ts'
import { fleetbaseScene, listenTo } from './testing.ts'
import type { FleetbaseStage } from './testing.ts'

/** What becomes of the orders that events name, while lists lag. */

const LAGS = { cacheMs: 300_000 }
const OVER_BUDGET = { kind: 'over_budget', retryAfterMs: 4_000 } as const

/** A feed that listens and has read its first list, from which the later orders are missing. */
async function startListening({ platform, enter }: FleetbaseStage) {
  const feed = platform.openFeed(await enter('ana'), 'courier')
  const ears = listenTo(feed)
  await ears.subscribed()
  assert.deepEqual(await fresh(feed), [])
  return { feed, ears }
}

/** Places this many orders; their events have arrived when it returns. */
async function announce(stage: FleetbaseStage, ears: ReturnType<typeof listenTo>, count: number) {
  const before = ears.hints()
  const placed = Array.from({ length: count }, () => stage.place())
  await ears.hintedTimes(before + count)
  return placed
}

fleetbaseScene('an order that the budget did not bear is read once it does', LAGS, async (stage) => {
  const { feed, ears } = await startListening(stage)
  const [id] = await announce(stage, ears, 1)
  stage.answerInstead(() => OVER_BUDGET)
  assert.equal((await pollOnce(feed)).kind, 'unasked')
  const told = ears.hints()
  stage.clock.turn(OVER_BUDGET.retryAfterMs - 1)
  assert.equal(ears.hints(), told)
  stage.clock.turn(1)
  assert.equal(ears.hints(), told + 1, 'a poll is asked for once the budget is said to bear it')
  stage.answerInstead(() => null)
  assert.deepEqual(ids(await pollOnce(feed)), [id])
})

fleetbaseScene('one order without an answer costs none of the others', LAGS, async (stage) => {
  const { feed, ears } = await startListening(stage)
  const [lost, ...others] = await announce(stage, ears, 3)
  stage.answerInstead((path) =>
    path === `/v1/orders/${lost}` ? { kind: 'no_answer', detail: 'reset' } : null,
  )
  assert.deepEqual(ids(await pollOnce(feed)), others)
  stage.answerInstead(() => null)
  assert.deepEqual(ids(await pollOnce(feed)), [lost])
})

fleetbaseScene('an order that never answers is left to the lists', LAGS, async (stage) => {
  const { feed, ears } = await startListening(stage)
  const [id] = await announce(stage, ears, 1)
  stage.answerInstead(() => ({ kind: 'answer', status: 500, body: '', headers: {} }))
  for (let time = 0; time < 2; time++) assert.equal(troubleIn(await pollOnce(feed)).trouble, 'unavailable')
  stage.answerInstead(() => null)
  stage.running.advance(300_000)
  assert.deepEqual(ids(await pollOnce(feed)), [id])
  assert.equal(stage.calls.at(-1), 'GET /v1/orders')
})

fleetbaseScene('of many events each order is read, without another event', LAGS, async (stage) => {
  const { feed, ears } = await startListening(stage)
  const placed = await announce(stage, ears, 6)
  assert.deepEqual(ids(await pollOnce(feed)), placed.slice(0, 3))
  const told = ears.hints()
  stage.clock.turn(0)
  assert.equal(ears.hints(), told + 1, 'a poll is asked for')
  assert.deepEqual(ids(await pollOnce(feed)), placed.slice(3))
  stage.clock.turn(0)
  assert.equal(ears.hints(), told + 1, 'nothing is left')
})

fleetbaseScene(
  'an order from beyond the radius of the list is offered once, by its event alone',
  {},
  async (stage) => {
    const { feed, ears } = await startListening(stage)
    const far = { latitude: FLEETBASE_CITY.latitude + 0.2, longitude: FLEETBASE_CITY.longitude }
    const id = stage.place({}, far)
    const { platformDriverId: driver } = await stage.enter('ana')
    await stage.pull(`/orders/${id}/announce`, { driver })
    await ears.hintedTimes(2)
    assert.deepEqual(ids(await pollOnce(feed)), [id])
    stage.clock.turn(60_000)
    assert.deepEqual(await fresh(feed), [])
    assert.equal((await feed.accept(id)).outcome, 'waiting')
  },
)

fleetbaseScene('a flood of events keeps no list from being read', { cacheMs: 0 }, async (stage) => {
  const { feed, ears } = await startListening(stage)
  const { levers } = stage.running.world
  levers.pushLostPercent = 100
  const silent = stage.place()
  levers.pushLostPercent = 0
  const found: string[] = []
  for (let turn = 0; turn < 5 && !found.includes(silent); turn++) {
    await announce(stage, ears, 4)
    found.push(...ids(await pollOnce(feed)))
    // Shorter than the silence after which a socket counts as lost.
    stage.clock.turn(15_000)
  }
  assert.ok(found.includes(silent))
})

fleetbaseScene('a closed feed asks for no poll', LAGS, async (stage) => {
  const { feed, ears } = await startListening(stage)
  await announce(stage, ears, 6)
  await pollOnce(feed)
  const told = ears.hints()
  feed.close()
  stage.clock.turn(60_000)
  assert.equal(ears.hints(), told)
})

fleetbaseScene('a ping that comes three times is read once', LAGS, async (stage) => {
  const { feed, ears } = await startListening(stage)
  const [id] = await announce(stage, ears, 1)
  assert.deepEqual(ids(await pollOnce(feed)), [id])
  // A later event has passed the same channel: the other two pings came before.
  const [next] = await announce(stage, ears, 1)
  stage.calls.length = 0
  assert.deepEqual(ids(await pollOnce(feed)), [next])
  assert.deepEqual(stage.calls, [`GET /v1/orders/${next}`])
})

fleetbaseScene(
  'events count as live once one was heard, on any channel of the instance',
  {},
  async (stage) => {
    const { feed, ears } = await startListening(stage)
    assert.deepEqual(ears.lives, [])
    await stage.platform.setLocation(await stage.enter('ana'), { latitude: 25.77, longitude: -80.19 })
    await ears.becomes(true)
    const other = stage.platform.openFeed(await stage.enter('luis'), 'courier')
    await listenTo(other).becomes(true)
    feed.close()
    other.close()
  },
)
