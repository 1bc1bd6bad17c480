import { createHash } from 'node:crypto'
import type { CardContext } from './context.ts'
import { parseForm } from './form.ts'
import { CardsRefusal, writeRefusal } from './refusal.ts'
import { checkCaller, findRoute } from './routes.ts'
import type { Caller } from './routes.ts'
import type { Item } from './store.ts'
import { refuseRealNumbers } from './test-numbers.ts'
import { expandItem, hidePrivate } from './view.ts'

/** A complete call. */
export type Request = {
  method: string
  path: string
  /** From the address for GET, from the body for POST; not decoded. */
  fields: string
  who: Caller
  key: string | null
}

export type Reply = { status: number; body: string; replayed: boolean }

/**
 * Answers a call. Effect, events, deliveries and the answer stored for its key are one transaction, on disk
 * before this returns. A known key gets its stored answer; with other fields it is refused.
 */
export function answerCall(context: CardContext, request: Request): Reply {
  try {
    refuseRealNumbers(`${decode(request.path)} ${request.key ?? ''}`)
    for (const [name, value] of new URLSearchParams(request.fields)) {
      refuseRealNumbers(name)
      refuseRealNumbers(value)
    }
    return context.store.transact(() => answerOnce(context, request))
  } catch (error) {
    if (!(error instanceof CardsRefusal)) throw error
    return { status: error.status, body: JSON.stringify(writeRefusal(error)), replayed: false }
  }
}

function answerOnce(context: CardContext, request: Request): Reply {
  const { store } = context
  if (request.key === null || request.method !== 'POST') return carryOut(context, request)
  const key = `${request.who} ${request.key}`
  const requestHash = createHash('sha256')
    .update(`${request.method} ${request.path} ${request.fields}`)
    .digest('hex')
  const kept = store.findAnswer(key)
  if (kept !== undefined) {
    if (kept.requestHash !== requestHash) {
      throw new CardsRefusal(400, 'idempotency_error', {
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      })
    }
    return { status: kept.status, body: kept.body, replayed: true }
  }
  const reply = carryOut(context, request)
  store.keepAnswer(key, { requestHash, status: reply.status, body: reply.body }, context.now)
  return reply
}

/**
 * A card's decline is a reply here: its effects stay, and its key gets it again. Other refusals are thrown.
 */
function carryOut(context: CardContext, request: Request): Reply {
  const { route, id } = findRoute(request.method, request.path)
  const call = { context, id, form: parseForm(request.fields), who: request.who }
  checkCaller(route, call)
  try {
    const item = route.handle(call)
    const seen =
      request.who === 'publishable' && route.browser === 'with_client_secret'
        ? hidePrivate(item as Item)
        : item
    return {
      status: 200,
      body: JSON.stringify(expandItem(context.store, seen, whatMayExpand(call))),
      replayed: false,
    }
  } catch (error) {
    if (!(error instanceof CardsRefusal) || error.status !== 402) throw error
    return {
      status: 402,
      body: JSON.stringify(writeRefusal(hideFromBrowser(error, request.who))),
      replayed: false,
    }
  }
}

function whatMayExpand({ form, who }: { form: ReturnType<typeof parseForm>; who: Caller }) {
  return who === 'secret' ? form : {}
}

function hideFromBrowser(error: CardsRefusal, who: Caller): CardsRefusal {
  if (who === 'secret') return error
  const details = { ...error.details }
  if (details.payment_intent !== undefined)
    details.payment_intent = hidePrivate(details.payment_intent as Item)
  if (details.setup_intent !== undefined) details.setup_intent = hidePrivate(details.setup_intent as Item)
  return new CardsRefusal(error.status, error.type, details)
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
