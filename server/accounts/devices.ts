import { createHmac, randomBytes } from 'node:crypto'
import { isSameText } from '../kit/encryption.ts'
import { DAY_MS, SECOND_MS } from '@madruga/core/time.ts'
import { parseCookies, writeSetCookie } from '../kit/http.ts'

const MAX_AGE_S = (400 * DAY_MS) / SECOND_MS
const NONCE_BYTES = 16

/**
 * Browsers whose user once proved to own an account: wrong guesses by strangers do not count against them.
 */
export type Devices = {
  /**
   * The id of the browser with this `Cookie` header, if it is known to belong to the account; null otherwise.
   */
  find(cookie: string | undefined, email: string): string | null
  /**
   * A `Set-Cookie` line that identifies the browser from now on. It grants no access: the password is still
   * required.
   */
  remember(email: string): string
}

/** Recognizes devices by a signed cookie, so that no list of them is needed. */
export function createDevices({ secret, secure }: { secret: string; secure: boolean }): Devices {
  const name = `${secure ? '__Host-' : ''}madruga.device`
  const sign = (email: string, nonce: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['device', email, nonce]))
      .digest('base64url')
  return {
    find(cookie, email) {
      const [nonce = '', signature = ''] = parseCookies(cookie).get(name)?.split('.') ?? []
      return isSameText(signature, sign(email, nonce)) ? nonce : null
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
