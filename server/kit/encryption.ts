import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { ID_BYTES, KEY_BYTES, deriveSecret } from './encryption/ring.ts'
import type { KeyRing, Root } from './encryption/ring.ts'

export { createFile as createSecretFile } from './encryption/files.ts'
export {
  addKey,
  deriveSecret,
  dropKeys,
  dropRoots,
  finishRotation,
  loadKeyRing,
  makeKeyRing,
  readStoredRing,
  rotateKeyRing,
} from './encryption/ring.ts'
export type { KeyRing, StoredRing } from './encryption/ring.ts'

/**
 * The location of an encrypted value. The value is bound to it: moved to another row or column it cannot be
 * decrypted.
 */
export type EncryptionContext = { table: string; column: string; row: string }

/**
 * A value that cannot be decrypted: altered, moved, or encrypted by a key that the ring lacks. Reveals
 * nothing about its content.
 */
export class EncryptionError extends Error {
  override name = 'EncryptionError'
}

const FORMAT = 1
const IV_BYTES = 12
const TAG_BYTES = 16
const WRAPPED_BYTES = IV_BYTES + KEY_BYTES + TAG_BYTES
const HEAD_BYTES = 1 + ID_BYTES + WRAPPED_BYTES

/**
 * Encrypts a text by AES-256-GCM under its own data key, which the ring's current key wraps; both are bound
 * to the location. Layout: format (1), key id (8), wrapped data key (12 + 32 + 16), iv (12), ciphertext, tag
 * (16).
 */
export function encryptValue(ring: KeyRing, place: EncryptionContext, plaintext: string): Buffer {
  const dataKey = randomBytes(KEY_BYTES)
  const body = encrypt(dataKey, bind(place, 'value'), Buffer.from(plaintext, 'utf8'))
  return Buffer.concat([wrap(ring, place, dataKey), body])
}

/** The plaintext. Throws `EncryptionError` if anything has changed since encryption. */
export function openValue(ring: KeyRing, place: EncryptionContext, encrypted: Uint8Array): string {
  const bytes = Buffer.from(encrypted)
  const dataKey = unwrap(ring, place, bytes)
  return decrypt(dataKey, bind(place, 'value'), bytes.subarray(HEAD_BYTES)).toString('utf8')
}

/**
 * The same value under the ring's current key, for the sweep after a rotation; the value itself is not
 * decrypted.
 */
export function rewrapValue(ring: KeyRing, place: EncryptionContext, encrypted: Uint8Array): Buffer {
  const bytes = Buffer.from(encrypted)
  return Buffer.concat([wrap(ring, place, unwrap(ring, place, bytes)), bytes.subarray(HEAD_BYTES)])
}

/** Whether the ring's current key encrypted it. */
export function isEncryptedByCurrent(ring: KeyRing, encrypted: Uint8Array): boolean {
  return keyIdOf(Buffer.from(encrypted)) === ring.current
}

/**
 * The signature of a text, 32 octets: HMAC-SHA-256 by a key that is derived from the secret for this purpose
 * alone, so that no signature counts for another purpose.
 */
export function signText(secret: string | Uint8Array, purpose: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `madruga ${purpose}`, 32))
  return createHmac('sha256', key).update(text).digest()
}

function wrap(ring: KeyRing, place: EncryptionContext, dataKey: Buffer): Buffer {
  ring.refresh?.()
  const { current, keys } = ring
  const key = keys.get(current)
  if (!key) throw new EncryptionError('the key ring has no current key')
  const head = Buffer.concat([Buffer.of(FORMAT), Buffer.from(current, 'hex')])
  return Buffer.concat([head, encrypt(key, bind(place, 'key'), dataKey)])
}

function unwrap(ring: KeyRing, place: EncryptionContext, encrypted: Buffer): Buffer {
  const id = keyIdOf(encrypted)
  if (!ring.keys.has(id)) ring.refresh?.()
  const key = ring.keys.get(id)
  if (!key) throw new EncryptionError('encrypted by a key that the ring does not hold')
  return decrypt(key, bind(place, 'key'), encrypted.subarray(1 + ID_BYTES, HEAD_BYTES))
}

function keyIdOf(encrypted: Buffer): string {
  if (encrypted.length < HEAD_BYTES + IV_BYTES + TAG_BYTES || encrypted[0] !== FORMAT) {
    throw new EncryptionError('not an encrypted value')
  }
  return encrypted.subarray(1, 1 + ID_BYTES).toString('hex')
}

function encrypt(key: Buffer, boundTo: Buffer, plain: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo)
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, boundTo: Buffer, encrypted: Buffer): Buffer {
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
    cipher.setAAD(boundTo).setAuthTag(encrypted.subarray(-TAG_BYTES))
    return Buffer.concat([cipher.update(encrypted.subarray(IV_BYTES, -TAG_BYTES)), cipher.final()])
  } catch {
    throw new EncryptionError('altered, or not encrypted for this place')
  }
}

// JSON of a list: no two locations give the same bytes, whatever characters their names contain.
function bind(place: EncryptionContext, part: 'key' | 'value'): Buffer {
  return Buffer.from(JSON.stringify([FORMAT, part, place.table, place.column, place.row]))
}

/**
 * The secrets of one purpose: the current one signs, all held ones verify. They follow a rotation while the
 * process runs.
 */
export type Secrets = {
  current(): string
  /** The current one first. */
  held(): readonly string[]
}

/**
 * The secrets of one purpose from a ring. Signatures of a former root stay valid for their normal lifetime,
 * `lifeMs` from when the root was replaced, so that users do not notice a rotation and a stolen old root
 * signs nothing.
 */
export function openSecrets(
  ring: KeyRing,
  purpose: string,
  { lifeMs, now }: { lifeMs: number; now: () => number },
): Secrets {
  const derived = new WeakMap<Root, string>()
  const secretOf = (root: Root): string => {
    const known = derived.get(root) ?? deriveSecret(ring, purpose, root)
    derived.set(root, known)
    return known
  }
  return {
    current() {
      ring.refresh?.()
      return secretOf(ring.roots[0])
    },
    held() {
      ring.refresh?.()
      const { roots } = ring
      const from = now() - lifeMs
      return roots.filter((_, n) => n === 0 || (roots[n - 1]?.since ?? 0) > from).map(secretOf)
    },
  }
}

/** One secret that never changes, for tests and for tools. */
export function fixedSecrets(secret: string): Secrets {
  return { current: () => secret, held: () => [secret] }
}

/**
 * The root that was current at a time, or the oldest remaining: for values that must be the same whenever
 * they are computed.
 */
export function rootAt(ring: KeyRing, at: number): Root {
  ring.refresh?.()
  return ring.roots.find(({ since }) => since <= at) ?? ring.roots.at(-1) ?? ring.roots[0]
}

/** Compares a given text with the right one in constant time. */
export function isSameText(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
