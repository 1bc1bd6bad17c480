import type { IncomingMessage, ServerResponse } from 'node:http'
import { openStream } from '../../market.ts'
import { isLocal, readBearer, readText } from '../open-port.ts'
import { Refused } from './applications.ts'
import { createMeter, drawFate, spoilList } from './faults.ts'
import type { Fate } from './faults.ts'
import { ADMIN, answerLever } from './levers.ts'
import type { Levers } from './levers.ts'
import type { World } from './model.ts'
import { answer } from './routes.ts'
import type { Call } from './routes.ts'
import { writeError, writePlain } from './wire.ts'

/** A reply before its faults. */
type Reply = { status: number; body: unknown; type?: string; headers?: Record<string, string> }

/** Creates what answers the instance's requests, and its levers'. */
export function createHandler(world: World, levers: Levers) {
  const dice = openStream(world.seed, 'faults')
  const meter = createMeter(() => world.clock.now())
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await readCall(request)
    if (call.url.pathname.startsWith(ADMIN)) {
      const isHere = isLocal(request.socket.remoteAddress) && request.headers.origin === undefined
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
  if (world.faults.maintenance && call.url.pathname !== '/api/settings') return MAINTENANCE
  const isPlain = /application\/json/.test(accept)
  if (!isPlain && !/application\/ld\+json|\*\/\*/.test(accept)) return fault(406)
  try {
    const { status, body } = answer(world, call)
    const listed = spoilList(body, fate.list)
    return isPlain ? { status, body: writePlain(listed), type: 'application/json' } : { status, body: listed }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return refusal(error, isPlain)
  }
}

function refusal({ status, message }: Refused, isPlain: boolean): Reply {
  if (status === 401) {
    const headers = { 'www-authenticate': 'Bearer' }
    return { status, body: { code: status, message }, type: 'application/json', headers }
  }
  const body = writeError(message)
  return isPlain ? { status, body: writePlain(body), type: 'application/problem+json' } : { status, body }
}

const MAINTENANCE: Reply = { status: 503, body: '<html><body>maintenance</body></html>', type: 'text/html' }

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

function send(response: ServerResponse, reply: Reply, fate?: Fate): void {
  const { status, body, headers, type = 'application/ld+json' } = reply
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const sent = fate?.after === 'truncate' ? text.slice(0, text.length / 2) : text
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(sent),
    ...headers,
  })
  response.end(sent)
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const { method = 'GET', url = '/', headers } = request
  return {
    method,
    url: new URL(url, 'http://instance'),
    contentType: headers['content-type'] ?? '',
    body: await readText(request),
    bearer: readBearer(request),
  }
}
