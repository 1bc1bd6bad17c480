import assert from 'node:assert/strict'
import type { Offer, OfferKind, Variant } from '@madruga/core/offers.ts'
import { openInstanceHttp } from '../instances/fetch.ts'
import type { InstanceHttp } from '../instances/fetch.ts'
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
  /** From the platform's now; with `acceptStarts`, 0 = when it is accepted. */
  startsInMs: number
  lengthMs: number
  /** What it pays, where the platform states pay. */
  payCents: number
}

/** What the platform states of each offer. */
export type OfferTerms = {
  kind: OfferKind
  pay: 'stated' | 'unknown'
  /** ISO 4217; null = US dollars, unsaid. */
  currency: string | null
  end: 'stated' | 'estimated'
}

/**
 * A platform with an empty list and two drivers, and the levers by which a test makes it behave. A lever is
 * there where the platform has what it moves; the suite insists on those that a capability promises.
 */
export type ContractWorld = {
  platform: Platform
  variant: Variant
  terms: OfferTerms
  secret: PlatformSecret
  rival: PlatformSecret
  /** The platform's now, epoch ms. */
  now(): number
  advance(ms: number): Promise<void>
  /** Lists an offer to everyone, with one place; answers its id. */
  place(offer: WantedOffer): Promise<string>
  expireTokens(): Promise<void>
  /** How long the tokens live that are given from now on, where an operator decides it. */
  setTokenLife?(ms: number): Promise<void>
  /** Where drivers share readings: the user names by whose tokens the list has been read. */
  readers?(): string[]
  /** Lists an offer to everyone that no one can read. */
  placeUnreadable?(): Promise<void>
  /** The next poll but one is over the budget, which is full again in more than a minute. */
  shrinkBudget(): Promise<void>
  /** Every call is refused as unavailable, or served again. */
  refuseAll(on: boolean): Promise<void>
  close(): Promise<void>

  /** The currency that the platform states beside its stations; without it, it states none. */
  paidIn?: string
  /** Tokens end for good: their driver signs in again. Without it, they are renewed. */
  tokensEnd?: true
  /** All drivers share one budget of requests. */
  sharedBudget?: true
  /** For the adapter of an instance: its operator's budget is spent, so that no request goes out, or not. */
  spendInstance?(isSpent: boolean): void
  /** The platform refuses an accept that overlaps a held block, or one while a job runs (`acceptStarts`). */
  refusesOverlaps?: true
  /** A block that has begun cannot be released. */
  keepsBegun?: true
  /** Lists are not answered until they are held no longer. */
  holdLists?(isHeld: boolean): Promise<void>
  limitHours?(minutes: number): Promise<void>
  /** With `humanVerification`. `solution`: the answer to the open question. */
  human?: { require(): Promise<void>; solution(): string }
  /** With `instantOffers`: the driver confirms the switch in the delivery app. */
  confirmInstant?(): Promise<void>
  /** Lists an offer that requires a skill which neither driver has. */
  placeBeyond?(offer: WantedOffer): Promise<{ id: string; skill: string }>
  /**
   * With `waitlist`, or where the platform lists an offer under the same id again. `fill`: another driver
   * takes its one place. `free`: that driver gives it back.
   */
  places?: { fill(offerId: string): Promise<void>; free(offerId: string): Promise<void> }
  /** Somebody at the platform agrees to each accept from `require` on. */
  agreement?: {
    require(): Promise<void>
    give(offerId: string): Promise<void>
    deny(offerId: string): Promise<void>
  }
  /** With `listsAllHeld`: somebody at the platform moves what the driver holds, or takes it from them. */
  dispatcher?: { move(offerId: string, ms: number): Promise<void>; dismiss(offerId: string): Promise<void> }
  /** With `readBacks`, where a refusal may take effect: the next accept of this offer is such a one. */
  refuseWithEffect?(offerId: string): Promise<void>
  /** With `readBacks`: another driver's accept replaces the one that the driver has made. */
  replaceWinner?(offerId: string): Promise<void>
  /** With `whyLost`: the customer cancels the job of an accept. */
  cancel?(offerId: string): Promise<void>
  /** An offer that its customer canceled is listed again. */
  listAgain?(offerId: string): Promise<void>
  /** With `acceptStarts`: the job is done, and another one may be begun. */
  finish?(offerId: string): Promise<void>
  /**
   * With `push`. `lose`: nothing is announced from now on. `repeat`: announces the offer once more,
   * even if it is gone.
   */
  announcements?: { lose(): Promise<void>; repeat(offerId: string): Promise<void> }
}

/** How long a request is told to wait that the budget of an instance does not bear. */
export const INSTANCE_WAIT_MS = 4_000

/** The HTTP of an instance at this machine, with the lever of its budget. */
export function openContractHttp(
  baseUrl: string,
): InstanceHttp & Required<Pick<ContractWorld, 'spendInstance'>> {
  let isSpent = false
  const take = () => Promise.resolve(isSpent ? INSTANCE_WAIT_MS : null)
  return {
    ...openInstanceHttp({ baseUrl, allowPrivate: true, take }),
    spendInstance: (now) => void (isSpent = now),
  }
}

/** What a poll led to. */
export type Polled =
  | { kind: 'unchanged' }
  | { kind: 'unasked' }
  | { kind: 'offers'; offers: Offer[]; receivedAtMs: number }
  | { kind: 'troubled'; problem: PlatformTrouble }

export function pollOnce(feed: OfferFeed): Promise<Polled> {
  return new Promise((resolve, reject) => {
    const sent = feed.poll({
      unchanged: () => resolve({ kind: 'unchanged' }),
      unasked: () => resolve({ kind: 'unasked' }),
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
