import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as fc from 'fast-check'
import {
  addKey,
  deriveSecret,
  isSealedByCurrent,
  loadKeyRing,
  makeKeyRing,
  openValue,
  rewrapValue,
  sealValue,
  SealError,
} from './seal.ts'
import { StartError } from './start-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'madruga-seal-'))
after(() => rmSync(folder, { recursive: true }))
const ring = makeKeyRing()
const place = { table: 'platform_accounts', column: 'sealed_password', row: 'driver-1' }

test('opens to what was sealed, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.equal(openValue(ring, place, sealValue(ring, place, text)), text)
    }),
  )
})

test('two seals of one text share nothing but the head', () => {
  const first = sealValue(ring, place, 'horse')
  const second = sealValue(ring, place, 'horse')
  assert.notDeepEqual(first.subarray(9), second.subarray(9))
  assert.ok(!first.includes('horse'))
})

test('another table, column or row does not open it', () => {
  const sealed = sealValue(ring, place, 'horse')
  for (const other of [{ table: 'drivers' }, { column: 'sealed_tokens' }, { row: 'driver-2' }]) {
    assert.throws(() => openValue(ring, { ...place, ...other }, sealed), SealError)
  }
})

test('names that run together are different places', () => {
  const sealed = sealValue(ring, { table: 'a', column: 'b","c', row: 'd' }, 'horse')
  assert.throws(() => openValue(ring, { table: 'a', column: 'b', row: 'c","d' }, sealed), SealError)
})

test('any flipped bit, any cut and any longer value is refused', () => {
  const sealed = sealValue(ring, place, 'horse')
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const bad = Buffer.from(sealed)
    bad[bit >> 3]! ^= 1 << (bit & 7)
    assert.throws(() => openValue(ring, place, bad), SealError, `bit ${bit}`)
  }
  for (let length = 0; length < sealed.length; length++) {
    assert.throws(() => openValue(ring, place, sealed.subarray(0, length)), SealError, `length ${length}`)
  }
  assert.throws(() => openValue(ring, place, Buffer.concat([sealed, Buffer.of(0)])), SealError)
})

test('the parts of two values cannot be put together', () => {
  const first = sealValue(ring, place, 'horse')
  const second = sealValue(ring, place, 'zebra')
  const mixed = Buffer.concat([first.subarray(0, 69), second.subarray(69)])
  assert.throws(() => openValue(ring, place, mixed), SealError)
})

test('an unknown key is refused', () => {
  const stranger = makeKeyRing()
  assert.throws(() => openValue(stranger, place, sealValue(ring, place, 'horse')), SealError)
})

test('a rotated ring opens old values, and rewrapping moves them to the new key', () => {
  const sealed = sealValue(ring, place, 'horse')
  const rotated = addKey(ring)
  assert.equal(openValue(rotated, place, sealed), 'horse')
  assert.equal(isSealedByCurrent(rotated, sealed), false)
  const moved = rewrapValue(rotated, place, sealed)
  assert.equal(isSealedByCurrent(rotated, moved), true)
  assert.equal(openValue({ ...rotated, keys: new Map([...rotated.keys].slice(1)) }, place, moved), 'horse')
  assert.throws(() => rewrapValue(rotated, { ...place, row: 'driver-2' }, sealed), SealError)
})

test('a ring is made once, for its owner alone, and read again', () => {
  const file = join(folder, 'deep', 'keys.json')
  const made = loadKeyRing(file)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const again = loadKeyRing(file)
  assert.equal(openValue(again, place, sealValue(made, place, 'horse')), 'horse')
  assert.equal(deriveSecret(addKey(again), 'sessions'), deriveSecret(made, 'sessions'))
  assert.notEqual(deriveSecret(made, 'sessions'), deriveSecret(made, 'xsrf'))
})

test('a damaged ring is one clear line and is never replaced', () => {
  for (const content of ['', '{}', '{"current":"00","keys":{}}', 'null']) {
    const file = join(folder, 'bad.json')
    writeFileSync(file, content)
    chmodSync(file, 0o600)
    assert.throws(
      () => loadKeyRing(file),
      (error) => error instanceof StartError && /damaged/.test(error.message),
    )
    assert.equal(readFileSync(file, 'utf8'), content)
  }
})
