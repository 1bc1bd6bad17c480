import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { RequestListener, Server, ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SERVER_TLS } from './tls.ts'

/**
 * Creates a server that does not listen yet: HTTPS with a certificate and key (both PEM), plain HTTP
 * otherwise.
 */
export function openServer(
  tls: { cert: string; key: string } | null,
  options: ServerOptions,
  handler: RequestListener,
): Server {
  return tls
    ? createTlsServer({ ...options, ...SERVER_TLS, ...tls }, handler)
    : createServer(options, handler)
}

/** Starts listening; rejects with the system's error (`EADDRINUSE`, `EACCES`). Port 0 picks a free one. */
export function listen(server: Server, port: number, host: string): Promise<{ port: number }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve({ port: (server.address() as AddressInfo).port })
    })
  })
}
