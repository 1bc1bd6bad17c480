import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { openPort, readBearer, readText } from './open-port.ts'
import type { OpenPort } from './open-port.ts'

const pack = promisify(gzip)
/** Shorter answers are sent as they are. */
const PACKED_FROM = 1_000

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

/** Opens a port for a stand-in called `name`. A taken one rejects with an Error of code EADDRINUSE. */
export async function listenJson(
  at: { name: string; host: string; port: number },
  answer: (request: JsonRequest) => Promise<JsonAnswer>,
): Promise<OpenPort> {
  return await openPort(at, (request, response) => serve(answer, request, response))
}

async function serve(
  answer: (request: JsonRequest) => Promise<JsonAnswer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://stand-in')
  const read = await readBody(request)
  const { status, body, headers } = await answer({
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body: read,
    bearer: readBearer(request),
    address: request.socket.remoteAddress ?? '',
  })
  const text = Buffer.from(JSON.stringify(body))
  // As the web servers before both platforms do.
  const isPacked = text.length > PACKED_FROM && /\bgzip\b/.test(String(request.headers['accept-encoding']))
  const sent = isPacked ? await pack(text) : text
  response.writeHead(status, {
    ...headers,
    ...(isPacked && { 'content-encoding': 'gzip' }),
    'content-type': 'application/json',
    'content-length': sent.length,
  })
  response.end(sent)
}

/** Too large, or no JSON object: as if nothing had been sent. */
async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(await readText(request))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
