import { isTimeZone } from '@madruga/core/time.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Station } from '@madruga/core/offers.ts'
import { fresh, pollOnce, troubleIn, valueOf } from './contract/world.ts'
import type { ContractWorld, WantedOffer } from './contract/world.ts'
import type { Platform, PlatformTokens } from './model.ts'
export { pollOnce, troubleIn } from './contract/world.ts'
export type { ContractWorld, Polled } from './contract/world.ts'

const HOUR_MS = 3_600_000

type Scene = { world: ContractWorld; platform: Platform; tokens: PlatformTokens; station: Station }

/** What every adapter must do, against a platform that a test can steer. */
export function platformContract(name: string, makeWorld: () => Promise<ContractWorld>): void {
  const scene: SceneTest = (title, play) => {
    void test(`${name}: ${title}`, async () => {
      const world = await makeWorld()
      try {
        const { platform } = world
        const tokens = valueOf(await platform.signIn(world.secret))
        const station = valueOf(await platform.stations(tokens, world.variant))[0]
        assert.ok(station)
        await play({ world, platform, tokens, station })
      } finally {
        await world.close()
      }
    })
  }
  signingIn(scene)
  searching(scene)
  accepting(scene)
  holding(scene)
  switching(scene)
  beingRefused(scene)
}

type SceneTest = (title: string, play: (scene: Scene) => Promise<void>) => void

function wanted({ world, station }: Scene, change: Partial<WantedOffer> = {}): WantedOffer {
  const kind = world.variant === 'spark' ? 'curbside' : 'block'
  return {
    stationId: station.id,
    kind,
    startsInMs: 5 * HOUR_MS,
    lengthMs: 2 * HOUR_MS,
    payCents: 9_000,
    ...change,
  }
}

function signingIn(scene: SceneTest): void {
  scene('signs in, refuses a wrong password, renews tokens', async ({ world, platform, tokens }) => {
    assert.ok(tokens.expiresAt > world.now())
    const refused = await platform.signIn({ ...world.secret, password: 'not this one' })
    assert.equal(troubleIn(refused).trouble, 'sign_in_refused')
    const renewed = valueOf(await platform.refresh(tokens))
    assert.equal(renewed.platformDriverId, tokens.platformDriverId)
    const stale = await platform.refresh({ ...tokens, refreshToken: 'no-such-token' })
    assert.match(troubleIn(stale).trouble, /^sign_in_/)
  })
  scene('lists stations with code, zone and place', async ({ world, station }) => {
    assert.equal(station.variant, world.variant)
    assert.ok(station.id !== '' && station.code !== '' && station.name !== '')
    assert.equal(station.programme === 'store', world.variant === 'spark')
    assert.ok(Math.abs(station.latitude) <= 90 && Math.abs(station.longitude) <= 180)
    assert.ok(isTimeZone(station.timeZone), station.timeZone)
  })
  scene('says whether the platform answers', async ({ platform }) => {
    assert.equal(await platform.answers(), true)
  })
}

function searching(scene: SceneTest): void {
  scene('reports an offer once, in full, and an unchanged list as such', async (all) => {
    const { world, platform, tokens } = all
    const feed = platform.openFeed(tokens, world.variant)
    assert.deepEqual(await fresh(feed), [])
    const want = wanted(all)
    const startAt = world.now() + want.startsInMs
    const id = await world.place(want)
    const [offer, ...others] = await fresh(feed)
    assert.equal(others.length, 0)
    assert.ok(offer)
    assert.deepEqual(
      [offer.id, offer.stationId, offer.kind, offer.startAt, offer.endAt, offer.payCents, offer.tipCents],
      [id, want.stationId, want.kind, startAt, startAt + want.lengthMs, 9_000, 0],
    )
    assert.equal((await pollOnce(feed)).kind, 'unchanged')
    const second = await world.place(wanted(all, { startsInMs: 9 * HOUR_MS }))
    assert.deepEqual(
      (await fresh(feed)).map((one) => one.id),
      [second],
    )
  })
  scene('forgets what it reported when told to', async (all) => {
    const feed = all.platform.openFeed(all.tokens, all.world.variant)
    const id = await all.world.place(wanted(all))
    assert.equal((await fresh(feed)).length, 1)
    feed.forget()
    assert.deepEqual(
      (await fresh(feed)).map((one) => one.id),
      [id],
    )
  })
  scene('has one poll under way at most, and none once it is closed', async ({ world, platform, tokens }) => {
    const feed = platform.openFeed(tokens, world.variant)
    const first = pollOnce(feed)
    await assert.rejects(pollOnce(feed), /not sent/)
    await first
    feed.close()
    await assert.rejects(pollOnce(feed), /not sent/)
  })
  scene('serves many feeds at once over its shared sockets', async (all) => {
    const { world, platform, tokens } = all
    const id = await world.place(wanted(all))
    const feeds = Array.from({ length: 200 }, () => platform.openFeed(tokens, world.variant))
    const lists = await Promise.all(feeds.map(fresh))
    assert.ok(lists.every((list) => list.length === 1 && list[0]?.id === id))
  })
}

function accepting(scene: SceneTest): void {
  scene('accepts an offer, which is then held', async (all) => {
    const { world, platform, tokens } = all
    const feed = platform.openFeed(tokens, world.variant)
    const want = wanted(all)
    const startAt = world.now() + want.startsInMs
    const id = await world.place(want)
    const result = await feed.accept(id)
    assert.equal(result.outcome, 'accepted')
    const [block, ...others] = valueOf(await platform.heldBlocks(tokens))
    assert.equal(others.length, 0)
    assert.ok(block && result.outcome === 'accepted')
    assert.deepEqual(
      [
        block.blockId,
        block.offerId,
        block.stationId,
        block.startAt,
        block.endAt,
        block.payCents,
        block.state,
      ],
      [result.blockId, id, want.stationId, startAt, startAt + want.lengthMs, 9_000, 'held'],
    )
    assert.equal((await feed.accept(id)).outcome, 'unknown', 'a repeat: only the held blocks tell')
  })
  scene('tells taken, unknown ids and overlaps apart from trouble', async (all) => {
    const { world, platform, tokens } = all
    const feed = platform.openFeed(tokens, world.variant)
    const rival = platform.openFeed(valueOf(await platform.signIn(world.rival)), world.variant)
    const id = await world.place(wanted(all))
    assert.equal((await rival.accept(id)).outcome, 'accepted')
    assert.deepEqual(await feed.accept(id), { outcome: 'refused', cause: 'taken' })
    assert.deepEqual(await feed.accept('no such/offer?'), { outcome: 'refused', cause: 'taken' })
    assert.equal((await feed.accept(await world.place(wanted(all)))).outcome, 'accepted')
    const overlapping = await world.place(wanted(all, { startsInMs: 5.5 * HOUR_MS }))
    assert.deepEqual(await feed.accept(overlapping), { outcome: 'refused', cause: 'conflict' })
  })
  scene('one of many accepts of one offer wins', async (all) => {
    const { world, platform, tokens } = all
    const rivalTokens = valueOf(await platform.signIn(world.rival))
    const id = await world.place(wanted(all))
    const feeds = [tokens, rivalTokens].map((one) => platform.openFeed(one, world.variant))
    const results = await Promise.all(feeds.map((feed) => feed.accept(id)))
    assert.equal(results.filter((result) => result.outcome === 'accepted').length, 1)
  })
  scene('hears of hour limits', async (all) => {
    await all.world.limitHours(60)
    const feed = all.platform.openFeed(all.tokens, all.world.variant)
    const result = await feed.accept(await all.world.place(wanted(all)))
    assert.deepEqual(result, { outcome: 'refused', cause: 'hour_limit' })
  })
}

function holding(scene: SceneTest): void {
  scene('releases a block, in time and not after its start', async (all) => {
    const { world, platform, tokens } = all
    if (!platform.capabilities.release) return
    const feed = platform.openFeed(tokens, world.variant)
    const early = await feed.accept(await world.place(wanted(all)))
    assert.ok(early.outcome === 'accepted')
    assert.deepEqual(valueOf(await platform.release(tokens, early.blockId)), { late: false })
    const started = await feed.accept(await world.place(wanted(all, { startsInMs: 60_000 })))
    assert.ok(started.outcome === 'accepted')
    await world.advance(10 * 60_000)
    const refused = valueOf(await platform.release(tokens, started.blockId))
    assert.equal('refused' in refused && refused.refused, 'too_late')
    const unknown = valueOf(await platform.release(tokens, 'no-such-block'))
    assert.equal('refused' in unknown && unknown.refused, 'not_found')
  })
  scene('checks in at the right time and place', async (all) => {
    const { world, platform, tokens, station } = all
    if (!platform.capabilities.checkIn) return
    const feed = platform.openFeed(tokens, world.variant)
    const won = await feed.accept(await world.place(wanted(all, { startsInMs: HOUR_MS })))
    assert.ok(won.outcome === 'accepted')
    const early = valueOf(await platform.checkIn(tokens, won.blockId, station))
    assert.ok('refused' in early && early.refused === 'too_early' && early.opensAt !== null)
    assert.ok(early.opensAt > world.now())
    await world.advance(50 * 60_000)
    const far = { latitude: station.latitude + 1, longitude: station.longitude }
    const outside = valueOf(await platform.checkIn(tokens, won.blockId, far))
    assert.ok('refused' in outside && outside.refused === 'outside_geofence' && outside.distanceM !== null)
    const done = valueOf(await platform.checkIn(tokens, won.blockId, station))
    assert.ok('checkedInAt' in done && Math.abs(done.checkedInAt - world.now()) < 60_000)
  })
  scene('says what is left of the budget', async ({ world, platform, tokens }) => {
    const before = valueOf(await platform.limits(tokens))
    assert.ok(before.quotaPerHour > 0 && before.remaining > 0)
    await pollOnce(platform.openFeed(tokens, world.variant))
    assert.ok(valueOf(await platform.limits(tokens)).remaining <= before.remaining)
  })
}

function switching(scene: SceneTest): void {
  scene(
    'switches instant offers once the location is known',
    async ({ world, platform, tokens, station }) => {
      if (!platform.capabilities.instantOffers) return
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

function beingRefused(scene: SceneTest): void {
  scene('asks for a sign-in when the token has run out', async (all) => {
    const { world, platform, tokens } = all
    const feed = platform.openFeed(tokens, world.variant)
    const id = await world.place(wanted(all))
    await world.expireTokens()
    assert.equal(troubleIn(await pollOnce(feed)).trouble, 'sign_in_needed')
    assert.equal(troubleIn(await feed.accept(id)).trouble, 'sign_in_needed')
    assert.equal(troubleIn(await platform.heldBlocks(tokens)).trouble, 'sign_in_needed')
    feed.setTokens(valueOf(await platform.refresh(tokens)))
    assert.deepEqual(
      (await fresh(feed)).map((offer) => offer.id),
      [id],
    )
  })
  scene('needs a human until a human has answered', async (all) => {
    const { world, platform, tokens } = all
    if (!platform.capabilities.humanVerification) return
    assert.equal(valueOf(await platform.verification(tokens)), null)
    await world.requireHuman()
    const feed = platform.openFeed(tokens, world.variant)
    const open = valueOf(await platform.verification(tokens))
    assert.ok(open !== null && open.question !== '' && open.imageSvg.startsWith('<svg'))
    for (const reply of [await pollOnce(feed), await feed.accept('any'), await platform.heldBlocks(tokens)]) {
      const problem = troubleIn(reply)
      assert.deepEqual([problem.trouble, problem.challengeId], ['human_needed', open.challengeId])
    }
    assert.deepEqual(valueOf(await platform.answerVerification(tokens, open.challengeId, '')), {
      solved: false,
    })
    const answer = world.solution()
    assert.deepEqual(valueOf(await platform.answerVerification(tokens, open.challengeId, answer)), {
      solved: true,
    })
    assert.notEqual((await pollOnce(feed)).kind, 'troubled')
  })
  scene('obeys the budget and says how long', async ({ world, platform, tokens }) => {
    await world.shrinkBudget()
    const feed = platform.openFeed(tokens, world.variant)
    await pollOnce(feed)
    const problem = troubleIn(await pollOnce(feed))
    assert.equal(problem.trouble, 'rate_limited')
    assert.ok(problem.retryAfterMs !== null && problem.retryAfterMs > 60_000)
  })
  scene('a platform that refuses everything is unavailable, then comes back', async (all) => {
    const { world, platform, tokens } = all
    const feed = platform.openFeed(tokens, world.variant)
    const id = await world.place(wanted(all))
    await world.refuseAll(true)
    assert.equal(troubleIn(await pollOnce(feed)).trouble, 'unavailable')
    assert.equal(troubleIn(await platform.heldBlocks(tokens)).trouble, 'unavailable')
    assert.equal(await platform.answers(), false)
    assert.equal((await feed.accept(id)).outcome, 'unknown', "a gateway's failure leaves the outcome open")
    await world.refuseAll(false)
    assert.equal(await platform.answers(), true)
    assert.deepEqual(
      (await fresh(feed)).map((offer) => offer.id),
      [id],
    )
  })
}
