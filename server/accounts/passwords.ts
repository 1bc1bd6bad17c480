import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** OWASP's least for Argon2id: 19 MiB, two passes, one lane. Stored with each hash, so that it can be raised later. */
const COST = { memoryKiB: 19 * 1024, passes: 2, lanes: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Argon2id of a password, in the usual notation: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await derive(password, salt, COST, TAG_BYTES)
  return `$argon2id$v=19$m=${COST.memoryKiB},t=${COST.passes},p=${COST.lanes}$${encode(salt)}$${encode(tag)}`
}

/** Whether a password is the one that was hashed; false for a hash of any other kind. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, lanes, salt, tag] = PHC.exec(hash) ?? []
  if (!memory || !passes || !lanes || !salt || !tag) return false
  const expected = Buffer.from(tag, 'base64')
  const cost = { memoryKiB: Number(memory), passes: Number(passes), lanes: Number(lanes) }
  const found = await derive(password, Buffer.from(salt, 'base64'), cost, expected.length)
  return timingSafeEqual(found, expected)
}

function derive(password: string, nonce: Buffer, cost: typeof COST, tagLength: number): Promise<Buffer> {
  const parameters = {
    // One password, however the keyboard composed its letters.
    message: password.normalize('NFKC'),
    nonce,
    parallelism: cost.lanes,
    tagLength,
    memory: cost.memoryKiB,
    passes: cost.passes,
  }
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
