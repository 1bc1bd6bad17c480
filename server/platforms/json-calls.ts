import type { Trouble } from '@madruga/core/events.ts'
import type { z } from 'zod'
import type { InstanceFetch, InstanceReply, InstanceRequest, RequestPriority } from './instance-fetch.ts'
import type { PlatformReply, PlatformTrouble } from './model.ts'

/** What an adapter sends to a platform that speaks JSON over HTTP. */
export type JsonCall = {
  method: InstanceRequest['method']
  path: string
  /** Sent as `Authorization: Bearer`; null = none. */
  token: string | null
  /** Sent as JSON. */
  body?: unknown
  /** Sent as a form instead. */
  form?: Record<string, string>
  /** Default 10 s. */
  timeoutMs?: number
  priority: RequestPriority
}

/** A reply outside 200-299. `said`: its JSON, undefined where it is none. */
export type JsonRefusal = { kind: 'refusal'; status: number; said: unknown; retryAfterMs: number | null }

/** What came of a call. `fault`: no reply that can be read; the call may have had an effect. */
export type JsonResult<T> =
  | { kind: 'answer'; value: T; text: string; receivedAtMs: number; headers: Record<string, string> }
  | JsonRefusal
  | { kind: 'over_budget'; problem: PlatformTrouble }
  | { kind: 'fault'; problem: PlatformTrouble }

/** What came of a call without an answer that can be read. */
export type Unanswered = Exclude<JsonResult<unknown>, { kind: 'answer' }>

/** Never throws for what the platform does. `shape` reads the answer; null where there is none to read. */
export type JsonCalls = <T>(call: JsonCall, shape: z.ZodType<T> | null) => Promise<JsonResult<T>>

const TIMEOUT_MS = 10_000
const MAX_RETRY_SECONDS = 86_400

/** Creates the calls of an adapter. `mediaType` is the JSON that it asks for and sends. */
export function createJsonCalls(fetch: InstanceFetch, mediaType = 'application/json'): JsonCalls {
  return async <T>(call: JsonCall, shape: z.ZodType<T> | null): Promise<JsonResult<T>> => {
    const { method, path, priority, timeoutMs = TIMEOUT_MS } = call
    const { body, type } = bodyOf(call, mediaType)
    const headers: Record<string, string> = { accept: mediaType }
    if (type !== null) headers['content-type'] = type
    if (call.token !== null) headers['authorization'] = `Bearer ${call.token}`
    return readReply(await fetch({ method, path, headers, body, timeoutMs, priority }), shape)
  }
}

function bodyOf(
  { body, form }: JsonCall,
  mediaType: string,
): { body: string | undefined; type: string | null } {
  if (form !== undefined)
    return { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' }
  if (body === undefined) return { body: undefined, type: null }
  return { body: JSON.stringify(body), type: mediaType }
}

function readReply<T>(reply: InstanceReply, shape: z.ZodType<T> | null): JsonResult<T> {
  const receivedAtMs = performance.now()
  if (reply.kind === 'no_answer') return { kind: 'fault', problem: trouble('unavailable', reply.detail) }
  if (reply.kind === 'over_budget') {
    const { retryAfterMs } = reply
    const problem = { ...trouble('rate_limited', 'the budget of the instance'), retryAfterMs }
    return { kind: 'over_budget', problem }
  }
  const { status, body: text, headers } = reply
  if (status < 200 || status > 299) {
    const said = parseJson(text)
    return { kind: 'refusal', status, said, retryAfterMs: readRetryAfter(headers['retry-after']) }
  }
  const read = shape === null ? null : shape.safeParse(parseJson(text))
  if (read === null) return { kind: 'answer', value: null as T, text, receivedAtMs, headers }
  if (read.success) return { kind: 'answer', value: read.data, text, receivedAtMs, headers }
  const [issue] = read.error.issues
  const where = issue === undefined ? '' : `${issue.path.join('.')}: ${issue.code}`
  return { kind: 'fault', problem: trouble('unexpected_reply', where) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How long a `Retry-After` header of seconds asks to wait, at most a day; null for any other. */
export function readRetryAfter(header: string | undefined): number | null {
  if (header === undefined || !/^\d{1,9}$/.test(header)) return null
  return Math.min(Number(header), MAX_RETRY_SECONDS) * 1_000
}

/** A trouble without anything that the platform said besides. */
export function trouble(kind: Trouble, detail: string | null = null): PlatformTrouble {
  return { trouble: kind, retryAfterMs: null, challengeId: null, detail }
}

/**
 * The trouble of a refusal by its status alone. A limit is taken for one that all drivers of the instance
 * share. `detail` is what the platform said, in its words.
 */
export function troubleOf({ status, retryAfterMs }: JsonRefusal, detail = ''): PlatformTrouble {
  const said = detail === '' ? `status ${status}` : detail
  if (status === 401) return trouble('sign_in_needed', said)
  if (status === 429) return { ...trouble('rate_limited', said), retryAfterMs }
  if (status >= 500) return { ...trouble('unavailable', said), retryAfterMs }
  return trouble('unexpected_reply', said)
}

/** The trouble of a call without an answer. `meet` names that of a refusal; without it, its status does. */
export function problemOf(
  result: Unanswered,
  meet: (refusal: JsonRefusal) => PlatformTrouble = troubleOf,
): PlatformTrouble {
  return result.kind === 'refusal' ? meet(result) : result.problem
}

/** The platform reply of a call. `meet` names the trouble of a refusal; without it, its status does. */
export function replyOf<T, U>(
  result: JsonResult<T>,
  make: (value: T) => U,
  meet: (refusal: JsonRefusal) => PlatformTrouble = troubleOf,
): PlatformReply<U> {
  if (result.kind === 'answer') return { ok: true, value: make(result.value) }
  return { ok: false, problem: problemOf(result, meet) }
}
