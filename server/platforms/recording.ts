import { z } from 'zod'
import { TROUBLES } from '@madruga/core/events.ts'
import { INSTANCE_KINDS } from '@madruga/core/instances.ts'
import type { InstanceKind } from '@madruga/core/instances.ts'
import type { Clock } from '../kit/clock.ts'
import type { AdapterOptions } from './adapters/options.ts'
import { ADAPTERS } from './adapters/kinds.ts'
import { openInstanceHttp } from './instances/fetch.ts'
import type { InstanceFetch, InstanceReply } from './instances/fetch.ts'
import type { Platform } from './model.ts'
import { scrub } from './recording/scrub.ts'
import { describeFailure, playSession, STEPS } from './recording/session.ts'
import type { FailedStep, SessionFacts, SessionPlan } from './recording/session.ts'

const exchange = z.object({
  method: z.string(),
  /** Without its query. */
  path: z.string(),
  status: z.int(),
  retryAfter: z.string().optional(),
  body: z.unknown(),
})

/** Where events come from is an address of the operator's, and nothing here listens. */
const READ_BY = ['payMetaKey', 'currency', 'timeZone'] as const

const shape = z.object({
  kind: z.enum(INSTANCE_KINDS),
  recordedAt: z.iso.datetime(),
  hasLocation: z.boolean(),
  /** Whether the sign-in was by a code. */
  byCode: z.boolean(),
  /** Whether an offer was to be accepted. */
  accept: z.boolean(),
  /** What the operator agreed on beside the key, as far as replies are read by it. */
  options: z.partialRecord(z.enum(READ_BY), z.string()),
  /** As `SessionFacts`; words name nobody. */
  facts: z.record(z.string(), z.union([z.int(), z.boolean(), z.string().regex(/^[a-z_]+$/), z.null()])),
  /** The step at which it ended early; null = it was played to its end. */
  failed: z.object({ step: z.enum(STEPS), trouble: z.enum(TROUBLES) }).nullable(),
  exchanges: z.array(exchange).max(1_000),
})

/** One session of an adapter with a platform: what it read, and every reply. */
export type Recording = z.infer<typeof shape>

export type RecordOptions = SessionPlan & {
  kind: InstanceKind
  baseUrl: string
  key: string | null
  /** What the operator agrees on beside the key. */
  options: AdapterOptions['options']
  allowPrivate: boolean
  clock: Clock
}

/** A recording, and what ended its session early: in the platform's words, which are not in the recording. */
export type Recorded = { recording: Recording; failed: FailedStep | null }

/**
 * Plays a session with a platform and records it without secrets and persons, as far as it came. Throws when
 * the platform answered nothing.
 */
export async function recordSession(wanted: RecordOptions): Promise<Recorded> {
  const { kind, baseUrl, key, options, clock } = wanted
  const http = openInstanceHttp({ baseUrl, allowPrivate: wanted.allowPrivate })
  const exchanges: Recording['exchanges'] = []
  const fetch: InstanceFetch = async (request) => {
    const reply = await http.fetch(request)
    if (reply.kind === 'answer') exchanges.push(exchangeOf(request, reply))
    return reply
  }
  const recordedAt = new Date(clock.now()).toISOString()
  const { dispatcher } = http
  const platform = makePlatform(kind, { name: kind, baseUrl, key, clock, fetch, dispatcher, options })
  try {
    const { facts, failed } = await playSession(platform, wanted)
    if (failed !== null && exchanges.length === 0) throw new Error(describeFailure(failed))
    const { payMetaKey } = options
    const recording = {
      kind,
      recordedAt,
      hasLocation: wanted.at !== null,
      byCode: wanted.askCode !== null,
      accept: wanted.accept,
      options: Object.fromEntries(READ_BY.flatMap((name) => (options[name] ? [[name, options[name]]] : []))),
      facts,
      failed: failed && { step: failed.step, trouble: failed.trouble },
      exchanges: scrub(exchanges, payMetaKey || null),
    }
    return { recording, failed }
  } finally {
    await platform.close()
    await http.close()
  }
}

function makePlatform(kind: InstanceKind, options: AdapterOptions): Platform {
  const make = ADAPTERS[kind]
  if (make === undefined) throw new Error(`no adapter for ${kind}`)
  return make(options)
}

function exchangeOf(
  { method, path }: Parameters<InstanceFetch>[0],
  { status, body, headers }: Extract<InstanceReply, { kind: 'answer' }>,
): Recording['exchanges'][number] {
  const retryAfter = headers['retry-after']
  return {
    method,
    path: withoutQuery(path),
    status,
    ...(retryAfter !== undefined && /^\d+$/.test(retryAfter) && { retryAfter }),
    body: parse(body),
  }
}

/** A recording as it stands in a file; throws for a text that is none. */
export function readRecording(text: string): Recording {
  return shape.parse(JSON.parse(text))
}

/**
 * What an adapter reads from a recording differently than when it was recorded, or cannot read now as little
 * as then; empty = it reads a whole session as it was.
 */
export async function verifyRecording(made: Recording): Promise<string[]> {
  const { facts: recorded, options } = made
  const now = Date.parse(made.recordedAt)
  const clock: Clock = { now: () => now, after: () => () => {} }
  const nowhere = openInstanceHttp({ baseUrl: 'https://replayed.invalid', allowPrivate: false })
  const platform = makePlatform(made.kind, {
    name: made.kind,
    baseUrl: 'https://replayed.invalid',
    key: 'replayed',
    clock,
    fetch: replay(made),
    dispatcher: nowhere.dispatcher,
    options,
  })
  try {
    const { facts, failed } = await playSession(platform, {
      secret: { email: 'replayed', password: 'replayed' },
      askCode: made.byCode ? () => Promise.resolve('replayed') : null,
      variant: platform.variants[0]!,
      at: made.hasLocation ? { latitude: 0, longitude: 0 } : null,
      accept: made.accept,
    })
    const step = made.failed?.step
    if (step !== undefined && failed?.step !== step)
      return [`${step}: the adapter reads it now: record a whole session`]
    if (failed !== null) return [describeFailure(failed)]
    return (Object.keys(facts) as (keyof SessionFacts)[])
      .filter((name) => facts[name] !== recorded[name])
      .map((name) => `${name}: ${facts[name]}, recorded ${recorded[name]}`)
  } finally {
    await platform.close()
    await nowhere.close()
  }
}

/** The recorded replies, for each call in their order; the last one again once they are used up. */
function replay({ exchanges }: Recording): InstanceFetch {
  const left = Map.groupBy(exchanges, ({ method, path }) => `${method} ${path}`)
  return async ({ method, path }) => {
    const replies = left.get(`${method} ${withoutQuery(path)}`)
    const reply = replies !== undefined && replies.length > 1 ? replies.shift() : replies?.[0]
    if (reply === undefined) return { kind: 'no_answer', detail: `not recorded: ${method} ${path}` }
    const { status, retryAfter, body } = reply
    const headers = { ...(retryAfter !== undefined && { 'retry-after': retryAfter }) }
    return { kind: 'answer', status, body: typeof body === 'string' ? body : JSON.stringify(body), headers }
  }
}

function withoutQuery(path: string): string {
  return path.split('?', 1)[0]!
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
