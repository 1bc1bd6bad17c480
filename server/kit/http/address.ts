import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The caller's network address. Headers are believed only behind a proxy of ours: then it is the last entry
 * of `X-Forwarded-For`, the one which that proxy itself wrote.
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

/** Where this machine reaches what listens on that host and port, without a slash at the end. */
export function localUrl(host: string, port: number, secure = false): string {
  const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return `${secure ? 'https' : 'http'}://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

/**
 * What one household or phone is counted by, wherever anything is counted by address: an IPv4 address whole,
 * also where it is written as an IPv6 one (`::ffff:10.1.2.3`), any other IPv6 address by its /64, all of
 * which its owner may use.
 */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address
  // The library knows no zone such as `%wlan0.1`, which is no part of the address.
  const read = ipaddr.process(address.split('%')[0]!)
  if (read instanceof ipaddr.IPv4) return read.toString()
  return read.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/** What a proxy writes; one is enough. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Whether somebody at this very machine visits it by a name of its own. No to whatever came through a proxy,
 * which also shows by HTTP/1.0 where it adds no header, and to a name of somebody else's that leads here: a
 * page of theirs could read the answer.
 */
export function isLocalVisit(request: IncomingMessage): boolean {
  const { headers, httpVersion } = request
  const near = isLoopbackHost(plain(request.socket.remoteAddress ?? ''))
  const proxied = httpVersion === '1.0' || PROXY_HEADERS.some((name) => headers[name] !== undefined)
  return near && !proxied && isLoopbackHost(hostOf(headers.host ?? ''))
}

/** Whether a host name or address is this machine's own, which no other machine reaches. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

// Without the port: `127.0.0.1:8080`, `[::1]:8080`.
function hostOf(header: string): string {
  return header.replace(/:\d+$/, '')
}

function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address
}
