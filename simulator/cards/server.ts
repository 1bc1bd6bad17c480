import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerCall } from './answer.ts'
import { setFaults } from './control.ts'
import type { Faults } from './control.ts'
import type { CardContext } from './context.ts'
import { makeId } from './context.ts'
import { parseForm } from './form.ts'
import { QUESTION_PATH } from './next-action.ts'
import { PAGE_HEADERS, readLanguage } from './page.ts'
import { answerQuestion, showAnswered, showQuestion } from './question.ts'
import { CardsRefusal, refuseRequest, writeRefusal } from './refusal.ts'
import type { Caller } from './routes.ts'
import { sameText } from './same-text.ts'
import { refuseRealNumbers } from './test-numbers.ts'

export type ServerDeps = {
  host: string
  port: number
  secretKey: string
  publishableKey: string
  /** Whether `/control/faults` is enabled, only for this machine and the secret key. */
  control: boolean
  faults: Faults
  /** The context of a call; earlier due events are executed first. */
  openDesk(request: CardContext['request'], apiVersion: string | undefined): CardContext
  /** Called after each call that may have changed something. */
  afterCall(): void
}

const LARGEST_BYTES = 64 * 1024
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const VERSION = /^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/
// Any page may embed the form: the publishable key allows nothing that its holder may not do. As at Stripe.
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'authorization, content-type, idempotency-key, stripe-version',
  'Access-Control-Expose-Headers': 'request-id',
  'Access-Control-Max-Age': '600',
}

/** Opens the port. A taken one rejects with an Error of code EADDRINUSE. */
export async function openServer(deps: ServerDeps): Promise<{ port: number; close(): Promise<void> }> {
  const inFlight = new Set<string>()
  const server = createServer({ noDelay: true }, (request, response) => {
    serve(deps, inFlight, request, response).catch((error: unknown) => {
      if (error instanceof CardsRefusal) return sendRefusal(response, error)
      // Only its type: a message might repeat what was sent.
      console.error(`cards: a request failed: ${error instanceof Error ? error.name : 'unknown'}`)
      sendRefusal(response, new CardsRefusal(500, 'api_error', { message: 'An internal error occurred.' }))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(deps.port, deps.host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function serve(
  deps: ServerDeps,
  inFlight: Set<string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://cards')
  if (request.method === 'OPTIONS') {
    response.writeHead(204, CORS).end()
    return
  }
  if (url.pathname.startsWith(`${QUESTION_PATH}/`)) return await serveQuestion(deps, url, request, response)
  const who = findCaller(deps, request)
  if (deps.control && url.pathname === '/control/faults')
    return await serveControl(deps, who, request, response)
  const key = readKey(request)
  const serveIt = () => serveCall(deps, { url, who, key }, request, response)
  if (request.method === 'POST' && key !== null) await serveOnce(inFlight, `${who} ${key}`, serveIt)
  else await serveIt()
}

function readKey(request: IncomingMessage): string | null {
  const key = request.headers['idempotency-key'] ?? null
  if (Array.isArray(key) || (key?.length ?? 0) > 255)
    throw refuseRequest('Idempotency-Key takes 255 characters.')
  return key
}

/** Serves one call of a key at a time. */
async function serveOnce(inFlight: Set<string>, claim: string, serveIt: () => Promise<void>): Promise<void> {
  if (inFlight.has(claim)) {
    throw new CardsRefusal(409, 'idempotency_error', {
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this Idempotent Key.',
    })
  }
  inFlight.add(claim)
  try {
    await serveIt()
  } finally {
    inFlight.delete(claim)
  }
}

async function serveCall(
  deps: ServerDeps,
  { url, who, key }: { url: URL; who: Caller; key: string | null },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const version = request.headers['stripe-version']
  if (version !== undefined && !VERSION.test(String(version)))
    throw refuseRequest('Invalid Stripe API version.')
  const method = request.method ?? 'GET'
  const body = await readBody(request)
  // A browser's GET has its client secret in the address, like all fields of GET.
  const fields = method === 'GET' ? url.search.slice(1) : body
  const requestId = makeId('req', 14)
  const context = deps.openDesk({ id: requestId, idempotency_key: key }, version as string | undefined)
  const reply = answerCall(context, { method, path: url.pathname, fields, who, key })
  deps.afterCall()
  if (deps.faults.loseReplies > 0) {
    deps.faults.loseReplies--
    request.socket.destroy()
    return
  }
  response.writeHead(reply.status, {
    ...(who === 'publishable' ? CORS : {}),
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(reply.body),
    'Request-Id': requestId,
    'Stripe-Version': context.apiVersion,
    ...(reply.replayed ? { 'Idempotent-Replayed': 'true' } : {}),
    ...(reply.status === 400 ? { 'Stripe-Should-Retry': 'false' } : {}),
  })
  response.end(reply.body)
}

function findCaller(deps: ServerDeps, request: IncomingMessage): Caller {
  const [scheme = '', given = ''] = (request.headers.authorization ?? '').split(' ')
  const key =
    scheme.toLowerCase() === 'basic' ? (Buffer.from(given, 'base64').toString().split(':')[0] ?? '') : given
  if (sameText(key, deps.secretKey)) return 'secret'
  if (sameText(key, deps.publishableKey)) return 'publishable'
  throw new CardsRefusal(401, 'invalid_request_error', {
    message: given === '' ? 'You did not provide an API key.' : 'Invalid API key provided.',
  })
}

async function serveControl(
  deps: ServerDeps,
  who: Caller,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (who !== 'secret' || !LOOPBACK.has(request.socket.remoteAddress ?? '')) {
    throw new CardsRefusal(403, 'invalid_request_error', { message: 'Control answers to this machine only.' })
  }
  const set = request.method === 'PUT' ? setFaults(deps.faults, await readBody(request)) : deps.faults
  if (set === null) throw refuseRequest('These are no faults.')
  deps.afterCall()
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(set))
}

async function serveQuestion(
  deps: ServerDeps,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const id = url.pathname.slice(QUESTION_PATH.length + 1)
  const body = await readBody(request)
  refuseRealNumbers(`${url.href} ${body}`)
  const language = readLanguage(request.headers['accept-language'])
  const context = deps.openDesk(null, undefined)
  if (request.method !== 'POST') {
    const page = showQuestion(context, id, parseForm(url.search.slice(1)), language)
    response.writeHead(200, PAGE_HEADERS).end(page)
    return
  }
  const back = context.store.transact(() => answerQuestion(context, id, parseForm(body)))
  deps.afterCall()
  if (back === null) response.writeHead(200, PAGE_HEADERS).end(showAnswered(language))
  else response.writeHead(303, { Location: back, 'Referrer-Policy': 'no-referrer' }).end()
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= LARGEST_BYTES) chunks.push(chunk)
  }
  if (bytes > LARGEST_BYTES) throw refuseRequest('The request is too large.')
  return Buffer.concat(chunks).toString('utf8')
}

function sendRefusal(response: ServerResponse, refusal: CardsRefusal): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  response.writeHead(refusal.status, { ...CORS, 'Content-Type': 'application/json' })
  response.end(JSON.stringify(writeRefusal(refusal)))
}
