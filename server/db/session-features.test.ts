import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'

const SERVER = resolve(import.meta.dirname, '..')

/** What a session keeps between transactions, and a pooler in transaction mode does not. */
const OF_A_SESSION = [
  /['"`]\s*(set (?!local\b)[a-z_]+ (=|to)|reset [a-z_]+|listen |unlisten |prepare |deallocate |discard |declare [a-z_]+ )/i,
  /\bcreate temp(orary)? /i,
  /\bpg_(try_)?advisory_(lock|unlock)/i,
  /\bname: [^\n]*'[a-z_]+',\s+text:/,
]

/**
 * Files whose connections go to DATABASE_DIRECT_URL: announcements, accepts, and the commands that migrate
 * and rotate keys.
 */
const DIRECT = [
  'bot/store/attempts.ts',
  'db/migrate.ts',
  'db/migrations-store.ts',
  'kit/live.ts',
  'ops/keys.ts',
]

test('only direct connections use what a session keeps, so that all others may go through a pooler', () => {
  const files = globSync('**/*.ts', { cwd: SERVER, exclude: ['**/node_modules/**'] })
  const found = files.filter((file) => {
    if (/(^|\/)testing(-[a-z-]+)?(\.ts|\/)|\.test\.ts$/.test(file)) return false
    const text = readFileSync(resolve(SERVER, file), 'utf8')
    return OF_A_SESSION.some((feature) => feature.test(text))
  })
  assert.deepEqual(found.toSorted(), DIRECT)
})
