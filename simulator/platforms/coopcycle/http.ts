import type { IncomingMessage, ServerResponse } from 'node:http'
import { openStream } from '../../market.ts'
import type { Random } from '../../market.ts'
import { isLocal, readBearer, readText } from '../open-port.ts'
import { Refused } from './applications.ts'
import { ADMIN, answerLever } from './levers.ts'
import type { Levers } from './levers.ts'
import type { World, Faults } from './model.ts'
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

/** What goes wrong with one answer. */
export interface Fate {
  /** Before it is executed: refused, or the connection ends. */
  before: 'unavailable' | 'drop' | null
  /** After it was executed. */
  after: 'broken' | 'drop' | 'truncate' | null
  delayMs: number
  list: 'emptyList' | 'doubleList' | 'wrongTypes' | null
}

/** Draws the faults of one request, each by its own share. */
function drawFate(faults: Faults, dice: Random): Fate {
  const hits = (share: number) => share > 0 && dice() < share
  const first = <Name extends string>(shares: [number, Name][]): Name | null =>
    shares.find(([share]) => hits(share))?.[1] ?? null
  return {
    before: first([
      [faults.unavailable, 'unavailable'],
      [faults.dropBefore, 'drop'],
    ]),
    after: first([
      [faults.brokenAfter, 'broken'],
      [faults.dropAfter, 'drop'],
      [faults.truncate, 'truncate'],
    ]),
    delayMs: hits(faults.slow) ? faults.slowMs : 0,
    list: first([
      [faults.emptyList, 'emptyList'],
      [faults.doubleList, 'doubleList'],
      [faults.wrongTypes, 'wrongTypes'],
    ]),
  }
}

/** A list of shifts with its fault; other answers stay as they are. */
function spoilList(body: Record<string, unknown>, kind: Fate['list']): Record<string, unknown> {
  const shifts = body['hydra:member']
  if (kind === null || !Array.isArray(shifts)) return body
  if (kind === 'emptyList') return { ...body, 'hydra:member': [], 'hydra:totalItems': 0 }
  if (kind === 'doubleList') return { ...body, 'hydra:member': [...shifts, ...shifts] }
  return { ...body, 'hydra:member': shifts.map((shift: object) => ({ ...shift, startsAt: 9, slots: '2' })) }
}

/** Counts the requests of each token; `take` answers how many seconds to wait, 0 to continue. */
function createMeter(now: () => number): { take(token: string, budget: Faults['budget']): number } {
  let counted: Faults['budget'] = null
  const spans = new Map<string, { until: number; count: number }>()
  return {
    take(token, budget) {
      // A new budget begins with no requests made.
      if (budget !== counted) spans.clear()
      counted = budget
      if (budget === null) return 0
      const known = spans.get(token)
      const span =
        known !== undefined && now() < known.until ? known : { until: now() + budget.spanMs, count: 0 }
      spans.set(token, span)
      span.count++
      return span.count <= budget.requests ? 0 : Math.max(1, Math.ceil((span.until - now()) / 1_000))
    },
  }
}
