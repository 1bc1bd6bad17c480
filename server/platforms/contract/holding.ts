import assert from 'node:assert/strict'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { SceneTest } from './scene.ts'
import { heldOf, openFeed, wanted, wonBlock } from './scene.ts'
import { pollOnce, valueOf } from './world.ts'

/** What a driver does with a held block, and what is left of the budget. */
export function holding(scene: SceneTest): void {
  changing(scene)
  scene('releases a block, or says that it cannot', async (all) => {
    const { world, platform, tokens } = all
    const id = await world.place(wanted(all))
    const blockId = wonBlock(all, await openFeed(all).accept(id))
    const answer = valueOf(await platform.release(tokens, blockId))
    if (platform.capabilities.release) {
      assert.deepEqual(answer, { late: false })
      assert.notEqual((await heldOf(all, id))?.state, 'held')
    } else {
      assert.ok('refused' in answer, 'a platform without releases gives nothing up')
      assert.ok(await heldOf(all, id))
    }
    const unknown = valueOf(await platform.release(tokens, 'no-such-block'))
    assert.equal('refused' in unknown && unknown.refused, 'not_found')
  })
  scene('releases no block that has begun', async (all) => {
    const { world, platform, tokens } = all
    if (!platform.capabilities.release || !world.keepsBegun) return
    const started = wonBlock(
      all,
      await openFeed(all).accept(await world.place(wanted(all, { startsInMs: 60_000 }))),
    )
    await world.advance(10 * 60_000)
    const refused = valueOf(await platform.release(tokens, started))
    assert.equal('refused' in refused && refused.refused, 'too_late')
  })
  scene('checks in at the right time and place', async (all) => {
    const { world, platform, tokens, station } = all
    if (!platform.capabilities.checkIn) return
    const won = wonBlock(
      all,
      await openFeed(all).accept(await world.place(wanted(all, { startsInMs: HOUR_MS }))),
    )
    const early = valueOf(await platform.checkIn(tokens, won, station))
    assert.ok('refused' in early && early.refused === 'too_early' && early.opensAt !== null)
    assert.ok(early.opensAt > world.now())
    await world.advance(50 * 60_000)
    const far = { latitude: station.latitude + 1, longitude: station.longitude }
    const outside = valueOf(await platform.checkIn(tokens, won, far))
    assert.ok('refused' in outside && outside.refused === 'outside_geofence' && outside.distanceM !== null)
    const done = valueOf(await platform.checkIn(tokens, won, station))
    assert.ok('checkedInAt' in done && Math.abs(done.checkedInAt - world.now()) < 60_000)
  })
  scene('says what is left of the budget', async (all) => {
    const { platform, tokens } = all
    const before = valueOf(await platform.limits(tokens))
    assert.ok(before.quotaPerHour > 0 && before.remaining > 0)
    await pollOnce(openFeed(all))
    assert.ok(valueOf(await platform.limits(tokens)).remaining <= before.remaining)
  })
  scene(
    'switches instant offers once the location is known',
    async ({ world, platform, tokens, station }) => {
      if (!platform.capabilities.instantOffers) return
      assert.ok(world.confirmInstant, 'a lever for what instantOffers promises')
      assert.equal(valueOf(await platform.setLocation(tokens, station)), null)
      const asked = valueOf(await platform.instantOffers(tokens, true))
      assert.ok('enabled' in asked && asked.confirmation === 'pending')
      await world.confirmInstant()
      assert.deepEqual(valueOf(await platform.instantOffers(tokens, null)), {
        enabled: true,
        confirmation: 'confirmed',
      })
    },
  )
}

function changing(scene: SceneTest): void {
  scene(
    'lists what somebody at the platform moved at its new time, and no more what they took',
    async (all) => {
      const { world, platform } = all
      if (!platform.capabilities.listsAllHeld) return
      assert.ok(world.dispatcher, 'a lever for what listsAllHeld promises')
      const id = await world.place(wanted(all))
      wonBlock(all, await openFeed(all).accept(id))
      const before = await heldOf(all, id)
      assert.ok(before)
      await world.dispatcher.move(id, 3 * HOUR_MS)
      const after = await heldOf(all, id)
      assert.deepEqual(
        [after?.blockId, after?.startAt, after?.endAt],
        [before.blockId, before.startAt + 3 * HOUR_MS, before.endAt + 3 * HOUR_MS],
      )
      await world.dispatcher.dismiss(id)
      assert.equal(await heldOf(all, id), undefined)
    },
  )
}
