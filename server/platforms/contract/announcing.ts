import assert from 'node:assert/strict'
import type { OfferFeed } from '../model.ts'
import type { Scene, SceneTest } from './scene.ts'
import { onlyOffer, openFeed, wanted } from './scene.ts'
import { fresh } from './world.ts'

/** What a platform announces by itself triggers a poll, and is never the truth. */
export function announcing(scene: SceneTest): void {
  scene('an announcement triggers the poll that finds the offer', async (all) => {
    const { levers, feed, hinted } = listenTo(all)
    if (!levers) return
    const hint = hinted()
    const id = await all.world.place(wanted(all))
    await hint
    assert.equal((await onlyOffer(feed)).id, id)
    feed.close()
  })
  scene('a lost announcement costs time alone: a poll finds the offer', async (all) => {
    const { levers, feed } = listenTo(all)
    if (!levers) return
    await levers.lose()
    const id = await all.world.place(wanted(all))
    assert.equal((await onlyOffer(feed)).id, id)
    feed.close()
  })
  scene('a doubled or late announcement reports nothing twice, and nothing that is gone', async (all) => {
    const { levers, feed, hinted } = listenTo(all)
    if (!levers) return
    assert.ok(all.world.places, 'a lever by which an offer goes away')
    const first = hinted()
    const id = await all.world.place(wanted(all))
    await first
    assert.equal((await onlyOffer(feed)).id, id)
    const doubled = hinted()
    await levers.repeat(id)
    await doubled
    assert.deepEqual(await fresh(feed), [])
    await all.world.places.fill(id)
    feed.forget()
    const late = hinted()
    await levers.repeat(id)
    await late
    // A full offer stays listed where it has a wait list.
    const left = (await fresh(feed)).filter(({ full }) => !full)
    assert.deepEqual(left, [])
    feed.close()
  })
}

/** A feed that listens, where the platform announces; `hinted` resolves at the next announcement. */
function listenTo(all: Scene): {
  levers: Scene['world']['announcements']
  feed: OfferFeed
  hinted(): Promise<void>
} {
  const feed = openFeed(all)
  const { push } = all.platform.capabilities
  const hasHints = push || feed.sharesReadings === true
  assert.equal(feed.listen !== undefined, hasHints, 'a feed listens where the platform announces')
  assert.ok(!push || all.world.announcements, 'levers for what push promises')
  let tell: (() => void) | null = null
  feed.listen?.(() => tell?.())
  return {
    levers: push ? all.world.announcements : undefined,
    feed,
    hinted: () => new Promise((resolve) => (tell = resolve)),
  }
}
