import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { stubPlatform, trouble } from '../../bot/testing-platform.ts'
import { testDatabase } from '../../db/testing.ts'
import type { TestDatabase } from '../../db/testing.ts'
import { systemClock } from '../../kit/clock.ts'
import { makeKeyRing } from '../../kit/encryption.ts'
import { connectAccount, openAccess, readAccount, saveTokens, onePlatform } from '../../platforms.ts'
import type { PlatformTokens } from '../../platforms.ts'
import { realNow } from '../../kit/testing.ts'

let fresh: TestDatabase
before(async () => {
  fresh = await testDatabase()
})
after(() => fresh.drop())

const keyRing = makeKeyRing()
const NOW = realNow()
const EXPIRED: PlatformTokens = {
  accessToken: 'old',
  refreshToken: 'r',
  expiresAt: NOW,
  platformDriverId: 'p',
}

/**
 * A driver whose tokens have run out, and who connects another account while the platform thinks about the
 * old one.
 */
async function enter(id: string) {
  const db = fresh.database.kysely
  await db
    .insertInto('drivers')
    .values({ id, name: id, email: `${id}@example.com` })
    .execute()
  const connect = (password: string | null, at: number) =>
    connectAccount(db, keyRing, {
      driverId: id,
      variant: 'amazon',
      platform: 'stub',
      secret: { email: `${id}@example.com`, password },
      at,
    })
  await connect('first', NOW)
  await saveTokens(db, keyRing, id, 'amazon', EXPIRED)
  const stub = stubPlatform(systemClock)
  const deps = { db, keyRing, clock: systemClock, platforms: onePlatform(stub) }
  return {
    stub,
    connect,
    open: () => openAccess(deps, id, 'amazon'),
    openAt: (now: number) => openAccess({ ...deps, clock: { ...systemClock, now: () => now } }, id, 'amazon'),
    read: () => readAccount(db, keyRing, id, 'amazon'),
  }
}

test('a refusal of an old sign-in does not mark the one that took its place', async () => {
  const { stub, connect, open, read } = await enter('one')
  stub.refresh = async () => ({ ok: false, problem: trouble('sign_in_needed') })
  stub.signIn = async () => {
    await connect('second', NOW + 1)
    return { ok: false, problem: trouble('sign_in_refused') }
  }
  assert.equal((await open())?.ok, false)
  const account = await read()
  assert.deepEqual([account?.state, account?.secret?.password], ['connected', 'second'])
  stub.signIn = async () => ({ ok: false, problem: trouble('sign_in_refused') })
  await open()
  assert.equal((await read())?.state, 'sign_in_refused')
})

test('where only tokens were stored and they end for good, the account asks its driver to connect again', async () => {
  const { stub, connect, open, read } = await enter('three')
  await connect(null, NOW)
  await saveTokens(fresh.database.kysely, keyRing, 'three', 'amazon', EXPIRED)
  stub.refresh = async () => ({ ok: false, problem: trouble('sign_in_needed') })
  const reply = await open()
  assert.equal(reply?.ok === false && reply.problem.trouble, 'sign_in_refused')
  const account = await read()
  assert.deepEqual([account?.state, account?.tokens], ['sign_in_refused', null])
})

for (const [life, seconds, notYet] of [
  ['an hour', 3_600, 3_539],
  ['20 seconds', 20, 14],
] as const) {
  test(`tokens that live ${life} are renewed once in their life, before they end`, async () => {
    const { stub, read, openAt } = await enter(`life of ${life}`)
    let renewals = 0
    stub.refresh = async (tokens) => {
      renewals++
      const expiresAt = NOW + seconds * 1_000
      return { ok: true, value: { ...tokens, accessToken: `new ${renewals}`, expiresAt } }
    }
    await openAt(NOW)
    for (const second of [1, notYet]) await openAt(NOW + second * 1_000)
    assert.equal(renewals, 1)
    await openAt(NOW + (notYet + 1) * 1_000)
    assert.equal(renewals, 2)
    assert.equal((await read())?.tokens?.accessToken, 'new 2')
  })
}

test('tokens of an old sign-in are not kept for the one that took its place', async () => {
  const { stub, connect, open, read } = await enter('two')
  const { refresh } = stub
  stub.refresh = async (tokens) => {
    await connect('second', NOW + 1)
    return await refresh(tokens)
  }
  assert.equal((await open())?.ok, true)
  assert.equal((await read())?.tokens, null)
  await open()
  assert.ok((await read())?.tokens)
})

test('tokens that are saved at one moment are each kept, and one that is refused keeps no other out', async () => {
  const db = fresh.database.kysely
  const ids = ['eve', 'fay', 'gus']
  for (const id of ids) await enter(id)
  const saves = ids.map((id) =>
    saveTokens(db, keyRing, id, 'amazon', {
      ...EXPIRED,
      accessToken: id,
      platformDriverId: id === 'fay' ? 'no text of PostgreSQL: \0' : id,
    }),
  )
  const outcomes = await Promise.allSettled(saves)
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  const kept = await Promise.all(ids.map((id) => readAccount(db, keyRing, id, 'amazon')))
  assert.deepEqual(
    kept.map((account) => account?.tokens?.accessToken),
    ['eve', 'old', 'gus'],
  )
})
