import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { createBlocks } from '../driver/blocks.ts'
import { stubPlatform } from '../bot/testing-platform.ts'
import { testDatabase } from '../db/testing.ts'
import { rotateKeys } from './keys.ts'
import { systemClock } from '../kit/clock.ts'
import { createLogger } from '../kit/logger.ts'
import {
  isEncryptedByCurrent,
  loadKeyRing,
  openValue,
  readStoredRing,
  encryptValue,
  EncryptionError,
} from '../kit/encryption.ts'
import type { KeyRing } from '../kit/encryption.ts'
import { createOutbox } from '../notify/outbox.ts'
import { openContent } from '../notify/outbox/content.ts'
import { readPushKeys } from '../notify/providers.ts'
import { connectAccount, readAccount, saveTokens, createInstances, onePlatform } from '../platforms.ts'
import { realNow } from '../kit/testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'madruga-keys-'))
const fresh = await testDatabase()
after(async () => {
  await fresh.drop()
  rmSync(folder, { recursive: true })
})

const db = () => fresh.database.kysely
let files = 0
const DRIVERS = Array.from({ length: 9 }, (_, n) => `k${n}`)
const PASSWORD = 'a password'
const TOKENS = { accessToken: 'a', refreshToken: 'r', expiresAt: 1, platformDriverId: 'p' }

/** Its own ring, and one of everything that is encrypted by it. */
async function seed(): Promise<{ keyRingFile: string; live: KeyRing }> {
  const keyRingFile = join(folder, `${++files}.json`)
  const live = loadKeyRing(keyRingFile)
  for (const table of ['drivers', 'outbox', 'service_keys'] as const) await db().deleteFrom(table).execute()
  for (const id of DRIVERS) {
    await db()
      .insertInto('drivers')
      .values({ id, name: id, email: `${id}@example.com` })
      .execute()
    const secret = { email: `${id}@example.com`, password: `${PASSWORD} of ${id}` }
    for (const variant of ['amazon', 'spark'] as const)
      await connectAccount(db(), live, { driverId: id, variant, platform: 'market', secret })
    await saveTokens(db(), live, id, 'amazon', TOKENS)
  }
  for (const n of [1, 2, 3]) {
    await createOutbox({ clock: systemClock, keyRing: live }).sendMessage(db(), {
      driverId: null,
      channel: 'email',
      recipient: 'someone@example.com',
      language: 'en',
      timeZone: 'America/New_York',
      template: 'code',
      params: { purpose: 'register', code: `12345${n}`, minutes: 5 },
      event: `code ${n}`,
      expiresAt: null,
    })
  }
  await readPushKeys(db(), live)
  const place = { table: 'operator_factors', column: 'sealed_secret', row: 'k0 active' }
  const factor = { driver_id: 'k0', state: 'active', created_at: new Date(realNow()) } as const
  await db()
    .insertInto('operator_factors')
    .values({ ...factor, sealed_secret: encryptValue(live, place, 'authenticator') })
    .execute()
  for (const id of DRIVERS.slice(0, 2)) await calendar(live).makeLink(id)
  await db().deleteFrom('platform_instances').execute()
  const actor = { id: null, name: 'test' }
  await instances(live).add(actor, {
    kind: 'fleetbase',
    name: 'Riders',
    baseUrl: 'https://riders.example',
    key: 'flb_live_1',
    options: { currency: 'EUR', timeZone: 'Europe/Lisbon' },
    authorisedBy: 'Marta',
    authorisedOn: '2026-11-01',
    maxRequestsPerMinute: 60,
    allowPrivate: false,
  })
  return { keyRingFile, live }
}

/** Instances, by one ring. */
const instances = (keyRing: KeyRing) =>
  createInstances({
    db: db(),
    clock: systemClock,
    keyRing,
    announceHouseRules: async () => {},
    recordAction: async () => {},
  })

/** Calendar addresses, by one ring. */
const calendar = (keyRing: KeyRing) =>
  createBlocks({
    db: db(),
    clock: systemClock,
    logger: createLogger({ level: 'silent', style: 'plain' }),
    keyRing,
    settings: DEFAULT_SETTINGS,
    readPrices: async () => DEFAULT_SETTINGS.billing.prices,
    readCosts: async () => ({}),
    platforms: onePlatform(stubPlatform(systemClock)),
    notify: { announce: async () => {}, acknowledgeOpen: async () => {} },
  })

/** Reads everything that is encrypted, as a process with this ring would. */
async function openAll(ring: KeyRing): Promise<unknown> {
  const accounts = await Promise.all(DRIVERS.map((id) => readAccount(db(), ring, id, 'amazon')))
  const messages = await db()
    .selectFrom('outbox')
    .select(['seal_row', 'sealed_content'])
    .orderBy('id')
    .execute()
  return {
    passwords: accounts.map((account) => account?.secret?.password),
    tokens: accounts.map((account) => account?.tokens?.accessToken),
    codes: messages.map((row) => openContent(ring, row.seal_row, row.sealed_content!)),
    push: await readPushKeys(db(), ring),
    calendars: await Promise.all(DRIVERS.slice(0, 2).map((id) => readCalendar(ring, id))),
  }
}
/** The secret address itself: `showLink` would tell a driver of one that does not open as of none. */
async function readCalendar(ring: KeyRing, driverId: string): Promise<string> {
  const row = await db()
    .selectFrom('calendar_links')
    .select('sealed_secret')
    .where('driver_id', '=', driverId)
    .executeTakeFirstOrThrow()
  const place = { table: 'calendar_links', column: 'sealed_secret', row: driverId }
  return openValue(ring, place, row.sealed_secret)
}
/** Every encrypted value there is. */
async function readEncrypted(): Promise<Buffer[]> {
  const { rows } = await sql<{ encrypted: Buffer }>`
    select sealed_password as encrypted from platform_accounts union all
    select sealed_tokens from platform_accounts where sealed_tokens is not null union all
    select sealed_content from outbox union all select sealed_value from service_keys union all
    select sealed_secret from operator_factors union all
    select sealed_key from platform_instances union all
    select sealed_secret from calendar_links`.execute(db())
  return rows.map((row) => row.encrypted)
}
const moved = (done: Awaited<ReturnType<typeof rotateKeys>>) =>
  Object.fromEntries(done.columns.map((column) => [column.name, column.moved]))
const ALL_MOVED = {
  'platform_accounts.sealed_password': 18,
  'platform_accounts.sealed_tokens': 9,
  'outbox.sealed_content': 3,
  // Of web push, and of digests, which an instance's confirmation is made of.
  'service_keys.sealed_value': 2,
  'calendar_links.sealed_secret': 2,
  'operator_factors.sealed_secret': 1,
  'platform_instances.sealed_key': 1,
}
const rotate = (keyRingFile: string, dropOld = false, at = realNow()) =>
  rotateKeys({ database: fresh.database, keyRingFile, dropOld, clock: { ...systemClock, now: () => at } })

test('everything is moved to a new key, and a process that runs opens it before, during and after', async () => {
  const { keyRingFile, live } = await seed()
  const asleep = { current: live.current, keys: new Map(live.keys), roots: live.roots }
  const was = await openAll(live)
  const done = await rotate(keyRingFile)
  assert.deepEqual([done.added, done.dropped, moved(done)], [true, 0, ALL_MOVED])
  const ring = readStoredRing(keyRingFile)
  assert.deepEqual([ring.keys.size, ring.unfinished], [2, false])
  for (const encrypted of await readEncrypted()) assert.ok(isEncryptedByCurrent(ring, encrypted))
  assert.deepEqual(await openAll(live), was)
  assert.deepEqual(await openAll(loadKeyRing(keyRingFile)), was)
  await assert.rejects(openAll(asleep), EncryptionError, 'a ring that did not look again could not')
})

test('ended in the middle it continues when it is called again, with the same key', async () => {
  const { keyRingFile, live } = await seed()
  const was = await openAll(live)
  await sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''out of power''; end'`.execute(
    db(),
  )
  await sql`create trigger fail before update on platform_accounts for each row when (old.driver_id = 'k5') execute function fail()`.execute(
    db(),
  )
  await assert.rejects(rotate(keyRingFile), /out of power/)
  await sql`drop trigger fail on platform_accounts`.execute(db())
  const half = readStoredRing(keyRingFile)
  assert.equal(half.unfinished, true)
  const earlier = (await readEncrypted()).filter((encrypted) => isEncryptedByCurrent(half, encrypted)).length
  assert.equal(earlier, 10)
  assert.deepEqual(await openAll(live), was)

  const done = await rotate(keyRingFile)
  assert.equal(done.added, false)
  assert.equal(done.columns[0]?.moved, 8)
  const ring = readStoredRing(keyRingFile)
  assert.deepEqual([ring.current, ring.unfinished], [half.current, false])
  for (const encrypted of await readEncrypted()) assert.ok(isEncryptedByCurrent(ring, encrypted))
  assert.deepEqual(await openAll(live), was)
  assert.equal((await rotate(keyRingFile)).added, true, 'the next one makes a key again')
})

test('old keys are dropped once nothing is encrypted by them and nothing can be under way, and nothing is lost', async () => {
  const { keyRingFile, live } = await seed()
  const was = await openAll(live)
  const now = realNow()
  assert.equal((await rotate(keyRingFile, true, now)).dropped, 0, 'there is no old one')
  const old = live.current
  await rotate(keyRingFile, false, now)
  const early = await rotate(keyRingFile, true, now + MINUTE_MS)
  assert.deepEqual([early.added, early.dropped, early.droppableAt], [false, 0, now + 10 * MINUTE_MS])
  // What was on its way when the key changed arrives now.
  const late = encryptValue(
    { ...live, current: old, keys: readStoredRing(keyRingFile).keys, refresh: () => {} },
    { table: 'platform_accounts', column: 'sealed_tokens', row: 'k1' },
    JSON.stringify(TOKENS),
  )
  await sql`update platform_accounts set sealed_tokens = ${late} where driver_id = 'k1' and variant = 'amazon'`.execute(
    db(),
  )
  const done = await rotate(keyRingFile, true, now + HOUR_MS)
  assert.deepEqual([done.added, done.dropped, done.stillUsed, done.droppableAt], [false, 1, 0, null])
  assert.equal(done.columns[1]?.moved, 1)
  assert.deepEqual([...readStoredRing(keyRingFile).keys.keys()], [readStoredRing(keyRingFile).current])
  assert.notEqual(readStoredRing(keyRingFile).current, old)
  assert.deepEqual(await openAll(live), was)
  assert.deepEqual(await openAll(loadKeyRing(keyRingFile)), was)
})

test('a key is kept while a value is left that only it encrypted', async () => {
  const { keyRingFile, live } = await seed()
  const stray = encryptValue(live, { table: 'elsewhere', column: 'c', row: 'r' }, 'x')
  await sql`update platform_accounts set sealed_tokens = ${stray} where driver_id = 'k2' and variant = 'spark'`.execute(
    db(),
  )
  const now = realNow()
  assert.equal((await rotate(keyRingFile, false, now)).columns[1]?.unreadable, 1)
  const done = await rotate(keyRingFile, true, now + HOUR_MS)
  assert.deepEqual([done.dropped, done.stillUsed, readStoredRing(keyRingFile).keys.size], [0, 1, 2])
  assert.equal(openValue(live, { table: 'elsewhere', column: 'c', row: 'r' }, stray), 'x')
  assert.equal((await rotate(keyRingFile, false, now + HOUR_MS)).added, true, 'it does not stand in the way')
})

test('of two rotations at once one is refused, so that no key is lost', async () => {
  const { keyRingFile } = await seed()
  const results = await Promise.allSettled([1, 2, 3].map(() => rotate(keyRingFile)))
  const refused = results.filter((each) => each.status === 'rejected')
  assert.ok(refused.length >= 1)
  for (const each of refused) assert.match(String(each.reason), /being rotated already/)
  const ring = readStoredRing(keyRingFile)
  assert.equal(ring.keys.size, 1 + results.length - refused.length)
  for (const encrypted of await readEncrypted()) assert.ok(isEncryptedByCurrent(ring, encrypted))
  assert.equal((await rotate(keyRingFile)).added, true, 'the lock is free again')
})

test('without a ring there is nothing to rotate, and none is made', async () => {
  await assert.rejects(rotate(join(folder, 'none.json')), /not readable/)
  assert.throws(() => readStoredRing(join(folder, 'none.json')), /not readable/)
})
