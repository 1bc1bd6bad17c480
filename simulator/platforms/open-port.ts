import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A stand-in's open port. */
export interface OpenPort {
  server: Server
  /** `http://host:port`, without a trailing slash. */
  url: string
  port: number
  /** Ends every connection. */
  close(): Promise<void>
}

const LARGEST_BYTES = 64 * 1024
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Whether a request comes from this machine: levers answer to no other. */
export function isLocal(address: string | undefined): boolean {
  return LOOPBACK.has(address ?? '')
}

/** Opens the port of a stand-in called `name`. A taken one rejects with an Error of code EADDRINUSE. */
export async function openPort(
  { name, host, port }: { name: string; host: string; port: number },
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<OpenPort> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true, keepAliveTimeout: 75_000 }, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      console.error(`${name}: a request failed:`, error)
      response.destroy()
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const open = (server.address() as AddressInfo).port
  return {
    server,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${open}`,
    port: open,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** The token of a request; null without one. */
export function readBearer({ headers }: IncomingMessage): string | null {
  return /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? null
}

/** The body of a request as text; one that is too large is as if nothing had been sent. */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= LARGEST_BYTES) chunks.push(chunk)
  }
  return bytes > LARGEST_BYTES ? '' : Buffer.concat(chunks).toString('utf8')
}
