import { randomBytes } from 'node:crypto'
import { parseCookies, writeSetCookie } from '../kit/http.ts'
import { isSameText, signText } from '../kit/encryption.ts'
import type { Secrets } from '../kit/encryption.ts'
import { nameCookie } from './xsrf.ts'

/**
 * What a demo opens without a sign-in hangs on a cookie that its link sets. The link is in the terminal
 * alone, so that neither a proxy nor a forwarded port lets anyone else in.
 */
export type DemoDoor = {
  /** The path of the link; it opens the door once, then there is another. */
  path(): string
  /** The `Set-Cookie` line of a visitor with the link; null for any other path. */
  open(path: string): string | null
  /** Whether the sender of a `Cookie` header has come by a link. */
  isOpenTo(cookies: string | undefined): boolean
  /** Sets what is called with the path of the next link when one has been used. */
  onOpened(listener: (path: string) => void): void
}

/** Paths of links begin with it. */
export const DEMO_PATH = '/demo/'
const COOKIE = 'madruga.demo'
const MONTH_S = 30 * 24 * 60 * 60

/** Creates the door of a demo; `secure`: its pages come over https. */
export function createDemoDoor({ secrets, secure }: { secrets: Secrets; secure: boolean }): DemoDoor {
  const cookie = nameCookie(COOKIE, secure)
  let path = makePath()
  let listen: ((path: string) => void) | null = null
  return {
    path: () => path,
    open(asked) {
      if (!isSameText(asked, path)) return null
      path = makePath()
      listen?.(path)
      const nonce = makeNonce()
      const value = `${nonce}.${sign(nonce, secrets.current())}`
      return writeSetCookie(cookie, value, { secure, httpOnly: true, maxAgeS: MONTH_S })
    },
    isOpenTo(cookies) {
      const [nonce = '', signature = ''] = parseCookies(cookies).get(cookie)?.split('.') ?? []
      return secrets.held().some((secret) => isSameText(signature, sign(nonce, secret)))
    },
    onOpened(listener) {
      listen = listener
    },
  }
}

function makeNonce(): string {
  return randomBytes(16).toString('base64url')
}

function makePath(): string {
  return DEMO_PATH + makeNonce()
}

function sign(nonce: string, secret: string): string {
  return signText(secret, 'demo', nonce).toString('base64url')
}
