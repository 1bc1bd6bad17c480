import type { Trouble } from '@madruga/core/events.ts'
import { z } from 'zod'
import type { InstanceFetch, InstanceReply, InstanceRequest, RequestPriority } from '../instances/fetch.ts'
import type { AcceptResult, PlatformReply, PlatformTokens, PlatformTrouble } from '../model.ts'

/** What an adapter sends to a platform that speaks JSON over HTTP. */
export type RestCall = {
  /** Default `GET`. */
  method?: InstanceRequest['method']
  path: string
  /** Whose token is sent as `Authorization: Bearer`, or a key; null = none. */
  by: PlatformTokens | string | null
  /** Sent as JSON. */
  body?: unknown
  /** Sent as a form instead. */
  form?: Record<string, string>
  /** Default 10 s. */
  timeoutMs?: number | undefined
  /** Default `read`. */
  priority?: RequestPriority
}

/** A reply outside 200-299. `said`: its JSON, undefined where it is none. */
export type RestRefusal = { kind: 'refusal'; status: number; said: unknown; retryAfterMs: number | null }

/** What came of a call. `fault`: no reply that can be read; the call may have had an effect. */
export type RestResult<T> =
  | { kind: 'answer'; value: T; text: string; receivedAtMs: number; headers: Record<string, string> }
  | RestRefusal
  | { kind: 'over_budget'; problem: PlatformTrouble }
  | { kind: 'fault'; problem: PlatformTrouble }

/** What came of a call without an answer that can be read. */
export type Unanswered = Exclude<RestResult<unknown>, { kind: 'answer' }>

/** What a poll reports without an answer: no request went out, nor should in `retryAfterMs`; or a trouble. */
export type Unread =
  | { kind: 'nothing'; retryAfterMs: number }
  | { kind: 'troubled'; problem: PlatformTrouble }

/** Names the trouble of a refusal. */
export type Meet = (refusal: RestRefusal) => PlatformTrouble

/** The calls of one adapter, which end as the contract says. `meet` is the adapter's own by default. */
export type Rest = {
  /** Never throws for what the platform does. `shape` reads the answer; null where there is none to read. */
  send<T>(call: RestCall, shape: z.ZodType<T> | null): Promise<RestResult<T>>
  problemOf(result: Unanswered, meet?: Meet): PlatformTrouble
  replyOf<T, U>(result: RestResult<T>, make: (value: T) => U, meet?: Meet): PlatformReply<U>
  unreadOf(result: Unanswered, meet?: Meet): Unread
  /**
   * An accept without an answer. What leaves open whether the driver has the offer is `unknown`. `read` tells
   * of a refusal below 500 what the platform said clearly; null = it is a trouble.
   */
  unaccepted(result: Unanswered, read: (refusal: RestRefusal) => AcceptResult | null): AcceptResult
  /** Whether the platform answers: a refusal is an answer; silence and a server's failure are none. */
  answers(call: RestCall): Promise<boolean>
}

/** The time-out of an accept: reconciliation waits for it, and for the second in which it may be sent. */
export const ACCEPT_TIMEOUT_MS = 3_000
const TIMEOUT_MS = 10_000
const MAX_RETRY_SECONDS = 86_400

/** Creates the calls of an adapter. `mediaType` is the JSON that it asks for and sends. */
export function createRest(
  fetch: InstanceFetch,
  { mediaType = 'application/json', meet: meetAny = troubleOf }: { mediaType?: string; meet?: Meet } = {},
): Rest {
  const send = async <T>(call: RestCall, shape: z.ZodType<T> | null): Promise<RestResult<T>> => {
    const { method = 'GET', path, by, priority = 'read', timeoutMs = TIMEOUT_MS } = call
    const token = by !== null && typeof by === 'object' ? by.accessToken : by
    const [body, type] = bodyOf(call, mediaType)
    const headers = {
      accept: mediaType,
      ...(body !== undefined && { 'content-type': type }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
    }
    return readReply(await fetch({ method, path, headers, body, timeoutMs, priority }), shape)
  }
  const problemOf: Rest['problemOf'] = (result, meet = meetAny) =>
    result.kind === 'refusal' ? meet(result) : result.problem
  return {
    send,
    problemOf,
    replyOf: (result, make, meet) =>
      result.kind === 'answer'
        ? { ok: true, value: make(result.value) }
        : { ok: false, problem: problemOf(result, meet) },
    unreadOf: (result, meet) =>
      result.kind === 'over_budget'
        ? { kind: 'nothing', retryAfterMs: result.problem.retryAfterMs ?? 0 }
        : { kind: 'troubled', problem: problemOf(result, meet) },
    unaccepted(result, read) {
      if (result.kind === 'over_budget') return { outcome: 'not_sent', cause: 'over_budget' }
      if (result.kind === 'fault') return { outcome: 'unknown', detail: result.problem.detail ?? 'no answer' }
      if (result.status < 400 || result.status >= 500)
        return { outcome: 'unknown', detail: `status ${result.status}` }
      return read(result) ?? { outcome: 'troubled', problem: meetAny(result) }
    },
    async answers(call) {
      const result = await send(call, null)
      return result.kind === 'answer' || (result.kind === 'refusal' && result.status < 500)
    },
  }
}

function bodyOf({ body, form }: RestCall, mediaType: string): [body: string | undefined, type: string] {
  if (form) return [new URLSearchParams(form).toString(), 'application/x-www-form-urlencoded']
  return [body === undefined ? undefined : JSON.stringify(body), mediaType]
}

function readReply<T>(reply: InstanceReply, shape: z.ZodType<T> | null): RestResult<T> {
  const receivedAtMs = performance.now()
  if (reply.kind === 'no_answer') return { kind: 'fault', problem: trouble('unavailable', reply.detail) }
  if (reply.kind === 'over_budget') {
    const { retryAfterMs } = reply
    const problem = { ...trouble('rate_limited', 'the budget of the instance'), retryAfterMs }
    return { kind: 'over_budget', problem }
  }
  const { status, body: text, headers } = reply
  if (status < 200 || status > 299) {
    const said = readJson(text, z.unknown()) ?? undefined
    return { kind: 'refusal', status, said, retryAfterMs: readRetryAfter(headers['retry-after']) }
  }
  const read = shape === null ? null : shape.safeParse(readJson(text, z.unknown()))
  if (read === null) return { kind: 'answer', value: null as T, text, receivedAtMs, headers }
  if (read.success) return { kind: 'answer', value: read.data, text, receivedAtMs, headers }
  const [issue] = read.error.issues
  const where = issue === undefined ? '' : `${issue.path.join('.')}: ${issue.code}`
  return { kind: 'fault', problem: trouble('unexpected_reply', where) }
}

/** What a text says; null where it is no JSON of that shape. */
export function readJson<T>(text: string, shape: z.ZodType<T>): T | null {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** How long a `Retry-After` header of seconds asks to wait, at most a day; null for any other. */
export function readRetryAfter(header: string | undefined): number | null {
  return header === undefined || !/^\d{1,9}$/.test(header) ? null : waitOf(Number(header))
}

/** The same of seconds that were read already; below 0 = none. */
export function waitOf(retryAfterSeconds: number): number | null {
  return retryAfterSeconds < 0 ? null : Math.min(retryAfterSeconds, MAX_RETRY_SECONDS) * 1_000
}

/** A trouble without anything that the platform said besides. */
export function trouble(kind: Trouble, detail: string | null = null): PlatformTrouble {
  return { trouble: kind, retryAfterMs: null, challengeId: null, detail }
}

/**
 * The trouble of a refusal by its status alone. A limit is taken for one that all drivers of the instance
 * share. `detail` is what the platform said, in its words.
 */
export function troubleOf({ status, retryAfterMs }: RestRefusal, detail = ''): PlatformTrouble {
  const said = detail === '' ? `status ${status}` : detail
  if (status === 401) return trouble('sign_in_needed', said)
  if (status === 429) return { ...trouble('rate_limited', said), retryAfterMs }
  if (status >= 500) return { ...trouble('unavailable', said), retryAfterMs }
  return trouble('unexpected_reply', said)
}
