import assert from 'node:assert/strict'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { SceneTest } from './scene.ts'
import { heldOf, onlyOffer, openFeed, openRivalFeed, wanted, wonBlock } from './scene.ts'
import { valueOf } from './world.ts'

const TAKEN = { outcome: 'refused', cause: 'taken' }
const CONFLICT = { outcome: 'refused', cause: 'conflict' }

/** Accepts that the platform decides at once. */
export function accepting(scene: SceneTest): void {
  scene('accepts an offer, which is then held', async (all) => {
    const { world, platform, tokens } = all
    const feed = openFeed(all)
    const want = wanted(all)
    const startAt = world.now() + want.startsInMs
    const id = await world.place(want)
    const blockId = wonBlock(all, await feed.accept(id))
    const [block, ...others] = valueOf(await platform.heldBlocks(tokens))
    assert.equal(others.length, 0)
    assert.ok(block)
    assert.deepEqual([block.blockId, block.offerId, block.stationId], [blockId, id, want.stationId])
    const { pay, currency, end } = world.terms
    const isStated = pay === 'stated'
    assert.deepEqual(
      [block.payCents, block.payBasis ?? null, block.currency ?? null],
      [isStated ? 9_000 : 0, isStated ? null : 'unknown', currency],
    )
    assert.equal(block.state, platform.capabilities.acceptStarts ? 'checked_in' : 'held')
    // A job that began with its accept has no planned times.
    if (!platform.capabilities.acceptStarts) assert.equal(block.startAt, startAt)
    if (end === 'stated') assert.equal(block.endAt, startAt + want.lengthMs)
    const again = await feed.accept(id)
    assert.equal(again.outcome, 'unknown', 'a repeat: only the held blocks tell')
  })
  scene('one of many accepts of one offer wins', async (all) => {
    const { world, platform, tokens } = all
    const rivalTokens = valueOf(await platform.signIn(world.rival))
    const id = await world.place(wanted(all))
    const both = [tokens, rivalTokens]
    const results = await Promise.all(both.map((one) => platform.openFeed(one, world.variant).accept(id)))
    const held = await Promise.all(both.map((one) => heldOf({ ...all, tokens: one }, id)))
    const winners = held.filter((block) => block?.state === 'held' || block?.state === 'checked_in')
    assert.equal(winners.length, 1)
    // What is read back may still be lost; what is accepted for good may not.
    for (const [at, { outcome }] of results.entries())
      if (outcome === 'accepted') assert.equal(held[at], winners[0])
  })
  beingRefused(scene)
}

function beingRefused(scene: SceneTest): void {
  scene('tells what is taken or unknown apart from trouble', async (all) => {
    const { world, platform } = all
    const feed = openFeed(all)
    assert.deepEqual(await feed.accept('no such/offer?'), TAKEN)
    if (platform.capabilities.waitlist) return
    const id = await world.place(wanted(all))
    wonBlock(all, await (await openRivalFeed(all)).accept(id))
    assert.deepEqual(await feed.accept(id), TAKEN)
  })
  scene('tells an overlap with a held block', async (all) => {
    const { world } = all
    if (!world.refusesOverlaps) return
    const feed = openFeed(all)
    wonBlock(all, await feed.accept(await world.place(wanted(all))))
    const overlapping = await world.place(wanted(all, { startsInMs: 5.5 * HOUR_MS }))
    assert.deepEqual(await feed.accept(overlapping), CONFLICT)
  })
  scene('hears of hour limits', async (all) => {
    if (!all.world.limitHours) return
    await all.world.limitHours(60)
    const result = await openFeed(all).accept(await all.world.place(wanted(all)))
    assert.deepEqual(result, { outcome: 'refused', cause: 'hour_limit' })
  })
  scene('names the skill that the driver lacks', async (all) => {
    const { world } = all
    if (!world.placeBeyond) return
    const feed = openFeed(all)
    const { id, skill } = await world.placeBeyond(wanted(all))
    assert.deepEqual((await onlyOffer(feed)).skills, [skill])
    const result = await feed.accept(id)
    assert.ok(result.outcome === 'refused' && result.cause === 'not_eligible', JSON.stringify(result))
    assert.ok(result.detail?.includes(skill))
    // Where the platform names it on its own.
    assert.ok(result.lacks === undefined || result.lacks.includes(skill))
    assert.equal(await heldOf(all, id), undefined)
  })
}
