import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { createSecretFile, readStoredRing } from '../../kit/encryption.ts'
import { StartError } from '../../kit/start-error.ts'

// RFC 7914's parameters of 2^17 blocks: 128 MiB and half a second for each guess.
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const KEY_BYTES = 32
const IV_BYTES = 12
const SALT_BYTES = 16
const FORMAT = 'madruga-key-ring-1'

const schema = z.object({
  format: z.literal(FORMAT),
  salt: z.base64(),
  iv: z.base64(),
  tag: z.base64(),
  ring: z.base64(),
})

/**
 * Copies the key ring to a new file that only this user can read, encrypted by AES-256-GCM under a key that
 * scrypt derives from the password. Returns the ids of its keys. Throws `StartError` with one line.
 */
export function backUpKeyRing(keyRingFile: string, file: string, password: string): string[] {
  const { keys } = readStoredRing(keyRingFile)
  refuseExisting(file)
  const [salt, iv] = [randomBytes(SALT_BYTES), randomBytes(IV_BYTES)]
  const cipher = createCipheriv('aes-256-gcm', derive(password, salt), iv).setAAD(Buffer.from(FORMAT))
  const ring = Buffer.concat([cipher.update(readFileSync(keyRingFile)), cipher.final()])
  const parts = { salt, iv, tag: cipher.getAuthTag(), ring }
  const written = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, part.toString('base64')]),
  )
  createSecretFile(file, `${JSON.stringify({ format: FORMAT, ...written })}\n`)
  return [...keys.keys()]
}

/**
 * Writes the key ring of such a copy to where the product reads it. Returns the ids of its keys. Throws
 * `StartError` with one line when a ring is there already, or the password is another one.
 */
export function restoreKeyRing(file: string, keyRingFile: string, password: string): string[] {
  refuseExisting(keyRingFile)
  createSecretFile(keyRingFile, decrypt(file, password))
  return [...readStoredRing(keyRingFile).keys.keys()]
}

function decrypt(file: string, password: string): string {
  const { salt, iv, tag, ring } = readCopy(file)
  const key = derive(password, Buffer.from(salt, 'base64'))
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(FORMAT)).setAuthTag(Buffer.from(tag, 'base64'))
  try {
    return Buffer.concat([decipher.update(Buffer.from(ring, 'base64')), decipher.final()]).toString('utf8')
  } catch {
    throw new StartError(`${file} does not open: the password is another one, or the file was changed`)
  }
}

function readCopy(file: string): z.infer<typeof schema> {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new StartError(`${file} is not a copy of a key ring (${code ?? 'another format'})`)
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new StartError(`${file} exists: it is not overwritten`)
}

function derive(password: string, salt: Buffer): Buffer {
  return scryptSync(password.normalize('NFC'), salt, KEY_BYTES, COST)
}
