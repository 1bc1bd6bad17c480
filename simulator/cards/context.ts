import { randomBytes } from 'node:crypto'
import { refuseMissing } from './refusal.ts'
import type { Item, Store } from './store.ts'

/** The context of one request or one due event: one transaction at one time. */
export type CardContext = {
  store: Store
  /** Epoch ms. */
  now: number
  /** Where browsers reach the gateway, without a trailing slash. */
  origin: string
  /** How long a bank takes to respond. */
  bankDelayMs: number
  /** Delay of events before their first delivery; a test may set it. */
  deliveryDelayMs: number
  /** Destinations of events, by the endpoints' ids. */
  endpoints: readonly string[]
  /** The request that caused this; null for time. */
  request: { id: string; idempotency_key: string | null } | null
  apiVersion: string
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * A name like Stripe's: the prefix and 24 random letters. The first is not a digit, so that none looks like a
 * card number.
 */
export function makeId(prefix: string, length = 24): string {
  const letters = [...randomBytes(length)].map(
    (byte, place) => LETTERS[place === 0 ? 10 + (byte % 52) : byte % 62],
  )
  return `${prefix}_${letters.join('')}`
}

/** The time in wire format, in whole seconds. */
export function secondsOf(ms: number): number {
  return Math.floor(ms / 1000)
}

/** The object of that kind and id; refuses if there is none. `param` is the name of the id's field. */
export function findItem(context: CardContext, kind: string, id: string, param?: string): Item {
  const item = context.store.find(id)
  if (item === undefined || item.object !== kind) throw refuseMissing(kind, id, param)
  return item
}

/** Stores the event, and one delivery for each endpoint, in the transaction of its cause. */
export function publish(context: CardContext, type: string, item: Item, previous?: object): void {
  const id = makeId('evt')
  context.store.insert({
    id,
    object: 'event',
    api_version: context.apiVersion,
    created: secondsOf(context.now),
    data: { object: item, ...(previous === undefined ? {} : { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: context.endpoints.length,
    request: context.request ?? { id: null, idempotency_key: null },
    type,
  })
  for (const endpoint of context.endpoints)
    context.store.addDelivery(id, endpoint, context.now + context.deliveryDelayMs)
}
