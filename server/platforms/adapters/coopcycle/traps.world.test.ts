import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '@madruga/core/time.ts'
import { startCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import type { RunningCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import { systemClock } from '../../../kit/clock.ts'
import { fresh, valueOf } from '../../contract/world.ts'
import { createCoopCyclePlatform } from '../coopcycle.ts'
import { openInstanceHttp } from '../../instances/fetch.ts'
import type { HeldBlock, OfferFeed, Platform } from '../../model.ts'
import { TOKENS } from '../../testing/stage.ts'

const NOW = Date.UTC(2026, 10, 4, 16)
const COURIERS = ['sarah', 'alice', 'ben'].map((username) => ({ username, password: username }))

type Courier = { feed: OfferFeed; held(): Promise<HeldBlock[]>; release(blockId: string): Promise<unknown> }
type Stage = Pick<RunningCoopCycle, 'levers'> & {
  platform: Platform
  enter(name: string): Promise<Courier>
  sarah: Courier
  alice: Courier
  ben: Courier
}

/** One test with three couriers, before the stand-in of CoopCycle. */
function trap(title: string, play: (stage: Stage) => Promise<void>): void {
  void test(`coopcycle: ${title}`, async () => {
    const { levers, url, stop } = await startCoopCycle({ clock: 'stepped', startAt: NOW, couriers: COURIERS })
    const http = openInstanceHttp({ baseUrl: url, allowPrivate: true })
    const clock = { ...systemClock, now: () => NOW }
    const platform = createCoopCyclePlatform({ name: 'coopcycle:1', baseUrl: url, clock, fetch: http.fetch })
    const enter = async (name: string): Promise<Courier> => {
      const tokens = valueOf(await platform.signIn({ email: name, password: name }))
      return {
        feed: platform.openFeed(tokens, 'courier'),
        held: async () => valueOf(await platform.heldBlocks(tokens)),
        release: async (blockId) => valueOf(await platform.release(tokens, blockId)),
      }
    }
    try {
      const [sarah, alice, ben] = [await enter('sarah'), await enter('alice'), await enter('ben')]
      await play({ levers, platform, enter, sarah, alice, ben })
    } finally {
      await http.close()
      await stop()
    }
  })
}

const inHours = (hours: number, published = true) => ({
  startsAt: NOW + hours * HOUR_MS,
  endsAt: NOW + (hours + 3) * HOUR_MS,
  published,
})

const statesOf = async (courier: Courier) => (await courier.held()).map(({ state }) => state)

trap('of two who applied in the same second, the held shifts say who was promoted', async (stage) => {
  const { levers, sarah, alice, ben } = stage
  const id = String(levers.place(inHours(24)))
  for (const { feed } of [ben, sarah, alice]) await feed.accept(id)
  assert.deepEqual([await statesOf(sarah), await statesOf(alice)], [['waitlisted'], ['waitlisted']])
  await ben.release(id)
  assert.deepEqual([await statesOf(sarah), await statesOf(alice)], [['waitlisted'], ['held']])
})

trap('a shift that is over is not offered, and one that was taken late is read as done', async (stage) => {
  const { levers, sarah } = stage
  const id = String(levers.place(inHours(-5)))
  assert.deepEqual(await fresh(sarah.feed), [])
  assert.equal((await sarah.feed.accept(id)).outcome, 'accepted')
  assert.deepEqual(await statesOf(sarah), ['done'])
})

trap('shifts that overlap are both held, since only our own rules keep from the second', async (stage) => {
  const { levers, sarah } = stage
  for (const hours of [24, 25])
    assert.equal((await sarah.feed.accept(String(levers.place(inHours(hours))))).outcome, 'accepted')
  assert.deepEqual(await statesOf(sarah), ['held', 'held'])
})

trap(
  'a shift of an unpublished week is held by whom a dispatcher put there, and can be given up',
  async (stage) => {
    const { levers, sarah, alice } = stage
    const id = levers.place(inHours(24 * 7, false))
    levers.assign(id, 'sarah')
    assert.deepEqual(await fresh(alice.feed), [])
    const [block] = await sarah.held()
    assert.deepEqual([block?.offerId, block?.state], [String(id), 'held'])
    assert.equal((await alice.feed.accept(String(id))).outcome, 'refused')
    assert.deepEqual(await sarah.release(block!.blockId), { late: false })
    assert.deepEqual(await sarah.held(), [])
  },
)

trap('a second application that ends in a fault of the server leaves the outcome open', async (stage) => {
  const { levers, sarah } = stage
  const id = String(levers.place(inHours(24)))
  levers.setFaults({ doubleIs500: true })
  await sarah.feed.accept(id)
  assert.equal((await sarah.feed.accept(id)).outcome, 'unknown')
  assert.deepEqual(await statesOf(sarah), ['held'])
})

trap('a dispatcher who rides signs in and applies', async ({ levers, enter }) => {
  levers.openCourier({ username: 'dana', password: 'dana', roles: ['ROLE_DISPATCHER', 'ROLE_USER'] })
  const dana = await enter('dana')
  const id = String(levers.place(inHours(24)))
  assert.equal((await dana.feed.accept(id)).outcome, 'accepted')
})

trap(
  'an instance under maintenance does not answer, though its settings do',
  async ({ levers, platform }) => {
    assert.equal(await platform.answers(), true)
    levers.setFaults({ maintenance: true })
    assert.equal(await platform.answers(), false)
    assert.ok((await platform.stations(TOKENS, 'courier')).ok, 'its settings do')
  },
)
