import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testDatabase } from '../db/testing.ts'
import { runHere } from './testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'madruga-maintenance-'))
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

type Environment = { DATABASE_URL?: string; KEY_RING_FILE?: string; DATA_DIR: string }

const run = (env: Environment, args: readonly string[], input = '') => runHere(env, args, input)

test('a database is migrated by its own command, and every other one asks for that', async () => {
  const { url, database, drop } = await testDatabase()
  await database.pool.query('drop schema public cascade; create schema public')
  const env = { DATABASE_URL: url, KEY_RING_FILE: join(folder, 'keys.json'), DATA_DIR: join(folder, 'none') }
  try {
    const refused = await run(env, ['drivers'])
    assert.equal(refused.code, 1)
    assert.match(refused.err, /0001_first\.sql is missing\. Run: npm run admin -- migrate\n$/)
    assert.ok(!existsSync(env.KEY_RING_FILE))
    const migrated = await run(env, ['migrate'])
    assert.deepEqual([migrated.code, migrated.err], [0, ''])
    assert.match(migrated.out, /^Applied 0001_first\.sql\.\n[^]*Done\.\n$/)
    assert.equal((await run(env, ['migrate'])).out, 'Nothing to migrate.\n')
    assert.equal((await run(env, ['drivers'])).code, 0)
  } finally {
    await drop()
  }
})

test('an embedded database moves to another folder by backup and restore, and its ring by its own copy', async () => {
  const from = { DATA_DIR: join(folder, 'from') }
  const to = { DATA_DIR: join(folder, 'to') }
  const password = 'lantern otter 93'
  const backup = join(folder, 'backup')
  const copy = join(folder, 'ring.copy')
  const made = await run(from, ['create-operator', 'olivia@example.com', '--password-stdin'], password)
  assert.deepEqual([made.code, made.err], [0, ''])

  const backedUp = await run(from, ['backup', backup])
  assert.deepEqual([backedUp.code, backedUp.err], [0, ''])
  assert.match(
    backedUp.out,
    /backup contains \d+ rows in \d+ tables as of 2.*\n.*the key ring \(key [0-9a-f]{16}\), which is not included.*\nIt is signed, and not encrypted/,
  )
  const short = await run(from, ['backup-keys', copy, '--password-stdin'], 'short')
  assert.deepEqual(
    [short.code, short.err],
    [2, 'madruga: the password is too short: use 12 characters or more\n'],
  )
  assert.equal((await run(from, ['backup-keys', copy, '--password-stdin'], password)).code, 0)

  const early = await run(to, ['restore', backup])
  assert.deepEqual([early.code, early.err.startsWith('madruga: Restore the key ring first')], [1, true])
  const restored = await run(to, ['restore', backup, '--unsigned'])
  assert.deepEqual([restored.code, restored.err], [0, ''])
  assert.match(restored.out, /The product cannot start yet\. No key ring at .*to\/keys\.json/)
  assert.match((await run(to, ['drivers'])).err, /^madruga: No key ring at /)
  assert.equal((await run(to, ['restore-keys', copy, '--password-stdin'], password)).code, 0)
  assert.match((await run(to, ['drivers', '--json'])).out, /"olivia@example\.com"/)
  const audit = await run(to, ['audit'])
  assert.match(audit.out, /command line +service\.restore/)

  const again = await run(to, ['restore', backup])
  assert.deepEqual([again.code, /is not empty/.test(again.err)], [1, true])
  const replaced = await run(to, ['restore', backup, '--replace'])
  assert.match(replaced.out, /The key ring matches: the product can start\.\n$/)
})
