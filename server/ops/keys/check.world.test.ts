import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { HOUR_MS } from '@madruga/core/time.ts'
import { testDatabase } from '../../db/testing.ts'
import { rotateKeys } from '../keys.ts'
import { dropKeys } from '../../kit/encryption.ts'
import { StartError } from '../../kit/start-error.ts'
import { readDigestKey } from '../../people/service-keys.ts'
import { openKeyRing } from './check.ts'
import { realNow } from '../../kit/testing.ts'

const { database, drop } = await testDatabase()
const db = database.kysely
const folder = mkdtempSync(join(tmpdir(), 'madruga-ring-'))
after(async () => {
  await drop()
  rmSync(folder, { recursive: true })
})
let count = 0
let file = ''
beforeEach(async () => {
  file = join(folder, `${++count}.json`)
  await db.deleteFrom('key_checks').execute()
  await db.deleteFrom('service_keys').execute()
})

const refuses = (name: string, line: RegExp) =>
  assert.rejects(
    openKeyRing(db, name),
    (error: Error) => error instanceof StartError && line.test(error.message),
  )

test('the first start creates the ring, and later ones open it', async () => {
  const made = await openKeyRing(db, file)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal((await openKeyRing(db, file)).current, made.current)
})

test('of two first starts at once with files of their own, one creates its ring and the other is refused', async () => {
  const other = join(folder, `${count}-other.json`)
  const started = await Promise.allSettled([openKeyRing(db, file), openKeyRing(db, other)])
  assert.deepEqual(started.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.deepEqual([existsSync(file), existsSync(other)].toSorted(), [false, true])
})

test('without its ring a start is refused and creates none', async () => {
  await openKeyRing(db, file)
  const lost = join(folder, 'lost.json')
  await refuses(
    lost,
    /^No key ring at .*lost\.json, but the database holds encrypted values: restore the ring, or set KEY_RING_FILE$/,
  )
  assert.ok(!existsSync(lost))
})

test('with the ring of another database a start is refused', async () => {
  const { current } = await openKeyRing(db, file)
  const elsewhere = await testDatabase()
  const other = join(folder, 'other.json')
  await openKeyRing(elsewhere.database.kysely, other)
  await elsewhere.drop()
  await refuses(
    other,
    new RegExp(`other\\.json is not the one .* \\(key ${current} is missing\\): restore it`),
  )
})

test('a database from before the checks is held by its service keys', async () => {
  const ring = await openKeyRing(db, file)
  await readDigestKey(db, ring)
  await db.deleteFrom('key_checks').execute()
  const lost = join(folder, 'lost.json')
  await refuses(lost, /^No key ring at /)
  const elsewhere = await testDatabase()
  const other = join(folder, 'another.json')
  await openKeyRing(elsewhere.database.kysely, other)
  await elsewhere.drop()
  await refuses(other, /another\.json is not the one that encrypted this database: restore it/)
  await openKeyRing(db, file)
  assert.equal((await db.selectFrom('key_checks').select('key_id').execute()).length, 1)
})

test('a copy from before a rotation is refused, one from before old keys were dropped is not', async () => {
  await openKeyRing(db, file)
  const copy = `${file}.copy`
  copyFileSync(file, copy)
  await rotateKeys({ database, keyRingFile: file, dropOld: false })
  await refuses(copy, /is missing\): restore it/)
  copyFileSync(file, copy)
  const later = { now: () => realNow() + HOUR_MS, after: () => () => {} }
  const { dropped } = await rotateKeys({ database, keyRingFile: file, dropOld: true, clock: later })
  assert.equal(dropped, 1)
  await openKeyRing(db, copy)
  await openKeyRing(db, file)
})

test('a ring that lost a key by which values may still be encrypted is refused', async () => {
  const { current: first } = await openKeyRing(db, file)
  await rotateKeys({ database, keyRingFile: file, dropOld: false })
  dropKeys(file, new Set([first]))
  await refuses(file, new RegExp(`\\(key ${first} is missing\\): restore it`))
})
