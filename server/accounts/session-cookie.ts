import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseCookies, readSetCookie } from '../kit/http.ts'
import type { Secrets } from '../kit/encryption.ts'

/** What the library is given of the browser's cookies, and whether the browser's own must be signed anew. */
export type TakenCookie = { header: string | undefined; stale: boolean }

/**
 * Signs the cookie of a session by the ring's current secret, and takes one that any held secret signed. The
 * library knows one secret for as long as it runs: it gets one of this process's own, and the cookie is
 * signed over on its way in and out.
 */
export function createSessionCookie(name: string, secrets: Secrets, inner: string) {
  function take(header: string | undefined): TakenCookie {
    const given = parseCookies(header).get(name)
    if (header === undefined || given === undefined) return { header, stale: false }
    const signed = readSigned(given)
    const held = secrets.held()
    const by = signed === null ? -1 : held.findIndex((secret) => isSignedBy(signed, secret))
    const value = signed === null || by === -1 ? 'none' : write(signed.token, inner)
    return { header: replaceCookie(header, name, value), stale: by > 0 }
  }

  /** The library's `Set-Cookie` lines, the session's own signed for the browser. */
  function give(lines: readonly string[]): string[] {
    return lines.map((line) => {
      const set = readSetCookie(line)
      const signed = set.name === name ? readSigned(set.value) : null
      return signed === null ? line : line.replace(set.value, write(signed.token, secrets.current()))
    })
  }

  /** The token in the browser's cookie, by whichever key it was signed. */
  function readToken(header: string | undefined): string | null {
    const given = parseCookies(header).get(name)
    return given === undefined ? null : (readSigned(given)?.token ?? null)
  }

  /** The value of the browser's cookie for a session's token, signed by the current secret. */
  const sign = (token: string): string => write(token, secrets.current())

  return { take, give, sign, readToken }
}

type Signed = { token: string; signature: string }

function readSigned(value: string): Signed | null {
  try {
    const text = decodeURIComponent(value)
    const cut = text.lastIndexOf('.')
    return cut < 1 ? null : { token: text.slice(0, cut), signature: text.slice(cut + 1) }
  } catch {
    return null
  }
}

function isSignedBy({ token, signature }: Signed, secret: string): boolean {
  const given = Buffer.from(signature)
  const right = Buffer.from(hmac(token, secret))
  return given.length === right.length && timingSafeEqual(given, right)
}

/** As the library writes it: the token, a dot, its HMAC in base64, all of it percent-encoded. */
function write(token: string, secret: string): string {
  return encodeURIComponent(`${token}.${hmac(token, secret)}`)
}

function hmac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64')
}

/** The header with the first cookie of a name holding another value. */
function replaceCookie(header: string, name: string, value: string): string {
  let done = false
  return header
    .split(';')
    .map((part) => {
      if (done || part.slice(0, part.indexOf('=')).trim() !== name) return part
      done = true
      return ` ${name}=${value}`
    })
    .join(';')
    .trim()
}
