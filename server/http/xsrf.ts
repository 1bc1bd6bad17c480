import { randomBytes } from 'node:crypto'
import { parseCookies, readSetCookie, writeSetCookie } from '../kit/http.ts'
import { isSameText, signText } from '../kit/encryption.ts'
import type { Secrets } from '../kit/encryption.ts'

/** Names that the browser code uses; `nameCookie` gives a cookie's name over https. */
export const XSRF_COOKIE = 'XSRF-TOKEN'
export const XSRF_HEADER = 'x-xsrf-token'
/** What a token is bound to before there is a session. */
const VISIT_COOKIE = 'madruga.visit'

/**
 * A cookie's name: over https with the prefix `__Host-`, so that neither another host of the domain nor a
 * page without https can plant it. Browsers accept the prefix only with `Secure`, which they refuse without
 * https.
 */
export function nameCookie(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name
}

/**
 * Proves that our own pages made a changing request: a token in a cookie that only they can read, repeated in
 * a header. It is `random.HMAC(session, random)`, so that a planted cookie proves nothing, and a new session
 * needs a new one.
 */
export function createXsrf(options: { secrets: Secrets; secure: boolean; sessionCookie: string }) {
  const { secure, secrets } = options
  const xsrfCookie = nameCookie(XSRF_COOKIE, secure)
  const visitCookie = nameCookie(VISIT_COOKIE, secure)

  const sign = (binding: string, random: string, secret = secrets.current()) =>
    signText(secret, 'xsrf', `${binding}.${random}`).toString('base64url')

  const make = (binding: string): string => {
    const random = randomBytes(16).toString('base64url')
    return `${random}.${sign(binding, random)}`
  }

  const holds = (token: string, binding: string, by: readonly string[]): boolean => {
    const [random = '', signature = ''] = token.split('.')
    return by.some((secret) => isSameText(signature, sign(binding, random, secret)))
  }

  return {
    /** The name of the cookie that pages read the token from. */
    cookie: xsrfCookie,

    /** Whether a request carries its own token session, the same in cookie and header. */
    isProven(cookieHeader: string | undefined, header: string | string[] | undefined): boolean {
      const cookies = parseCookies(cookieHeader)
      const token = cookies.get(xsrfCookie)
      const binding = cookies.get(options.sessionCookie) || cookies.get(visitCookie)
      if (!token || !binding || typeof header !== 'string') return false
      return isSameText(header, token) && holds(token, binding, secrets.held())
    },

    /** The `Set-Cookie` lines that give the browser a token of its next session; none if it has one. */
    complete(cookieHeader: string | undefined, going: readonly string[]): string[] {
      const cookies = parseCookies(cookieHeader)
      for (const line of going) {
        const { name, value } = readSetCookie(line)
        cookies.set(name, value)
      }
      const more: string[] = []
      let binding = cookies.get(options.sessionCookie) || cookies.get(visitCookie)
      if (!binding) {
        binding = randomBytes(16).toString('base64url')
        more.push(writeSetCookie(visitCookie, binding, { secure, httpOnly: true }))
      }
      if (!holds(cookies.get(xsrfCookie) ?? '', binding, [secrets.current()]))
        more.push(writeSetCookie(xsrfCookie, make(binding), { secure, httpOnly: false }))
      return more
    },
  }
}

export type Xsrf = ReturnType<typeof createXsrf>
