import { SECOND_MS } from '@madruga/core/time.ts'
import { isLoopbackHost } from '../kit/http.ts'
import type { Role } from './roles.ts'
import { readPair } from './transport.ts'
import type { Tls } from './transport.ts'
import type { Values } from './variables.ts'

/** Probes, metrics and traces of a process. */
export type ObservationConfig = {
  /** The token of `/metrics`; null = it is closed. */
  metricsToken: string | null
  /**
   * Where a role without pages answers probes; port null = the usual one, or any; tls null = in the clear.
   */
  health: { host: string; port: number | null; tls: Tls | null }
  /** How long the app goes on serving once it is to end, ms. */
  drainMs: number
  /** The collector of traces; null = nothing is traced. */
  tracing: { url: string; headers: Record<string, string> } | null
}

const DRAIN_SECONDS = 5

/** The configuration of valid values; `tls` as `readHealthTls` found it. */
export function observationOf(role: Role, read: Values, tls: Tls | null): ObservationConfig {
  const endpoint = read.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '') ?? null
  return {
    metricsToken: read.METRICS_TOKEN,
    health: { host: read.HEALTH_HOST, port: read.HEALTH_PORT, tls },
    drainMs: (read.DRAIN_SECONDS ?? (role === 'api' ? DRAIN_SECONDS : 0)) * SECOND_MS,
    tracing:
      endpoint === null
        ? null
        : { url: `${endpoint}/v1/traces`, headers: headersOf(read.OTEL_EXPORTER_OTLP_HEADERS) },
  }
}

/**
 * The certificate by which probes are answered; null = in the clear, which is allowed on this machine or
 * explicitly. Anything else adds a line to `problems`.
 */
export function readHealthTls(read: Values, problems: string[]): Tls | null {
  const { HEALTH_HOST: host, TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = read
  if (isLoopbackHost(host)) return null
  if (certFile !== null && keyFile !== null) return readPair(certFile, keyFile, problems)
  if (!read.PLAIN_HTTP)
    problems.push(
      `HEALTH_HOST is ${host} without TLS: set TLS_CERT_FILE and TLS_KEY_FILE, or PLAIN_HTTP=on to be read on the way`,
    )
  return null
}

function headersOf(text: string): Record<string, string> {
  const pairs = text.split(',').filter(Boolean)
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}
