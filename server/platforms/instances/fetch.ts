import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Agent } from 'undici'
import type { Dispatcher } from 'undici'
import { guardedConnect } from './guard.ts'
import type { ReachRules } from './guard.ts'

/** What goes first where an instance's requests are short: accepts, then reading them back, and so on. */
export type RequestPriority = 'accept' | 'read' | 'sign_in' | 'poll'

/** One request of an adapter to its instance. */
export type InstanceRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under the instance's base URL, with its query: `/api/shifts/open?page=1`. */
  path: string
  /** In lower case. Requests of one `authorization` share a place in the queue: each driver has their own. */
  headers: Record<string, string>
  body?: string | undefined
  /** From sending until the last octet of the body; waiting for the budget does not count. */
  timeoutMs: number
  priority: RequestPriority
}

/** What came of it. `over_budget`: it was not sent, since the instance's requests are used up. */
export type InstanceReply =
  | { kind: 'answer'; status: number; body: string; headers: Record<string, string> }
  | { kind: 'no_answer'; detail: string }
  | { kind: 'over_budget'; retryAfterMs: number }

/**
 * The HTTP of one instance: within its budget of requests and to no address that it may not have. Follows no
 * redirect (a 3xx is the answer), and never throws for what the instance does.
 */
export type InstanceFetch = (request: InstanceRequest) => Promise<InstanceReply>

/** Asks for the right to send one request. Null = send now; else the wait in ms, and nothing may be sent. */
export type TakeRequest = (priority: RequestPriority, driver: string) => Promise<number | null>

export type InstanceHttpOptions = ReachRules & {
  /** Without query and fragment; its path is put before that of each request. */
  baseUrl: string
  /** Without it, nothing is counted. */
  take?: TakeRequest
  /** A body beyond this, packed or not, ends as `no_answer`; default 2 MiB. */
  mostBytes?: number
}

export type InstanceHttp = {
  fetch: InstanceFetch
  /** For an adapter's own `new WebSocket(url, { dispatcher })`; it checks addresses and limits messages. */
  dispatcher: Dispatcher
  close(): Promise<void>
}

const MAX_BODY_BYTES = 2 * 1024 * 1024
const MAX_HEADER_BYTES = 16 * 1024
/** A socket ends at the frame with which a message would exceed this; an event is a few hundred octets. */
const MAX_MESSAGE_BYTES = 64 * 1024
const MAX_FRAGMENTS = 64
const CONNECT_MS = 5_000
/** All drivers of an instance in one process share these sockets. */
const CONNECTIONS = 16

/** Opens the HTTP of one instance. Throws for a base URL that is none. */
export function openInstanceHttp({
  baseUrl,
  take,
  mostBytes = MAX_BODY_BYTES,
  ...rules
}: InstanceHttpOptions): InstanceHttp {
  const url = new URL(baseUrl)
  const root = url.pathname.replace(/\/+$/, '')
  const agent = new Agent({
    connections: CONNECTIONS,
    allowH2: false,
    connect: guardedConnect(rules, CONNECT_MS),
    maxHeaderSize: MAX_HEADER_BYTES,
    maxResponseSize: mostBytes,
    webSocket: { maxPayloadSize: MAX_MESSAGE_BYTES, maxFragments: MAX_FRAGMENTS },
  })

  return {
    async fetch(request) {
      const waitMs = take ? await take(request.priority, request.headers['authorization'] ?? '') : null
      if (waitMs !== null) return { kind: 'over_budget', retryAfterMs: waitMs }
      const { method, path, headers, body = null, timeoutMs } = request
      const times = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
      try {
        // A slow drip never trips undici's own time-outs; the signal limits the whole request.
        const signal = AbortSignal.timeout(timeoutMs)
        const sent = { ...headers, 'accept-encoding': 'gzip' }
        const at = { origin: url.origin, path: root + path, method, headers: sent, body, signal, ...times }
        const reply = await agent.request(at)
        const told = plain(reply.headers)
        const read = await readBody(
          Buffer.from(await reply.body.bytes()),
          told['content-encoding'],
          mostBytes,
        )
        return { kind: 'answer', status: reply.statusCode, body: read, headers: told }
      } catch (error) {
        return { kind: 'no_answer', detail: describe(error) }
      }
    },
    dispatcher: agent,
    close: () => agent.destroy(),
  }
}

/** What is packed into few octets may not become more than what may come unpacked. */
async function readBody(octets: Buffer, encoding: string | undefined, mostBytes: number): Promise<string> {
  const isPacked = encoding?.toLowerCase() === 'gzip' && octets.length > 0
  return (isPacked ? await unpack(octets, { maxOutputLength: mostBytes }) : octets).toString()
}

const unpack = promisify(gunzip)

function plain(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]))
}

/** The fault's own words; no request and no header stands in them. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  const code = 'code' in error ? String(error.code) : ''
  return (error.message || code || error.name).slice(0, 200)
}
