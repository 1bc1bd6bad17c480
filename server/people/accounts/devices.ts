import { createHmac, randomBytes } from 'node:crypto'
import { isSameText } from '../../kit/encryption.ts'
import { DAY_MS, SECOND_MS } from '@madruga/core/time.ts'
import { parseCookies, writeSetCookie } from '../../kit/http.ts'

const MAX_AGE_S = (400 * DAY_MS) / SECOND_MS
const NONCE_BYTES = 16
/** Accounts that a browser is known for: a family's phone, an operator who drives. */
const MOST_ACCOUNTS = 4

/**
 * Browsers whose user once proved to own an account: wrong guesses by strangers do not count against them.
 */
export type Devices = {
  /**
   * The id of the browser with this `Cookie` header, if it is known to belong to the account; null otherwise.
   */
  find(cookie: string | undefined, email: string): string | null
  /**
   * A `Set-Cookie` line that identifies the browser from now on, for this account and the last ones before
   * it. It grants no access: the password is still required.
   */
  remember(cookie: string | undefined, email: string): string
}

/** Recognizes devices by a signed cookie, so that no list of them is needed. */
export function createDevices({ secret, secure }: { secret: string; secure: boolean }): Devices {
  const name = `${secure ? '__Host-' : ''}madruga.device`
  const sign = (email: string, nonce: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['device', email, nonce]))
      .digest('base64url')
  const read = (cookie: string | undefined) =>
    (parseCookies(cookie).get(name) ?? '').split('~').slice(0, MOST_ACCOUNTS)
  const nonceOf = (mark: string, email: string): string | null => {
    const [nonce = '', signature = ''] = mark.split('.')
    return isSameText(signature, sign(email, nonce)) ? nonce : null
  }
  const find: Devices['find'] = (cookie, email) =>
    read(cookie)
      .map((mark) => nonceOf(mark, email))
      .find((nonce) => nonce !== null) ?? null
  return {
    find,
    remember(cookie, email) {
      const others = read(cookie).filter((mark) => mark !== '' && nonceOf(mark, email) === null)
      const nonce = find(cookie, email) ?? randomBytes(NONCE_BYTES).toString('base64url')
      const marks = [`${nonce}.${sign(email, nonce)}`, ...others].slice(0, MOST_ACCOUNTS)
      return writeSetCookie(name, marks.join('~'), { secure, httpOnly: true, maxAgeS: MAX_AGE_S })
    },
  }
}
