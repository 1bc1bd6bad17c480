import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { ID_BYTES, KEY_BYTES } from './seal/ring.ts'
import type { KeyRing } from './seal/ring.ts'

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
} from './seal/ring.ts'
export type { KeyRing, Root, StoredRing } from './seal/ring.ts'
export { fixedSecrets, openSecrets, rootAt } from './seal/secrets.ts'
export type { Secrets } from './seal/secrets.ts'

/** Where a sealed value stands. It is bound to that place: moved to another row or column it does not open. */
export type SealPlace = { table: string; column: string; row: string }

/** A value that does not open: altered, moved, or sealed by a key that the ring lacks. Says nothing about its content. */
export class SealError extends Error {
  override name = 'SealError'
}

const FORMAT = 1
const IV_BYTES = 12
const TAG_BYTES = 16
const WRAPPED_BYTES = IV_BYTES + KEY_BYTES + TAG_BYTES
const HEAD_BYTES = 1 + ID_BYTES + WRAPPED_BYTES

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

function wrap(ring: KeyRing, place: SealPlace, dataKey: Buffer): Buffer {
  ring.refresh?.()
  const { current, keys } = ring
  const key = keys.get(current)
  if (!key) throw new SealError('the key ring has no current key')
  const head = Buffer.concat([Buffer.of(FORMAT), Buffer.from(current, 'hex')])
  return Buffer.concat([head, encrypt(key, bind(place, 'key'), dataKey)])
}

function unwrap(ring: KeyRing, place: SealPlace, sealed: Buffer): Buffer {
  const id = keyIdOf(sealed)
  if (!ring.keys.has(id)) ring.refresh?.()
  const key = ring.keys.get(id)
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
