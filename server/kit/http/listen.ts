import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { IncomingMessage, RequestListener, Server, ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SERVER_TLS } from './tls.ts'

/**
 * Creates a server that does not listen yet: HTTPS with a certificate and key (both PEM), plain HTTP
 * otherwise.
 * Requests that are ambiguous are refused with 400.
 */
export function openServer(
  tls: { cert: string; key: string } | null,
  options: ServerOptions,
  handler: RequestListener,
): Server {
  const listener: RequestListener = (request, response) => {
    if (isClear(request)) handler(request, response)
    else response.writeHead(400, { Connection: 'close', 'Content-Length': 0 }).end()
  }
  return tls
    ? createTlsServer({ ...options, ...SERVER_TLS, ...tls }, listener)
    : createServer(options, listener)
}

/**
 * Whether a proxy in front of us must have read the same request. Node's parser takes a request line without
 * a version, and the first of two Host headers.
 */
function isClear({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host')
  return (httpVersion === '1.1' || httpVersion === '1.0') && hosts.length <= 1
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
