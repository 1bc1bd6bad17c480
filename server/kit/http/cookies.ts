import { parseCookie, parseSetCookie, stringifySetCookie } from 'cookie'

// Values are signed as they travel, so that nothing may be decoded or encoded on the way.
const RAW = { decode: (value: string) => value, encode: (value: string) => value }

/** The cookies of a `Cookie` header, raw as sent; of two with one name the first counts. */
export function parseCookies(header: string | undefined): Map<string, string | undefined> {
  const cookies = new Map(Object.entries(parseCookie(header ?? '', RAW)))
  cookies.delete('')
  return cookies
}

/** The name and raw value of a `Set-Cookie` line; the value is empty if it deletes the cookie. */
export function readSetCookie(line: string): { name: string; value: string } {
  const { name, value = '', maxAge = 1 } = parseSetCookie(line, RAW)
  return { name, value: maxAge > 0 ? value : '' }
}

/**
 * A `Set-Cookie` line for the whole site, restricted to it (`SameSite=Lax`); the value must need no quoting.
 */
export function writeSetCookie(
  name: string,
  value: string,
  { maxAgeS: maxAge, ...options }: { secure: boolean; httpOnly: boolean; maxAgeS?: number },
): string {
  const lifetime = maxAge === undefined ? {} : { maxAge }
  return stringifySetCookie({ name, value, path: '/', sameSite: 'lax', ...options, ...lifetime }, RAW)
}
