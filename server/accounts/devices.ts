import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY_MS, SECOND_MS } from '@madruga/core/time.ts'
import { parseCookies, writeSetCookie } from '../kit/http.ts'

const MAX_AGE_S = (400 * DAY_MS) / SECOND_MS
const NONCE_BYTES = 16

/**
 * Browsers whose person proved once that an account is theirs: what strangers get wrong is not counted
 * against them.
 */
export type Devices = {
  /**
   * The id of the browser with this `Cookie` header, where it is known to belong to the account; null for any
   * other.
   */
  find(cookie: string | undefined, email: string): string | null
  /**
   * A `Set-Cookie` line by which the browser is known from now on. It opens nothing: a password is needed all
   * the same.
   */
  remember(email: string): string
}

/** Knows devices by a signed cookie, so that no list of them has to be kept. */
export function createDevices({ secret, secure }: { secret: string; secure: boolean }): Devices {
  const name = `${secure ? '__Host-' : ''}madruga.device`
  const sign = (email: string, nonce: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['device', email, nonce]))
      .digest('base64url')
  return {
    find(cookie, email) {
      const [nonce = '', signature = ''] = parseCookies(cookie).get(name)?.split('.') ?? []
      const right = Buffer.from(sign(email, nonce))
      const given = Buffer.from(signature)
      return given.length === right.length && timingSafeEqual(given, right) ? nonce : null
    },
    remember(email) {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url')
      return writeSetCookie(name, `${nonce}.${sign(email, nonce)}`, {
        secure,
        httpOnly: true,
        maxAgeS: MAX_AGE_S,
      })
    },
  }
}
