import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../db/testing.ts'
import type { Clock } from '../../kit/clock.ts'
import { makeKeyRing } from '../../kit/encryption.ts'
import { until } from '../../kit/testing.ts'
import { connectAccount, onePlatform, openAccess } from '../../platforms.ts'
import type { PlatformTokens } from '../../platforms.ts'
import type { BotDeps } from '../deps.ts'
import type { BotRow } from '../store/bots.ts'
import { stubPlatform } from '../testing-platform.ts'
import { renewTokens } from './token-renewal.ts'

const NOW = Date.UTC(2026, 10, 4, 16)
const LIFE_MS = 20_000

test('a search renews tokens that live 20 seconds every 15 seconds', async () => {
  const fresh = await testDatabase()
  const db = fresh.database.kysely
  const keyRing = makeKeyRing()
  let now = NOW
  const waits: { ms: number; call(): void }[] = []
  const clock: Clock = {
    now: () => now,
    after(ms, call) {
      waits.push({ ms, call })
      return () => {}
    },
  }
  const platform = stubPlatform(clock)
  let given = 0
  const give = async (): ReturnType<typeof platform.refresh> => {
    const accessToken = `token ${++given}`
    const tokens: PlatformTokens = {
      accessToken,
      refreshToken: 'r',
      expiresAt: now + LIFE_MS,
      platformDriverId: 'p',
    }
    return { ok: true, value: tokens }
  }
  platform.signIn = give
  platform.refresh = give
  const deps = { db, keyRing, clock, platforms: onePlatform(platform) } as unknown as BotDeps
  await db.insertInto('drivers').values({ id: 'ana', name: 'Ana', email: 'ana@example.com' }).execute()
  const secret = { email: 'ana@example.com', password: 'pw' }
  await connectAccount(db, keyRing, { driverId: 'ana', variant: 'amazon', platform: 'stub', secret })
  const access = await openAccess(deps, 'ana', 'amazon')
  assert.ok(access?.ok)
  const taken: string[] = []
  const bot = { driverId: 'ana', variant: 'amazon' } as BotRow
  const stop = renewTokens(deps, bot, access.value.tokens, ({ tokens }) => taken.push(tokens.accessToken))
  for (const turn of [1, 2]) {
    const wait = waits.at(-1)
    assert.equal(wait?.ms, 15_000)
    now += 15_000
    wait.call()
    await until(() => waits.length === turn + 1)
  }
  stop()
  assert.deepEqual(taken, ['token 2', 'token 3'])
  await fresh.drop()
})
