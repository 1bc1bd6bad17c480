import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { parseCookie, parseSetCookie, stringifySetCookie } from 'cookie'

/** Entry of HTTP mechanics: bodies, cookies, addresses, files. */

export { readBytes, readJson } from './http/body.ts'
export type { BodyLimits, BodyRefusal } from './http/body.ts'
export { makeContent, sendContent } from './http/content.ts'
export type { Content } from './http/content.ts'

export { listen, openServer } from './http/listen.ts'
export { createFiles } from './http/files.ts'

/**
 * The caller's network address. Headers are trusted only behind a proxy of ours: the last entry of
 * `X-Forwarded-For`, which that proxy itself wrote.
 */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const peer = plain(request.socket.remoteAddress ?? '')
  if (!trustProxy) return peer
  const header = request.headers['x-forwarded-for']
  const last = plain(
    (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').at(-1)?.trim() ?? '',
  )
  return isIP(last) ? last : peer
}

/** The address at which this machine reaches that host and port, without a trailing slash. */
export function localUrl(host: string, port: number, secure = false): string {
  const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return `${secure ? 'https' : 'http'}://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

/**
 * The unit for counting by address: an IPv4 address whole, also if written as an IPv6 one
 * (`::ffff:10.1.2.3`); any other IPv6 address by its /64, which its owner may use freely.
 */
export function addressGroup(address: string): string {
  return addressPrefix(address, { v4: 32, v6: 64 })
}

/**
 * What many callers share: an IPv6 site's /56 and a customer's /48, whose owner has 65,536 of the groups
 * above. None of an IPv4 address.
 */
export function widerGroups(address: string): { site: string; customer: string } | null {
  const site = addressPrefix(address, { v4: 0, v6: 56 })
  return site === '' ? null : { site, customer: addressPrefix(address, { v4: 0, v6: 48 }) }
}

/** The neighbours of an address: its IPv4 /24 or IPv6 /48. */
export function addressNetwork(address: string): string {
  return addressPrefix(address, { v4: 24, v6: 48 })
}

/** The first bits of an address, as text; '' for none of its kind, and what is no address as it is. */
function addressPrefix(address: string, bits: { v4: number; v6: number }): string {
  if (isIP(address) === 0) return address
  // The library knows no zone such as `%wlan0.1`, which is no part of the address.
  const read = ipaddr.process(address.split('%')[0]!)
  const isV4 = read instanceof ipaddr.IPv4
  const kept = isV4 ? bits.v4 : bits.v6
  if (kept === 0) return ''
  const bytes = read
    .toByteArray()
    .map((byte, place) => byte & (0xff << Math.max(0, 8 - Math.max(0, kept - place * 8))))
  if (isV4) return kept === 32 ? bytes.join('.') : `${bytes.join('.')}/${kept}`
  const groups = Array.from({ length: 4 }, (_, n) => ((bytes[2 * n]! << 8) | bytes[2 * n + 1]!).toString(16))
  return kept === 64 ? groups.join(':') : `${groups.join(':')}/${kept}`
}

/** Whether a host name or address is loopback, which no other machine can reach. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address
}

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
