import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as fc from 'fast-check'
import {
  addKey,
  deriveSecret,
  dropKeys,
  dropRoots,
  finishRotation,
  isEncryptedByCurrent,
  loadKeyRing,
  makeKeyRing,
  openSecrets,
  openValue,
  readStoredRing,
  rewrapValue,
  rootAt,
  rotateKeyRing,
  signText,
  encryptValue,
  EncryptionError,
} from './encryption.ts'
import { StartError } from './start-error.ts'
import { anyCharacter } from './testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'madruga-encrypt-'))
after(() => rmSync(folder, { recursive: true }))
const ring = makeKeyRing()
const place = { table: 'platform_accounts', column: 'sealed_password', row: 'driver-1' }

test('decryption returns any encrypted text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      assert.equal(openValue(ring, place, encryptValue(ring, place, text)), text)
    }),
  )
})

test('two encryptions of one text share only the header', () => {
  const first = encryptValue(ring, place, 'horse')
  const second = encryptValue(ring, place, 'horse')
  assert.notDeepEqual(first.subarray(9), second.subarray(9))
  assert.ok(!first.includes('horse'))
})

test('a value cannot be decrypted for another table, column or row', () => {
  const encrypted = encryptValue(ring, place, 'horse')
  for (const other of [{ table: 'drivers' }, { column: 'sealed_tokens' }, { row: 'driver-2' }]) {
    assert.throws(() => openValue(ring, { ...place, ...other }, encrypted), EncryptionError)
  }
})

test('names with the same concatenation are different locations', () => {
  const encrypted = encryptValue(ring, { table: 'a', column: 'b","c', row: 'd' }, 'horse')
  assert.throws(() => openValue(ring, { table: 'a', column: 'b', row: 'c","d' }, encrypted), EncryptionError)
})

test('a flipped bit, a truncated and an extended value are rejected', () => {
  const encrypted = encryptValue(ring, place, 'horse')
  for (let bit = 0; bit < encrypted.length * 8; bit++) {
    const bad = Buffer.from(encrypted)
    bad[bit >> 3]! ^= 1 << (bit & 7)
    assert.throws(() => openValue(ring, place, bad), EncryptionError, `bit ${bit}`)
  }
  for (let length = 0; length < encrypted.length; length++) {
    assert.throws(
      () => openValue(ring, place, encrypted.subarray(0, length)),
      EncryptionError,
      `length ${length}`,
    )
  }
  assert.throws(() => openValue(ring, place, Buffer.concat([encrypted, Buffer.of(0)])), EncryptionError)
})

test('the parts of two values cannot be put together', () => {
  const first = encryptValue(ring, place, 'horse')
  const second = encryptValue(ring, place, 'zebra')
  const mixed = Buffer.concat([first.subarray(0, 69), second.subarray(69)])
  assert.throws(() => openValue(ring, place, mixed), EncryptionError)
})

test('an unknown key is refused', () => {
  const stranger = makeKeyRing()
  assert.throws(() => openValue(stranger, place, encryptValue(ring, place, 'horse')), EncryptionError)
})

test('a rotated ring opens old values, and rewrapping moves them to the new key', () => {
  const encrypted = encryptValue(ring, place, 'horse')
  const rotated = addKey(ring)
  assert.equal(openValue(rotated, place, encrypted), 'horse')
  assert.equal(isEncryptedByCurrent(rotated, encrypted), false)
  const moved = rewrapValue(rotated, place, encrypted)
  assert.equal(isEncryptedByCurrent(rotated, moved), true)
  assert.equal(openValue({ ...rotated, keys: new Map([...rotated.keys].slice(1)) }, place, moved), 'horse')
  assert.throws(() => rewrapValue(rotated, { ...place, row: 'driver-2' }, encrypted), EncryptionError)
})

test('a ring is created once, readable only by its owner, and read again', () => {
  const file = join(folder, 'deep', 'keys.json')
  const made = loadKeyRing(file)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const again = loadKeyRing(file)
  assert.equal(openValue(again, place, encryptValue(made, place, 'horse')), 'horse')
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

test('a rotation is taken over by rings in memory: they encrypt by the new key, and open what it encrypted', () => {
  const file = join(folder, 'rotated', 'keys.json')
  const encryption = loadKeyRing(file)
  const opening = loadKeyRing(file)
  const before = encryptValue(encryption, place, 'horse')
  const rotated = rotateKeyRing(file, 1_000)
  assert.equal(rotated.keys.size, 2)
  const encrypted = encryptValue(encryption, place, 'zebra')
  assert.equal(isEncryptedByCurrent(rotated, encrypted), true)
  assert.equal(openValue(opening, place, encrypted), 'zebra')
  assert.equal(openValue(opening, place, before), 'horse')
  const was = deriveSecret(opening, 'sessions', rotated.roots[1])
  assert.deepEqual(openSecrets(opening, 'sessions', { lifeMs: 1, now: () => 1_000 }).held(), [
    deriveSecret(rotated, 'sessions'),
    was,
  ])
})

test('the file before a rotation stays beside it, for its owner alone, and nothing else is left lying there', () => {
  const file = join(folder, 'kept', 'keys.json')
  loadKeyRing(file)
  const before = readFileSync(file, 'utf8')
  rotateKeyRing(file, 1_000)
  assert.equal(readFileSync(`${file}.backup`, 'utf8'), before)
  assert.notEqual(readFileSync(file, 'utf8'), before)
  for (const name of [file, `${file}.backup`]) assert.equal(statSync(name).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(join(folder, 'kept')).sort(), ['keys.json', 'keys.json.backup'])
})

test('a rotation signs by a new root at once, and what the former one signed is held for its life alone', () => {
  const file = join(folder, 'signing.json')
  const live = loadKeyRing(file)
  let now = 0
  const sessions = openSecrets(live, 'sessions', { lifeMs: 500, now: () => now })
  const codes = openSecrets(live, 'codes', { lifeMs: 5, now: () => now })
  const first = sessions.current()
  assert.deepEqual(sessions.held(), [first])
  rotateKeyRing(file, 1_000)
  now = 1_004
  const second = sessions.current()
  assert.notEqual(second, first)
  assert.deepEqual([sessions.held(), codes.held().length], [[second, first], 2])
  now = 1_006
  assert.deepEqual([sessions.held().length, codes.held()], [2, [codes.current()]])
  rotateKeyRing(file, 1_400)
  now = 1_501
  assert.deepEqual(sessions.held(), [sessions.current(), second], 'the first root was replaced 501 ms ago')
  assert.deepEqual(
    [999, 1_000, 1_399, 1_400].map((at) => live.roots.indexOf(rootAt(live, at))),
    [2, 1, 1, 0],
  )
  dropRoots(file, 1_400)
  assert.deepEqual([sessions.held().length, live.roots.length], [2, 2])
  dropRoots(file, Infinity)
  assert.deepEqual([sessions.held(), live.roots.length], [[sessions.current()], 1])
})

test('a ring from before roots were rotated signs as it did', () => {
  const file = join(folder, 'before.json')
  const key = Buffer.alloc(32, 7).toString('base64')
  writeFileSync(file, JSON.stringify({ current: '00'.repeat(8), keys: { ['00'.repeat(8)]: key }, root: key }))
  const secret = deriveSecret(loadKeyRing(file), 'sessions')
  assert.equal(secret, 'e3e6fb8071ec338f7bf2f073b423c7d41a48d2da9ef1e00598f9ed6389e5b8d2')
  rotateKeyRing(file, 1_000)
  assert.equal(deriveSecret(loadKeyRing(file), 'sessions', rootAt(loadKeyRing(file), 999)), secret)
})

test('a new key in the file is reported once, from any process', () => {
  const file = join(folder, 'told.json')
  let told = 0
  const live = loadKeyRing(file, () => told++)
  encryptValue(live, place, 'horse')
  finishRotation(file)
  encryptValue(live, place, 'horse')
  assert.equal(told, 0)
  rotateKeyRing(file, 1_000)
  encryptValue(live, place, 'horse')
  finishRotation(file)
  encryptValue(live, place, 'horse')
  assert.equal(told, 1)
})

test('an unfinished rotation says so until it is finished', () => {
  const file = join(folder, 'unfinished.json')
  loadKeyRing(file)
  assert.deepEqual([readStoredRing(file).unfinished, readStoredRing(file).rotatedAt], [false, 0])
  rotateKeyRing(file, 1_000)
  assert.deepEqual([readStoredRing(file).unfinished, readStoredRing(file).rotatedAt], [true, 1_000])
  finishRotation(file)
  assert.deepEqual([readStoredRing(file).unfinished, readStoredRing(file).rotatedAt], [false, 1_000])
})

test('a dropped key decrypts nothing, and the current one is never dropped', () => {
  const file = join(folder, 'dropped.json')
  const live = loadKeyRing(file)
  const old = live.current
  const encrypted = encryptValue(live, place, 'horse')
  const { current } = rotateKeyRing(file, 1_000)
  dropKeys(file, new Set([old, current]))
  const left = readStoredRing(file)
  assert.deepEqual([[...left.keys.keys()], left.current], [[current], current])
  assert.throws(() => openValue(loadKeyRing(file), place, encrypted), EncryptionError)
})

test('a ring with a missing or damaged file continues with its keys in memory', () => {
  const file = join(folder, 'lost.json')
  const live = loadKeyRing(file)
  const encrypted = encryptValue(live, place, 'horse')
  const content = readFileSync(file, 'utf8')
  for (const lose of [() => writeFileSync(file, 'not a ring'), () => rmSync(file)]) {
    lose()
    assert.equal(openValue(live, place, encryptValue(live, place, 'zebra')), 'zebra')
    assert.equal(openValue(live, place, encrypted), 'horse')
    assert.throws(() => openValue(live, place, encryptValue(makeKeyRing(), place, 'x')), EncryptionError)
  }
  assert.throws(() => rotateKeyRing(file, 1_000), StartError)
  writeFileSync(file, content)
  const rotated = rotateKeyRing(file, 1_000)
  assert.equal(isEncryptedByCurrent(rotated, encryptValue(live, place, 'horse')), true)
})

const signed = (secret: string, purpose: string, text: string) =>
  signText(secret, purpose, text).toString('hex')

test('a signed text counts for one secret, one purpose and this text alone', () => {
  // As OpenSSL calculates it: a key by HKDF with the purpose as its info, then HMAC.
  assert.equal(
    signed('secret', 'demo', 'text'),
    'a15b65164e10e53593605edd8919736beff2a238d6417e6fa702d5c208a5712f',
  )
  const others = [
    signed('other', 'demo', 'text'),
    signed('secret', 'xsrf', 'text'),
    signed('secret', 'demo', 'Text'),
  ]
  assert.ok(others.every((other) => other !== signed('secret', 'demo', 'text')))
})
