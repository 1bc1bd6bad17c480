import { isLoopbackHost } from '../kit/http.ts'
import type { Values } from './variables.ts'

/** Services whose address the operator configures and that are called over HTTP. */
const BY_HTTP = [
  'MARKET_URL',
  'CARDS_URL',
  'CAPTCHA_VERIFY_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'FCM_URL',
] as const

/**
 * Adds a line to `problems` for each service on another machine that would be called in the clear, unless
 * that is allowed explicitly.
 */
export function refusePlainServices(read: Values, problems: string[]): void {
  if (read.PLAIN_SERVICES) return
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const url = read[name]
    if (url !== null && !isPrivateDatabase(url))
      problems.push(
        `${name} leads beyond this machine without TLS: add sslmode=verify-full (and sslrootcert=FILE for an authority of your own)${OR_BY_NAME}`,
      )
  }
  for (const name of BY_HTTP)
    if (isPlainBeyond(read[name]))
      problems.push(
        `${name} begins with http:// and leads beyond this machine: give an https:// address${OR_BY_NAME}`,
      )
  if (isPlainBeyond(read.FCM_SERVICE_ACCOUNT?.token_uri ?? null))
    problems.push(
      `FCM_SERVICE_ACCOUNT has a token_uri that begins with http:// and leads beyond this machine`,
    )
}

const OR_BY_NAME = ', or PLAIN_SERVICES=on to be read on the way'

// Every other mode of `sslmode` leaves the server unverified, or will in the driver's next major version.
function isPrivateDatabase(text: string): boolean {
  const { hostname, searchParams } = new URL(text)
  const host = searchParams.getAll('host').at(-1) ?? decodeURIComponent(hostname)
  if (host.startsWith('/') || isLoopbackHost(host)) return true
  const modes = searchParams.getAll('sslmode')
  return modes.length > 0 && modes.every((mode) => mode === 'verify-full')
}

function isPlainBeyond(address: string | null): boolean {
  if (address === null) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !isLoopbackHost(hostname)
}
