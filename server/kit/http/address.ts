import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

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
  if (isIP(address) !== 6) return address
  // The library knows no zone such as `%wlan0.1`, which is no part of the address.
  const read = ipaddr.process(address.split('%')[0]!)
  if (read instanceof ipaddr.IPv4) return read.toString()
  return read.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/** Whether a host name or address is loopback, which no other machine can reach. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address
}
