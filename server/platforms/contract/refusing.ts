import assert from 'node:assert/strict'
import type { SceneTest } from './scene.ts'
import { onlyOffer, openFeed, openRivalFeed, renewTokens, wanted, wonBlock } from './scene.ts'
import { until } from '../../kit/testing.ts'
import { INSTANCE_WAIT_MS, pollOnce, troubleIn, valueOf } from './world.ts'

/** Every trouble of a platform, and its end. */
export function refusing(scene: SceneTest): void {
  scene('asks for a sign-in when the token has run out', async (all) => {
    const { world, platform, tokens } = all
    const feed = openFeed(all)
    const id = await world.place(wanted(all))
    await world.expireTokens()
    assert.equal(troubleIn(await pollOnce(feed)).trouble, 'sign_in_needed')
    assert.equal(troubleIn(await feed.accept(id)).trouble, 'sign_in_needed')
    assert.equal(troubleIn(await platform.heldBlocks(tokens)).trouble, 'sign_in_needed')
    if (world.tokensEnd) assert.equal(troubleIn(await platform.refresh(tokens)).trouble, 'sign_in_needed')
    feed.setTokens(await renewTokens(all))
    assert.equal((await onlyOffer(feed)).id, id)
  })
  scene('needs a human until a human has answered', async (all) => {
    const { world, platform, tokens } = all
    if (!platform.capabilities.humanVerification) return
    assert.ok(world.human, 'levers for what humanVerification promises')
    assert.equal(valueOf(await platform.verification(tokens)), null)
    await world.human.require()
    const feed = openFeed(all)
    const open = valueOf(await platform.verification(tokens))
    assert.ok(open !== null && open.question !== '' && open.imageSvg.startsWith('<svg'))
    for (const reply of [await pollOnce(feed), await feed.accept('any'), await platform.heldBlocks(tokens)]) {
      const problem = troubleIn(reply)
      assert.deepEqual([problem.trouble, problem.challengeId], ['human_needed', open.challengeId])
    }
    const answer = async (text: string) =>
      valueOf(await platform.answerVerification(tokens, open.challengeId, text))
    assert.deepEqual(await answer(''), { solved: false })
    assert.deepEqual(await answer(world.human.solution()), { solved: true })
    assert.notEqual((await pollOnce(feed)).kind, 'troubled')
  })
  overBudget(scene)
  scene('a platform that refuses everything is unavailable, then comes back', async (all) => {
    const { world, platform, tokens } = all
    const feed = openFeed(all)
    const id = await world.place(wanted(all))
    await world.refuseAll(true)
    assert.equal(troubleIn(await pollOnce(feed)).trouble, 'unavailable')
    assert.equal(troubleIn(await platform.heldBlocks(tokens)).trouble, 'unavailable')
    assert.equal(await platform.answers(), false)
    assert.equal((await feed.accept(id)).outcome, 'unknown', "a gateway's failure leaves the outcome open")
    await world.refuseAll(false)
    // One answer serves all that ask within some seconds.
    await until(() => platform.answers(), 'it answers again')
    assert.equal((await onlyOffer(feed)).id, id)
  })
}

function overBudget(scene: SceneTest): void {
  scene('obeys the budget and says how long', async (all) => {
    await all.world.shrinkBudget()
    const feed = openFeed(all)
    await pollOnce(feed)
    const problem = troubleIn(await pollOnce(feed))
    assert.equal(problem.trouble, 'rate_limited')
    assert.ok(problem.retryAfterMs !== null && problem.retryAfterMs > 60_000)
  })
  scene('one driver spends the budget of all where they share it', async (all) => {
    const { world } = all
    const rival = await openRivalFeed(all)
    await world.shrinkBudget()
    await pollOnce(openFeed(all))
    const polled = await pollOnce(rival)
    if (world.sharedBudget) assert.equal(troubleIn(polled).trouble, 'rate_limited')
    else assert.notEqual(polled.kind, 'troubled')
  })
  scene('what the budget of the instance does not bear is not sent, and is no trouble', async (all) => {
    const { world, platform, tokens } = all
    if (!world.spendInstance) return
    const feed = openFeed(all)
    const id = await world.place(wanted(all))
    world.spendInstance(true)
    assert.equal((await pollOnce(feed)).kind, 'unasked')
    assert.deepEqual(await feed.accept(id), { outcome: 'not_sent', cause: 'over_budget' })
    const { trouble, retryAfterMs } = troubleIn(await platform.heldBlocks(tokens))
    assert.deepEqual([trouble, retryAfterMs], ['rate_limited', INSTANCE_WAIT_MS])
    world.spendInstance(false)
    assert.equal((await onlyOffer(feed)).id, id)
    wonBlock(all, await feed.accept(id))
  })
}
