import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerOptions } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

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

/**
 * TLS settings of everything we serve: the strongest ciphers first, all with forward secrecy and
 * authenticated encryption.
 */
const SERVER_TLS = {
  minVersion: 'TLSv1.2',
  handshakeTimeout: 10_000,
  honorCipherOrder: true,
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
} as const
