import assert from 'node:assert/strict'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { platformOfferId } from '../adapters/offer-ids.ts'
import type { Scene, SceneTest } from './scene.ts'
import { heldOf, onlyOffer, openFeed, wanted, wonBlock } from './scene.ts'
import { fresh, pollOnce, valueOf } from './world.ts'

/** Accepts that the held blocks decide later, and jobs that begin with their accept. */
export function undecided(scene: SceneTest): void {
  waitlisted(scene)
  listedAgain(scene)
  replaced(scene)
  scene('an accept that needs an agreement is pending until it is given or denied', async (all) => {
    const { world } = all
    if (!world.agreement) return
    await world.agreement.require()
    const feed = openFeed(all)
    const given = await world.place(wanted(all))
    const denied = await world.place(wanted(all, { startsInMs: 9 * HOUR_MS }))
    for (const id of [given, denied]) {
      const result = await feed.accept(id)
      assert.ok(result.outcome === 'waiting' && result.waiting === 'pending', JSON.stringify(result))
      assert.equal((await heldOf(all, id))?.state, 'pending')
    }
    await world.agreement.give(given)
    await world.agreement.deny(denied)
    assert.equal((await heldOf(all, given))?.state, 'held')
    assert.equal(await heldOf(all, denied), undefined)
  })
  scene('a win whose job is done before it is read back is read as done, not as lost', async (all) => {
    const { world, platform, tokens } = all
    if (platform.capabilities.readBacks === 0 || !platform.capabilities.acceptStarts) return
    assert.ok(world.finish, 'a lever for what acceptStarts promises')
    const id = await world.place(wanted(all))
    wonBlock(all, await openFeed(all).accept(id))
    await world.finish(id)
    const held = valueOf(await platform.heldBlocks(tokens, [id]))
    assert.deepEqual(
      held.map(({ offerId, state }) => [offerId, state]),
      [[platformOfferId(id), 'done']],
    )
  })
  scene('a job that began with its accept runs until it is done', async (all) => {
    const { world, platform } = all
    if (!platform.capabilities.acceptStarts) return
    assert.ok(world.finish, 'a lever for what acceptStarts promises')
    const feed = openFeed(all)
    const first = await world.place(wanted(all))
    const second = await world.place(wanted(all, { startsInMs: 9 * HOUR_MS }))
    wonBlock(all, await feed.accept(first))
    assert.equal((await heldOf(all, first))?.state, 'checked_in')
    if (world.refusesOverlaps)
      assert.deepEqual(await feed.accept(second), { outcome: 'refused', cause: 'conflict' })
    await world.finish(first)
    assert.notEqual((await heldOf(all, first))?.state, 'checked_in')
    wonBlock(all, await feed.accept(second))
  })
}

function replaced(scene: SceneTest): void {
  scene('a win that another driver replaced shows when it is read back', async (all) => {
    const { world, platform } = all
    if (platform.capabilities.readBacks === 0) return
    assert.ok(world.replaceWinner, 'a lever for what readBacks promises')
    const id = await world.place(wanted(all))
    wonBlock(all, await openFeed(all).accept(id))
    assert.ok(await heldOf(all, id))
    await world.replaceWinner(id)
    assert.equal(await heldOf(all, id), undefined)
  })
  scene('a refusal that took effect is doubtful, and shows in the held blocks', async (all) => {
    const { world, platform, tokens } = all
    if (!world.refuseWithEffect) return
    const feed = openFeed(all)
    const id = await world.place(wanted(all))
    await fresh(feed)
    await world.refuseWithEffect(id)
    const result = await feed.accept(id)
    assert.ok(result.outcome === 'refused' && result.isDoubtful, JSON.stringify(result))
    assert.equal(valueOf(await platform.heldBlocks(tokens, [id])).length, 1)
  })
  canceled(scene)
  scene('a lost win says why: another driver has it, or its customer canceled it', async (all) => {
    const { world, platform, tokens } = all
    if (platform.whyLost === undefined) return
    assert.ok(world.cancel && world.replaceWinner, 'levers for what whyLost promises')
    const feed = openFeed(all)
    for (const [lose, loss] of [
      [world.replaceWinner, 'taken'],
      [world.cancel, 'canceled'],
    ] as const) {
      const id = await world.place(wanted(all))
      const blockId = wonBlock(all, await feed.accept(id))
      await lose(id)
      assert.equal(await heldOf(all, id), undefined)
      assert.equal(valueOf(await platform.whyLost(tokens, blockId)), loss)
    }
  })
}

function canceled(scene: SceneTest): void {
  scene('an offer that its customer canceled meanwhile is not accepted late', async (all) => {
    const { world, platform, tokens } = all
    if (!world.cancel) return
    const feed = openFeed(all)
    const id = await world.place(wanted(all))
    await fresh(feed)
    await world.cancel(id)
    await world.advance(MINUTE_MS)
    assert.deepEqual(await feed.accept(id), { outcome: 'refused', cause: 'canceled' })
    assert.deepEqual(valueOf(await platform.heldBlocks(tokens, [id])), [])
  })
  scene('an offer that is listed again after a cancelation can be won, as another one', async (all) => {
    const { world } = all
    if (!world.cancel || !world.listAgain) return
    const feed = openFeed(all)
    const id = await world.place(wanted(all))
    assert.equal((await onlyOffer(feed)).id, id)
    const before = wonBlock(all, await feed.accept(id))
    await world.cancel(id)
    await pollOnce(feed)
    await world.listAgain(id)
    const again = await onlyOffer(feed)
    assert.notEqual(again.id, id)
    await world.advance(MINUTE_MS)
    const late = await feed.accept(id)
    assert.deepEqual(late, { outcome: 'refused', cause: 'canceled' }, 'it is another offer')
    const blockId = wonBlock(all, await feed.accept(again.id))
    assert.notEqual(blockId, before, 'the job before is over')
    assert.equal((await heldOf(all, again.id))?.blockId, blockId)
  })
  scene('a win of what its customer canceled just before is none, and says why', async (all) => {
    const { world, platform, tokens } = all
    if (!world.cancel || platform.whyLost === undefined) return
    const feed = openFeed(all)
    const id = await world.place(wanted(all))
    await fresh(feed)
    await world.cancel(id)
    const blockId = wonBlock(all, await feed.accept(id))
    assert.deepEqual(valueOf(await platform.heldBlocks(tokens, [id])), [])
    assert.equal(valueOf(await platform.whyLost(tokens, blockId)), 'canceled')
  })
}

/** Places of an offer that others take and give back. */
function placesOf({ world, platform }: Scene) {
  assert.ok(world.places || !platform.capabilities.waitlist, 'levers for what waitlist promises')
  return platform.capabilities.waitlist ? world.places : undefined
}

function waitlisted(scene: SceneTest): void {
  scene('a full offer says so, and a place on its wait list becomes a win', async (all) => {
    const places = placesOf(all)
    if (!places) return
    const feed = openFeed(all)
    const id = await all.world.place(wanted(all))
    await places.fill(id)
    const offer = await onlyOffer(feed)
    assert.deepEqual([offer.id, offer.full], [id, true])
    const result = await feed.accept(id)
    assert.ok(result.outcome === 'waiting' && result.waiting === 'waitlisted', JSON.stringify(result))
    const waiting = await heldOf(all, id)
    assert.deepEqual([waiting?.state, waiting?.blockId], ['waitlisted', result.blockId])
    await places.free(id)
    assert.equal((await heldOf(all, id))?.state, 'held')
  })
  scene('the last place taken meanwhile ends on the wait list', async (all) => {
    const places = placesOf(all)
    if (!places) return
    const feed = openFeed(all)
    const id = await all.world.place(wanted(all))
    assert.equal(Boolean((await onlyOffer(feed)).full), false)
    await places.fill(id)
    const result = await feed.accept(id)
    assert.ok(result.outcome === 'waiting' && result.waiting === 'waitlisted', JSON.stringify(result))
  })
  scene('a wait list can be left, and no place comes from it then', async (all) => {
    const places = placesOf(all)
    if (!places) return
    const { world, platform, tokens } = all
    const id = await world.place(wanted(all))
    await places.fill(id)
    const result = await openFeed(all).accept(id)
    assert.ok(result.outcome === 'waiting')
    assert.ok('late' in valueOf(await platform.release(tokens, result.blockId)))
    assert.equal(await heldOf(all, id), undefined)
    await places.free(id)
    assert.equal(await heldOf(all, id), undefined)
  })
  scene('who still waits when the work starts does not hold it', async (all) => {
    const places = placesOf(all)
    if (!places) return
    const { world, platform } = all
    const id = await world.place(wanted(all))
    await places.fill(id)
    await openFeed(all).accept(id)
    await world.advance(DAY_MS)
    const tokens = valueOf(await platform.signIn(world.secret))
    assert.notEqual((await heldOf({ ...all, tokens }, id))?.state, 'held')
  })
}

function listedAgain(scene: SceneTest): void {
  scene('an offer that is listed again has an id of its own, and can be won', async (all) => {
    const { world } = all
    if (!world.places) return
    const feed = openFeed(all)
    const id = await world.place(wanted(all))
    assert.equal((await onlyOffer(feed)).id, id)
    await world.places.fill(id)
    await pollOnce(feed)
    await world.places.free(id)
    const again = await onlyOffer(feed)
    assert.notEqual(again.id, id)
    assert.equal(platformOfferId(again.id), platformOfferId(id))
    wonBlock(all, await feed.accept(again.id))
    const state = (await heldOf(all, again.id))?.state
    assert.match(state ?? 'none', /^(held|checked_in)$/)
  })
  scene('an offer that is listed again while no feed is open has an id of its own', async (all) => {
    const { world } = all
    if (!world.places) return
    const before = openFeed(all)
    const id = await world.place(wanted(all))
    assert.equal((await onlyOffer(before)).id, id)
    before.close()
    await world.places.fill(id)
    await world.places.free(id)
    const tried = [{ offerId: id, takenAt: world.now() }]
    const feed = openFeed(all, tried)
    const again = await onlyOffer(feed)
    assert.notEqual(again.id, id)
    assert.equal(platformOfferId(again.id), platformOfferId(id))
    assert.equal((await onlyOffer(openFeed(all, tried))).id, again.id, 'every feed names it so')
    wonBlock(all, await feed.accept(again.id))
  })
  scene('an offer that no one else had keeps its id in the next feed', async (all) => {
    const id = await all.world.place(wanted(all))
    assert.equal((await onlyOffer(openFeed(all, [{ offerId: id, takenAt: null }]))).id, id)
  })
}
