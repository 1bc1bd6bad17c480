import assert from 'node:assert/strict'
import { startOver } from '@madruga/core/offers.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { until } from '../../kit/testing.ts'
import type { SceneTest } from './scene.ts'
import { onlyOffer, openFeed, openRivalFeed, wanted, wonBlock } from './scene.ts'
import { fresh, pollOnce, valueOf } from './world.ts'

const FEEDS = 200
/** More than a page of any list. */
const MANY = 70

/** What polls report. */
export function searching(scene: SceneTest): void {
  unreadable(scene)
  shared(scene)
  scene('reports an offer once, in full, and an unchanged list as such', async (all) => {
    const { world } = all
    const feed = openFeed(all)
    assert.deepEqual(await fresh(feed), [])
    const want = wanted(all)
    const startAt = world.now() + want.startsInMs
    const id = await world.place(want)
    const offer = await onlyOffer(feed)
    assert.deepEqual(
      [offer.id, offer.stationId, offer.kind, offer.startAt, offer.tipCents, Boolean(offer.full)],
      [id, want.stationId, want.kind, startAt, 0, false],
    )
    if (world.terms.end === 'stated') assert.equal(offer.endAt, startAt + want.lengthMs)
    else assert.ok(offer.endEstimated && offer.endAt > startAt)
    assert.equal((await pollOnce(feed)).kind, 'unchanged')
    await (await openRivalFeed(all)).accept(id)
    await pollOnce(feed)
    assert.equal((await pollOnce(feed)).kind, 'unchanged', 'with who has it in the list')
    const second = await world.place(wanted(all, { startsInMs: 9 * HOUR_MS }))
    assert.equal((await onlyOffer(feed)).id, second)
  })
  scene('an offer that begins when it is accepted has no start that runs out', async (all) => {
    const { world, platform } = all
    if (!platform.capabilities.acceptStarts) return
    await world.place(wanted(all, { startsInMs: 0 }))
    const offer = await onlyOffer(openFeed(all))
    assert.equal(startOver(offer, world.now()), Number.POSITIVE_INFINITY)
  })
  scene('says what an offer pays and in what, or that no one knows', async (all) => {
    const { world } = all
    await world.place(wanted(all))
    const offer = await onlyOffer(openFeed(all))
    assert.deepEqual(
      [offer.payCents, offer.payBasis ?? null, offer.currency ?? null],
      world.terms.pay === 'stated'
        ? [9_000, null, world.terms.currency]
        : [0, 'unknown', world.terms.currency],
    )
  })
  scene('forgets what it reported when told to', async (all) => {
    const feed = openFeed(all)
    const id = await all.world.place(wanted(all))
    assert.equal((await onlyOffer(feed)).id, id)
    feed.forget()
    assert.equal((await onlyOffer(feed)).id, id)
  })
  scene('has one poll under way at most, and none once it is closed', async (all) => {
    const feed = openFeed(all)
    const first = pollOnce(feed)
    await assert.rejects(pollOnce(feed), /not sent/)
    await first
    feed.close()
    await assert.rejects(pollOnce(feed), /not sent/)
  })
  amongMany(scene)
}

function amongMany(scene: SceneTest): void {
  scene('reports each of many offers once, over as many polls as it needs', async (all) => {
    const placed = new Set<string>()
    for (let each = 0; each < MANY; each++) placed.add(await all.world.place(wanted(all)))
    const feed = openFeed(all)
    const reported: string[] = []
    for (let poll = 0; poll < 10; poll++) reported.push(...(await fresh(feed)).map(({ id }) => id))
    assert.deepEqual(reported.toSorted(), [...placed].toSorted())
  })
  scene('an accept does not wait for the lists of others', async (all) => {
    const { world } = all
    if (!world.holdLists) return
    const feed = openFeed(all)
    const id = await world.place(wanted(all))
    await fresh(feed)
    await world.holdLists(true)
    const lists = Array.from({ length: FEEDS }, () => pollOnce(openFeed(all)))
    wonBlock(all, await feed.accept(id))
    await world.holdLists(false)
    await Promise.all(lists)
  })
  scene('serves many feeds at once over its shared sockets', async (all) => {
    const id = await all.world.place(wanted(all))
    const feeds = Array.from({ length: FEEDS }, () => openFeed(all))
    const lists = await Promise.all(feeds.map(fresh))
    assert.ok(lists.every((list) => list.length === 1 && list[0]?.id === id))
  })
}

function unreadable(scene: SceneTest): void {
  scene(
    'an offer that no one can read stops neither a search nor the reading of held blocks',
    async (all) => {
      const { world, platform, tokens } = all
      if (!world.placeUnreadable) return
      await world.placeUnreadable()
      const id = await world.place(wanted(all))
      const feed = openFeed(all)
      assert.equal((await onlyOffer(feed)).id, id)
      wonBlock(all, await feed.accept(id))
      assert.equal(valueOf(await platform.heldBlocks(tokens)).length, 1)
    },
  )
}

function shared(scene: SceneTest): void {
  scene('what the reading of one driver finds is handed to all who share it', async (all) => {
    const { world } = all
    const { readers } = world
    if (!readers) return
    const feeds = [openFeed(all), await openRivalFeed(all)]
    let hints = 0
    for (const feed of feeds) {
      assert.deepEqual(await fresh(feed), [])
      assert.ok(feed.sharesReadings)
      feed.listen?.(() => hints++)
    }
    const id = await world.place(wanted(all))
    await until(() => hints === feeds.length)
    for (const feed of feeds) assert.equal((await onlyOffer(feed)).id, id)
    const before = readers().length
    await until(() => new Set(readers().slice(before)).size === feeds.length, 'each has its turns')
    for (const feed of feeds) feed.close()
  })
}
