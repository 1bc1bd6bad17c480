import { isLoopbackHost } from '../kit/http.ts'
import type { Values } from './variables.ts'

type Read = Pick<Values, 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY' | 'NODE_ENV'>

/**
 * The variable and value by which the app is reachable beyond this machine; null if none. A proxy in front
 * counts, although its requests come from this machine.
 */
export function findExposure(read: Read): string | null {
  if (!isLoopbackHost(read.HOST)) return `HOST is ${read.HOST}`
  if (read.PUBLIC_URL !== null) {
    const { protocol, hostname } = new URL(read.PUBLIC_URL)
    if (protocol === 'https:' || !isLoopbackHost(hostname)) return `PUBLIC_URL is ${read.PUBLIC_URL}`
  }
  if (read.TRUST_PROXY) return 'TRUST_PROXY is on'
  return read.NODE_ENV === 'production' ? 'NODE_ENV is production' : null
}
