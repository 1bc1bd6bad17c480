import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { StartError } from './start-error.ts'

/** Keys that wrap data keys: the current one seals, every one opens. From `root`, which never changes, other secrets are derived. */
export type KeyRing = { current: string; keys: ReadonlyMap<string, Buffer>; root: Buffer }

/** Where a sealed value stands. It is bound to that place: moved to another row or column it does not open. */
export type SealPlace = { table: string; column: string; row: string }

/** A value that does not open: altered, moved, or sealed by a key that the ring lacks. Says nothing about its content. */
export class SealError extends Error {
  override name = 'SealError'
}

const FORMAT = 1
const KEY_BYTES = 32
const ID_BYTES = 8
const IV_BYTES = 12
const TAG_BYTES = 16
const WRAPPED_BYTES = IV_BYTES + KEY_BYTES + TAG_BYTES
const HEAD_BYTES = 1 + ID_BYTES + WRAPPED_BYTES
const ringFile = z.object({
  current: z.string().regex(/^[0-9a-f]{16}$/),
  keys: z.record(z.string().regex(/^[0-9a-f]{16}$/), z.base64()),
  root: z.base64(),
})

/**
 * Seals a text by AES-256-GCM under a data key of its own, which the ring's current key wraps; both are bound to the place.
 * Layout: format (1), key id (8), wrapped data key (12 + 32 + 16), iv (12), ciphertext, tag (16).
 */
export function sealValue(ring: KeyRing, place: SealPlace, plaintext: string): Buffer {
  const dataKey = randomBytes(KEY_BYTES)
  const body = encrypt(dataKey, bind(place, 'value'), Buffer.from(plaintext, 'utf8'))
  return Buffer.concat([wrap(ring, place, dataKey), body])
}

/** The text again. Throws `SealError` when anything about it is not as it was sealed. */
export function openValue(ring: KeyRing, place: SealPlace, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed)
  const dataKey = unwrap(ring, place, bytes)
  return decrypt(dataKey, bind(place, 'value'), bytes.subarray(HEAD_BYTES)).toString('utf8')
}

/** The same value under the ring's current key, for the sweep after a rotation; the value itself is not decrypted. */
export function rewrapValue(ring: KeyRing, place: SealPlace, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed)
  return Buffer.concat([wrap(ring, place, unwrap(ring, place, bytes)), bytes.subarray(HEAD_BYTES)])
}

/** Whether the ring's current key sealed it. */
export function isSealedByCurrent(ring: KeyRing, sealed: Uint8Array): boolean {
  return keyIdOf(Buffer.from(sealed)) === ring.current
}

/** Reads the ring, and makes one, readable by its owner alone, where there is none. */
export function loadKeyRing(file: string): KeyRing {
  if (!existsSync(file)) writeRing(file, makeKeyRing())
  try {
    const { current, keys, root } = ringFile.parse(JSON.parse(readFileSync(file, 'utf8')))
    const ring = new Map(Object.entries(keys).map(([id, key]) => [id, Buffer.from(key, 'base64')]))
    if (!ring.has(current) || ring.values().some((key) => key.length !== KEY_BYTES)) throw new Error('keys')
    return { current, keys: ring, root: Buffer.from(root, 'base64') }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new StartError(`The key ring ${file} is ${code ? `not readable (${code})` : 'damaged'}: restore it`)
  }
}

/** A ring with one random key, for a first start and for tests. */
export function makeKeyRing(): KeyRing {
  return addKey({ current: '', keys: new Map(), root: randomBytes(KEY_BYTES) })
}

/** A secret for one purpose (signing sessions, say) that stays the same as long as the ring's file does. */
export function deriveSecret(ring: KeyRing, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', ring.root, '', purpose, KEY_BYTES)).toString('hex')
}

/** The ring with a new current key; the old ones stay, to open what they sealed. */
export function addKey(ring: KeyRing): KeyRing {
  const id = randomBytes(ID_BYTES).toString('hex')
  return { ...ring, current: id, keys: new Map([...ring.keys, [id, randomBytes(KEY_BYTES)]]) }
}

function writeRing(file: string, ring: KeyRing): void {
  const keys = Object.fromEntries([...ring.keys].map(([id, key]) => [id, key.toString('base64')]))
  const fresh = `${file}.${randomBytes(4).toString('hex')}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(
      fresh,
      JSON.stringify({ current: ring.current, keys, root: ring.root.toString('base64') }),
      { mode: 0o600, flush: true },
    )
    chmodSync(fresh, 0o600)
    // A link, not a rename: of two processes that start at once, the first one's ring stays.
    linkSync(fresh, file)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'EEXIST')
      throw new StartError(`Cannot write the key ring ${file} (${code}): set KEY_RING_FILE`)
  } finally {
    rmSync(fresh, { force: true })
  }
}

function wrap(ring: KeyRing, place: SealPlace, dataKey: Buffer): Buffer {
  const key = ring.keys.get(ring.current)
  if (!key) throw new SealError('the key ring has no current key')
  const head = Buffer.concat([Buffer.of(FORMAT), Buffer.from(ring.current, 'hex')])
  return Buffer.concat([head, encrypt(key, bind(place, 'key'), dataKey)])
}

function unwrap(ring: KeyRing, place: SealPlace, sealed: Buffer): Buffer {
  const key = ring.keys.get(keyIdOf(sealed))
  if (!key) throw new SealError('sealed by a key that the ring does not hold')
  return decrypt(key, bind(place, 'key'), sealed.subarray(1 + ID_BYTES, HEAD_BYTES))
}

function keyIdOf(sealed: Buffer): string {
  if (sealed.length < HEAD_BYTES + IV_BYTES + TAG_BYTES || sealed[0] !== FORMAT) {
    throw new SealError('not a sealed value')
  }
  return sealed.subarray(1, 1 + ID_BYTES).toString('hex')
}

function encrypt(key: Buffer, boundTo: Buffer, plain: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo)
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, boundTo: Buffer, sealed: Buffer): Buffer {
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
    cipher.setAAD(boundTo).setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([cipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), cipher.final()])
  } catch {
    throw new SealError('altered, or not sealed for this place')
  }
}

// JSON of a list: no two places give the same bytes, whatever characters their names hold.
function bind(place: SealPlace, part: 'key' | 'value'): Buffer {
  return Buffer.from(JSON.stringify([FORMAT, part, place.table, place.column, place.row]))
}
