import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { Refusal } from '../refusals.ts'
import type { Market, Session } from '../market.ts'
import { drawFate, spoilList } from './faults.ts'
import type { Fate } from './faults.ts'
import { makeRefusal, sendReply } from './reply.ts'
import type { Reply } from './reply.ts'
import type { Route } from './route.ts'

const LARGEST_BODY = 64 * 1024
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

type Found = { route: Route; params: Record<string, string> }

/** Finds the route of a request; undefined if there is none. */
export function findRoute(routes: readonly Route[], method: string, path: string): Found | undefined {
  const parts = path.split('/')
  for (const route of routes) {
    if (route.method !== method) continue
    const params = matchPath(route.path.split('/'), parts)
    if (params !== undefined) return { route, params }
  }
  return undefined
}

/** Handles one API request from start to end: finds the route, checks, calls, answers. */
export async function dispatch(
  market: Market,
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://market')
  const found = findRoute(routes, request.method!, url.pathname)
  let fate: Fate | undefined
  let reply: Reply
  try {
    if (found === undefined) throw new Refusal('not_found')
    const { route } = found
    const text = await readBody(request)
    const session = admit(market, route, request)
    fate = drawFateOf(market, route, session)
    if (fate?.drop === 'before') {
      request.socket.destroy()
      return
    }
    if (fate?.refusal !== undefined) throw new Refusal(fate.refusal)
    if (session instanceof Refusal) throw session
    reply = await callRoute(market, found, { url, text, session, response })
    if (route.path === '/v1/offers') spoilOffers(reply, fate)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    reply = makeRefusal(error)
  }
  await sendReply(market, response, reply, fate)
}

/**
 * Refuses strangers at an operator's route; finds the session at a driver's, where a fault may come first.
 */
function admit(market: Market, { who }: Route, request: IncomingMessage): Session | Refusal | undefined {
  if (who === 'operator' && !isOperator(request)) throw new Refusal('forbidden')
  return who === 'driver' ? findCaller(market, request) : undefined
}

function spoilOffers(reply: Reply, fate: Fate | undefined): void {
  if (fate?.list !== undefined) reply.body = spoilList(reply.body.toString(), fate.list)
}

/** The faults are drawn from the driver's own random stream if the token identifies the caller. */
function drawFateOf(
  market: Market,
  { who }: Route,
  session: Session | Refusal | undefined,
): Fate | undefined {
  if (who === 'operator' || !market.hasFaults()) return undefined
  const dice = session instanceof Refusal ? undefined : session?.driver.faultDice
  return drawFate(market.world.faults, dice ?? market.world.faultDice)
}

type Received = { url: URL; text: string; session: Session | undefined; response: ServerResponse }

async function callRoute(
  market: Market,
  { route, params }: Found,
  { url, text, session, response }: Received,
): Promise<Reply> {
  const challenge = session?.driver.challenge
  if (challenge !== undefined && !route.duringQuestion) {
    throw new Refusal('human_verification', { challengeId: challenge.challengeId })
  }
  const body = route.body && validate(route.body, parseJson(text))
  const query = route.query && validate(route.query, Object.fromEntries(url.searchParams))
  const hangUp = new AbortController()
  response.once('close', () => hangUp.abort())
  const call = { market, params, body, query, signal: hangUp.signal }
  const answer = await route.handle(session === undefined ? call : { ...call, session })
  if (answer === undefined) return { status: 204, headers: {}, body: '' }
  return { status: 200, headers: {}, body: 'bytes' in answer ? answer.bytes : JSON.stringify(answer.json) }
}

/** Admin calls must come from this machine, and not from a page of another site. */
function isOperator(request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  const fromHere = LOOPBACK.has(request.socket.remoteAddress ?? '')
  return fromHere && (origin === undefined || origin === `http://${host}`)
}

function findCaller(market: Market, request: IncomingMessage): Session | Refusal {
  const header = request.headers.authorization
  const token = header?.toLowerCase().startsWith('bearer ') ? header.slice(7).trim() : undefined
  try {
    return market.authenticate(token)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function matchPath(pattern: string[], parts: string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? ''
    if (expected.startsWith('{')) params[expected.slice(1, -1)] = part
    else if (expected !== part) return undefined
  }
  return params
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST_BODY) throw new Refusal('bad_request', { issues: ['the body is over 64 KB'] })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('bad_request', { issues: ['the body is not JSON'] })
  }
}

function validate(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
  throw new Refusal('bad_request', { issues })
}
