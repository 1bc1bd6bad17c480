import { isLoopbackHost } from '../kit/http.ts'
import type { Values } from './variables.ts'

type Read = Pick<Values, 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY' | 'NODE_ENV'>

/**
 * What says that people beyond this machine reach the app, as a variable and its value; null while nothing
 * does. A proxy in front counts: whoever it lets in comes from this machine too.
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
