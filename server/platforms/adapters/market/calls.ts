import { Pool } from 'undici'
import type { z } from 'zod'
import type { PlatformReply, PlatformTrouble } from '../../model.ts'
import { MAX_BODY_BYTES } from '../wire/body.ts'
import { readRetryAfter, trouble } from '../rest.ts'
import { readRefusalText, troubleOf } from './trouble.ts'
import type { Refusal } from './trouble.ts'

/** Calls off the hot path are few: they share a few connections. */
const CONNECTIONS = 8

/** One call of the market that is not a poll or an accept. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  accessToken: string | null
  body?: unknown
}

/** The result of a call: its answer, a refusal in the market's words, or no answer at all. */
export type CallResult<T> =
  | { kind: 'answer'; value: T }
  | { kind: 'refusal'; status: number; said: Refusal; retryAfterMs: number | null }
  | { kind: 'fault'; problem: PlatformTrouble }

export type Calls = {
  /** `shape` reads the answer; null where there is none to read. Never throws for what the market does. */
  call<T>(call: Call, shape: z.ZodType<T> | null): Promise<CallResult<T | null>>
  close(): Promise<void>
}

export function createCalls(options: { url: string; timeoutMs: number; ca: string | undefined }): Calls {
  const { timeoutMs } = options
  const pool = new Pool(new URL(options.url).origin, {
    connections: CONNECTIONS,
    allowH2: false,
    connect: { timeout: timeoutMs, ...(options.ca === undefined ? {} : { ca: options.ca }) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MAX_BODY_BYTES,
  })
  return {
    async call<T>(call: Call, shape: z.ZodType<T> | null) {
      let text: string
      let status: number
      let retryAfter: string
      try {
        const reply = await pool.request({
          method: call.method,
          path: call.path,
          headers: headersOf(call),
          body: call.body === undefined ? null : JSON.stringify(call.body),
          // A slow drip never trips undici's own time-outs; this one limits the whole call.
          signal: AbortSignal.timeout(timeoutMs),
        })
        text = await reply.body.text()
        status = reply.statusCode
        retryAfter = String(reply.headers['retry-after'] ?? '')
      } catch (error) {
        return { kind: 'fault', problem: faultOf(error) }
      }
      if (status < 200 || status > 299) {
        return {
          kind: 'refusal',
          status,
          said: readRefusalText(text),
          retryAfterMs: readRetryAfter(retryAfter),
        }
      }
      if (shape === null) return { kind: 'answer', value: null }
      return readAnswer(text, shape)
    },
    close: () => pool.destroy(),
  }
}

function headersOf(call: Call): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (call.accessToken !== null) headers['authorization'] = `Bearer ${call.accessToken}`
  if (call.body !== undefined) headers['content-type'] = 'application/json'
  return headers
}

function readAnswer<T>(text: string, shape: z.ZodType<T>): CallResult<T> {
  try {
    const parsed = shape.safeParse(JSON.parse(text))
    if (parsed.success) return { kind: 'answer', value: parsed.data }
    const issue = parsed.error.issues[0]
    const where = issue === undefined ? '' : `${issue.path.join('.')}: ${issue.code}`
    return { kind: 'fault', problem: trouble('unexpected_reply', where) }
  } catch {
    return { kind: 'fault', problem: trouble('unexpected_reply', 'not JSON') }
  }
}

/** Replies that are not HTTP, or too large, are unexpected; all other faults mean unavailable. */
function faultOf(error: unknown): PlatformTrouble {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const unparsed = error instanceof Error && error.name === 'HTTPParserError'
  const unexpected = unparsed || code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
  const detail = error instanceof Error ? error.message || code : String(error)
  return trouble(unexpected ? 'unexpected_reply' : 'unavailable', detail)
}

/** The platform reply of a call that has no refusals of its own. */
export function replyOf<T, U>(result: CallResult<T>, make: (value: T) => U): PlatformReply<U> {
  if (result.kind === 'answer') return { ok: true, value: make(result.value) }
  if (result.kind === 'fault') return { ok: false, problem: result.problem }
  return { ok: false, problem: troubleOf(result.status, result.said, result.retryAfterMs) }
}
