import { z } from 'zod'
import { address, optional, port, secret, variable } from './shapes.ts'

/** Variables of probes, metrics and traces. */
export const OBSERVATION_VARIABLES = {
  METRICS_TOKEN: secret(
    'Token that clients of `/metrics` send as `Authorization: Bearer …`; without it the page does not exist',
    '16 to 200 letters, digits and . _ ~ + / = -',
    'none: no metrics are served',
    optional(z.string().regex(/^[\w.~+/=-]{16,200}$/)),
  ),
  HEALTH_HOST: variable(
    'Address on which a process with --role=bot or --role=jobs answers `/live`, `/ready` and `/metrics`; the app answers them on its own port. Beyond this machine it needs TLS_CERT_FILE and TLS_KEY_FILE, or PLAIN_HTTP',
    'a host name or address, such as 127.0.0.1 or 0.0.0.0',
    '127.0.0.1',
    z
      .string()
      .regex(/^[\w.:-]+$/)
      .default('127.0.0.1'),
  ),
  HEALTH_PORT: variable(
    'Port on that address',
    'a port from 0 to 65535 (0: any free one)',
    '8081, or any free one if that is taken',
    optional(port),
  ),
  DRAIN_SECONDS: variable(
    'How long the app goes on serving after SIGTERM while `/ready` says no, so that a balancer sends its requests elsewhere before the port closes',
    'a whole number from 0 to 60',
    '5 with --role=api, 0 otherwise',
    optional(z.coerce.number().int().min(0).max(60)),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    'OpenTelemetry collector that receives traces of accepts and payments, by OTLP over HTTP at this address and `/v1/traces`; on another machine it must use TLS, unless PLAIN_SERVICES is on',
    'a URL that begins with http:// or https://',
    'none: nothing is traced',
    optional(address(/^https?$/)),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    'Headers of those requests, such as a key of the collector',
    'NAME=VALUE, divided by commas',
    'none',
    z
      .string()
      .regex(/^([\w-]+=[^,\r\n]+(,[\w-]+=[^,\r\n]+)*)?$/)
      .default(''),
  ),
} as const
