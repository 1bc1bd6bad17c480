import assert from 'node:assert/strict'
import { isTimeZone } from '@madruga/core/time.ts'
import type { SceneTest } from './scene.ts'
import { renewTokens } from './scene.ts'
import { troubleIn, valueOf } from './world.ts'

/** Sign-in, renewal of tokens, stations, and whether the platform answers. */
export function signingIn(scene: SceneTest): void {
  scene('signs in, refuses a wrong password, renews tokens', async (all) => {
    const { world, platform, tokens } = all
    assert.ok(tokens.expiresAt > world.now())
    const refused = await platform.signIn({ ...world.secret, password: 'not this one' })
    assert.equal(troubleIn(refused).trouble, 'sign_in_refused')
    assert.equal((await renewTokens(all)).platformDriverId, tokens.platformDriverId)
    const stale = await platform.refresh({ ...tokens, refreshToken: 'no-such-token' })
    assert.match(troubleIn(stale).trouble, /^sign_in_/)
  })
  scene('tells how long tokens live, however shortly', async ({ world, platform }) => {
    if (!world.setTokenLife) return
    await world.setTokenLife(20_000)
    const tokens = valueOf(await platform.signIn(world.secret))
    assert.equal(tokens.expiresAt, world.now() + 20_000)
    assert.equal(valueOf(await platform.refresh(tokens)).expiresAt, world.now() + 20_000)
  })
  scene('lists stations with code, zone, place and the stated currency', async ({ world, station }) => {
    assert.equal(station.variant, world.variant)
    assert.ok(station.id !== '' && station.code !== '' && station.name !== '')
    assert.equal(station.programme === 'store', world.variant === 'spark')
    assert.ok(Math.abs(station.latitude) <= 90 && Math.abs(station.longitude) <= 180)
    assert.ok(isTimeZone(station.timeZone), station.timeZone)
    assert.equal(station.currency ?? null, world.paidIn ?? null)
  })
  scene('says whether the platform answers', async ({ platform }) => {
    assert.equal(await platform.answers(), true)
  })
}
