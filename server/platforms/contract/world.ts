import assert from 'node:assert/strict'
import type { Offer, OfferKind, Variant } from '@madruga/core/offers.ts'
import type {
  AcceptResult,
  OfferFeed,
  Platform,
  PlatformReply,
  PlatformSecret,
  PlatformTrouble,
} from '../model.ts'

/** One offer that a test wants on the platform's list. */
export type WantedOffer = {
  stationId: string
  kind: OfferKind
  /** From the platform's now. */
  startsInMs: number
  lengthMs: number
  payCents: number
}

/** A platform with an empty list and two drivers, and the levers by which a test makes it behave. */
export type ContractWorld = {
  platform: Platform
  variant: Variant
  secret: PlatformSecret
  rival: PlatformSecret
  /** The platform's now, epoch ms. */
  now(): number
  advance(ms: number): Promise<void>
  /** Lists an offer to everyone; answers its id. */
  place(offer: WantedOffer): Promise<string>
  expireTokens(): Promise<void>
  /** The next poll but one is over the budget. */
  shrinkBudget(): Promise<void>
  requireHuman(): Promise<void>
  /** The answer to the open question. */
  solution(): string
  limitHours(minutes: number): Promise<void>
  confirmInstant(): Promise<void>
  /** Every call is refused as unavailable, or served again. */
  refuseAll(on: boolean): Promise<void>
  close(): Promise<void>
}

/** What a poll led to. */
export type Polled =
  | { kind: 'unchanged' }
  | { kind: 'offers'; offers: Offer[]; receivedAtMs: number }
  | { kind: 'troubled'; problem: PlatformTrouble }

export function pollOnce(feed: OfferFeed): Promise<Polled> {
  return new Promise((resolve, reject) => {
    const sent = feed.poll({
      unchanged: () => resolve({ kind: 'unchanged' }),
      offers: (found, receivedAtMs) => resolve({ kind: 'offers', offers: [...found], receivedAtMs }),
      troubled: (problem) => resolve({ kind: 'troubled', problem }),
    })
    if (!sent) reject(new Error('the poll was not sent'))
  })
}

export function valueOf<T>(reply: PlatformReply<T>): T {
  if (!reply.ok) throw new Error(`troubled: ${JSON.stringify(reply.problem)}`)
  return reply.value
}

export function troubleIn(reply: PlatformReply<unknown> | Polled | AcceptResult): PlatformTrouble {
  if ('problem' in reply) return reply.problem
  throw new Error(`no trouble: ${JSON.stringify(reply)}`)
}

/** What a poll that meets no trouble finds. */
export async function fresh(feed: OfferFeed): Promise<Offer[]> {
  const polled = await pollOnce(feed)
  assert.notEqual(polled.kind, 'troubled', JSON.stringify(polled))
  return polled.kind === 'offers' ? polled.offers : []
}
