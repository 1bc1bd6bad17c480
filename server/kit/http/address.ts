import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The caller's network address. Headers are believed only behind a proxy of ours: then it is the last entry of
 * `X-Forwarded-For`, the one which that proxy itself wrote.
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
export function localUrl(host: string, port: number): string {
  const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

/** What one household or phone is counted by: an IPv4 address whole, an IPv6 one by its /64. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.split('%')[0]!.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const gap = address.includes('::')
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
    : []
  return [...left, ...gap, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Whether a request came from this machine itself, past no proxy. */
export function isLoopback(request: IncomingMessage): boolean {
  const peer = plain(request.socket.remoteAddress ?? '')
  return (peer.startsWith('127.') || peer === '::1') && request.headers['x-forwarded-for'] === undefined
}

function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address
}
