import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { openStream } from '../../market.ts'
import { Refused } from './applications.ts'
import { createMeter, drawFate, spoilList } from './faults.ts'
import type { Fate } from './faults.ts'
import { ADMIN, answerLever } from './levers.ts'
import type { Levers } from './levers.ts'
import type { World } from './model.ts'
import { answer } from './routes.ts'
import type { Call } from './routes.ts'
import { writeError } from './wire.ts'

const LARGEST_BODY = 64 * 1024
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** A reply before its faults. */
type Reply = { status: number; body: Record<string, unknown>; headers?: Record<string, string> }

/** An open port. */
export interface OpenPort {
  port: number
  close(): Promise<void>
}

/** Opens the instance's port. A taken one rejects with an Error of code EADDRINUSE. */
export async function openPort(
  world: World,
  levers: Levers,
  { host, port }: { host: string; port: number },
): Promise<OpenPort> {
  const serve = createHandler(world, levers)
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true, keepAliveTimeout: 75_000 }, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      console.error('coopcycle: a request failed:', error)
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
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function createHandler(world: World, levers: Levers) {
  const dice = openStream(world.seed, 'faults')
  const meter = createMeter(() => world.clock.now())
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await readCall(request)
    if (call.url.pathname.startsWith(ADMIN)) {
      const isHere = LOOPBACK.has(request.socket.remoteAddress ?? '') && request.headers.origin === undefined
      send(response, isHere ? answerLever(levers, call) : { status: 403, body: writeError('Access Denied.') })
      return
    }
    const fate = drawFate(world.faults, dice)
    if (fate.before === 'drop') return void request.socket.destroy()
    const waitSeconds = meter.take(call.bearer ?? '', world.faults.budget)
    const reply = waitSeconds > 0 ? tooMany(waitSeconds) : replyTo(world, call, request.headers.accept, fate)
    if (fate.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, fate.delayMs))
    if (fate.after === 'drop') return void request.socket.destroy()
    send(response, fate.after === 'broken' ? fault(500) : reply, fate)
  }
}

function replyTo(world: World, call: Call, accept = '*/*', fate: Fate): Reply {
  if (fate.before === 'unavailable') return fault(503)
  if (!/application\/ld\+json|\*\/\*/.test(accept)) return fault(406)
  try {
    const { status, body } = answer(world, call)
    return { status, body: spoilList(body, fate.list) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { status, message } = error
    return { status, body: status === 401 ? { code: status, message } : writeError(message) }
  }
}

function tooMany(seconds: number): Reply {
  return { ...fault(429), headers: { 'retry-after': String(seconds) } }
}

const FAULTS: Record<number, string> = {
  406: 'Requested format is not supported.',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

function fault(status: number): Reply {
  return { status, body: writeError(FAULTS[status] ?? 'An error occurred') }
}

function send(response: ServerResponse, { status, body, headers }: Reply, fate?: Fate): void {
  const text = JSON.stringify(body)
  const sent = fate?.after === 'truncate' ? text.slice(0, text.length / 2) : text
  response.writeHead(status, {
    'content-type': 'application/ld+json; charset=utf-8',
    'content-length': Buffer.byteLength(sent),
    ...headers,
  })
  response.end(sent)
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= LARGEST_BODY) chunks.push(chunk)
  }
  const { method = 'GET', url = '/', headers } = request
  const [, bearer = null] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
  return {
    method,
    url: new URL(url, 'http://instance'),
    contentType: headers['content-type'] ?? '',
    body: Buffer.concat(chunks).toString('utf8'),
    bearer,
  }
}
