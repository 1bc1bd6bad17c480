import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { loadKeyRing } from '../../kit/encryption.ts'
import { backUpKeyRing, restoreKeyRing } from './key-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'madruga-key-file-'))
after(() => rmSync(folder, { recursive: true }))
const ring = join(folder, 'keys.json')
const copy = join(folder, 'copy.json')
const password = 'lantern otter 93'

test('a copy of the ring opens by its password alone, is private, and holds nothing in the clear', () => {
  const { current } = loadKeyRing(ring)
  assert.deepEqual(backUpKeyRing(ring, copy, password), [current])
  assert.equal(statSync(copy).mode & 0o777, 0o600)
  const { keys } = JSON.parse(readFileSync(ring, 'utf8')) as { keys: Record<string, string> }
  assert.ok(!readFileSync(copy, 'utf8').includes(keys[current]!))
  const restored = join(folder, 'restored.json')
  assert.throws(() => restoreKeyRing(copy, restored, 'lantern otter 94'), /does not open: the password/)
  assert.ok(!existsSync(restored))
  assert.deepEqual(restoreKeyRing(copy, restored, password), [current])
  assert.equal(statSync(restored).mode & 0o777, 0o600)
  assert.equal(readFileSync(restored, 'utf8'), readFileSync(ring, 'utf8'))
})

test('neither a copy nor a ring is overwritten', () => {
  const before = readFileSync(ring, 'utf8')
  assert.throws(() => backUpKeyRing(ring, copy, password), /copy\.json exists: it is not overwritten/)
  assert.throws(() => restoreKeyRing(copy, ring, password), /keys\.json exists: it is not overwritten/)
  assert.equal(readFileSync(ring, 'utf8'), before)
})

test('a changed copy and another file are one clear line', () => {
  const changed = join(folder, 'changed.json')
  const parts = JSON.parse(readFileSync(copy, 'utf8')) as Record<string, string>
  const ringBytes = Buffer.from(parts['ring']!, 'base64')
  ringBytes[0]! ^= 1
  writeFileSync(changed, JSON.stringify({ ...parts, ring: ringBytes.toString('base64') }))
  assert.throws(() => restoreKeyRing(changed, join(folder, 'a.json'), password), /or the file was changed$/)
  writeFileSync(changed, 'no JSON')
  assert.throws(
    () => restoreKeyRing(changed, join(folder, 'a.json'), password),
    /is not a copy of a key ring/,
  )
  assert.throws(() => restoreKeyRing(join(folder, 'none'), join(folder, 'a.json'), password), /\(ENOENT\)$/)
})
