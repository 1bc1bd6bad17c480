import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** One request of a stand-in's wire. */
export interface JsonRequest {
  method: string
  path: string
  query: URLSearchParams
  /** Its JSON; empty where there is none. */
  body: Record<string, unknown>
  bearer: string | null
  /** Where it comes from. */
  address: string
}

export interface JsonAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** An open port that answers JSON. */
export interface JsonPort {
  server: Server
  url: string
  port: number
  close(): Promise<void>
}

const LARGEST_BYTES = 64 * 1024
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Whether a request comes from this machine: levers answer to no other. */
export function isLocal({ address }: JsonRequest): boolean {
  return LOOPBACK.has(address)
}

/** Opens a port for a stand-in called `name`. A taken one rejects with an Error of code EADDRINUSE. */
export async function listenJson(
  { name, host, port }: { name: string; host: string; port: number },
  answer: (request: JsonRequest) => Promise<JsonAnswer>,
): Promise<JsonPort> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true, keepAliveTimeout: 75_000 }, (request, response) => {
    serve(answer, request, response).catch((error: unknown) => {
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

async function serve(
  answer: (request: JsonRequest) => Promise<JsonAnswer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://stand-in')
  const read = await readBody(request)
  const [, bearer = null] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  const { status, body, headers } = await answer({
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body: read,
    bearer,
    address: request.socket.remoteAddress ?? '',
  })
  const text = JSON.stringify(body)
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

/** Too large, or no JSON object: as if nothing had been sent. */
async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= LARGEST_BYTES) chunks.push(chunk)
  }
  if (bytes === 0 || bytes > LARGEST_BYTES) return {}
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
