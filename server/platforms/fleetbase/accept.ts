import type { Offer } from '@madruga/core/offers.ts'
import type { Clock } from '../../kit/clock.ts'
import type { JsonCalls, JsonRefusal, Unanswered } from '../json-calls.ts'
import type { AcceptResult, PlatformTokens, TriedListing } from '../model.ts'
import { isGone, meet, readOrder } from './calls.ts'
import { markOf, markOfferId, platformOfferId } from '../offer-ids.ts'
import { blockIdOfOffer, holderOf, isOpen, isRoundOf, lossOf } from './orders.ts'
import * as shapes from './shapes.ts'
import type { FleetbaseOrder } from './shapes.ts'

/** For reading an order and starting it together. */
const ACCEPT_TIMEOUT_MS = 3_000
const READ_TIMEOUT_MS = 1_500

/** An order that was open so long ago is read before it is started. */
const RECENT_MS = 5_000

/** The offers that were open a moment ago. */
export type RecentOffers = { note(open: readonly Offer[]): void; has(offerId: string): boolean }

/** Creates the memory of one driver's feed. */
export function createRecentOffers(clock: Clock): RecentOffers {
  const openAt = new Map<string, number>()
  const isOld = (at: number | undefined): boolean => at === undefined || clock.now() - at >= RECENT_MS
  return {
    note(open) {
      for (const [id, at] of openAt) if (isOld(at)) openAt.delete(id)
      for (const { id } of open) openAt.set(id, clock.now())
    },
    has: (orderId) => !isOld(openAt.get(orderId)),
  }
}

/** The offers that other drivers had when this one tried for them. */
type Losses = {
  /** Another driver had it at that time. */
  note(offerId: string, at: number): void
  /**
   * An open offer by the id of its present listing. `since`: a driver who had it before then has it no more,
   * by what was read.
   */
  name(offer: Offer, since: number): Offer
}

/**
 * Creates the memory of one driver's feed. A dispatcher may give an order to a driver and take it back before
 * it is started: nothing in the order tells that it is another listing.
 */
export function createLosses(tried: readonly TriedListing[]): Losses {
  const lostAt = new Map<string, number>()
  const note = (offerId: string, at: number): void => void lostAt.set(unlost(offerId), at)
  for (const { offerId, takenAt } of tried) if (takenAt !== null) note(offerId, takenAt)
  return {
    note,
    name(offer, since) {
      const at = lostAt.get(offer.id)
      if (at === undefined || at >= since) return offer
      const marks = [markOf(offer.id), `t${Math.floor(at / 1_000)}`].filter((mark) => mark !== null)
      return { ...offer, id: markOfferId(platformOfferId(offer.id), marks.join('-')) }
    },
  }
}

/** The id without the mark of a loss. */
function unlost(offerId: string): string {
  return offerId.replace(/[~-]t\d+$/, '')
}

/**
 * Starts an order. A 200 is provisional: another driver's start may be written after ours. One that is not
 * `recent` is read first, since starting what its customer canceled undoes that.
 */
export async function acceptOrder(
  call: JsonCalls,
  tokens: PlatformTokens,
  offerId: string,
  recent: RecentOffers,
): Promise<AcceptResult> {
  const begunAtMs = performance.now()
  const orderId = platformOfferId(offerId)
  if (!recent.has(offerId)) {
    const read = await readOrder(call, tokens, orderId, 'accept', READ_TIMEOUT_MS)
    if (read.kind !== 'answer') return readUnanswered(read)
    const refused = refuseOf(read.value, offerId, tokens)
    if (refused !== null) return refused
  }
  const { accessToken: token, platformDriverId: assign } = tokens
  const path = `/v1/orders/${encodeURIComponent(orderId)}/start`
  const timeoutMs = Math.max(1, Math.ceil(ACCEPT_TIMEOUT_MS - (performance.now() - begunAtMs)))
  const result = await call(
    { method: 'POST', path, token, body: { assign }, timeoutMs, priority: 'accept' },
    shapes.order,
  )
  if (result.kind === 'refusal' && result.status === 400)
    return await readRefusal(call, tokens, orderId, result)
  if (result.kind !== 'answer') return readUnanswered(result)
  if (result.value.id !== orderId) return { outcome: 'unknown', detail: 'another order' }
  const holder = holderOf(result.value)
  if (holder !== null && holder !== assign) return { outcome: 'refused', cause: 'taken' }
  return { outcome: 'waiting', waiting: 'provisional', blockId: blockIdOfOffer(offerId, assign) }
}

/** Why an order that was read is not started; null = it is open. */
function refuseOf(
  order: FleetbaseOrder,
  offerId: string,
  { platformDriverId: me }: PlatformTokens,
): AcceptResult | null {
  const cause = lossOf(order, me)
  // Dispatched again since, it is another offer, about which the driver has not said yes.
  if (cause === 'canceled' || !isRoundOf(offerId, order)) return { outcome: 'refused', cause: 'canceled' }
  if (holderOf(order) === me) return { outcome: 'unknown', detail: 'assigned already' }
  return isOpen(order) ? null : { outcome: 'refused', cause }
}

function readUnanswered(result: Unanswered): AcceptResult {
  if (result.kind === 'over_budget') return { outcome: 'not_sent', cause: 'over_budget' }
  if (result.kind === 'fault') return { outcome: 'unknown', detail: result.problem.detail ?? 'no answer' }
  if (isGone(result)) return { outcome: 'refused', cause: 'taken' }
  if (result.status >= 500) return { outcome: 'unknown', detail: `status ${result.status}` }
  return { outcome: 'troubled', problem: meet(result) }
}

/**
 * 400 says why in words alone. An order that has started may be the driver's own; one that is not dispatched
 * yet is assigned to them all the same.
 */
async function readRefusal(
  call: JsonCalls,
  tokens: PlatformTokens,
  orderId: string,
  { said }: JsonRefusal,
): Promise<AcceptResult> {
  const words = shapes.wordsOf(said)
  if (!/already started/i.test(words))
    return { outcome: 'refused', cause: 'not_eligible', detail: words, isDoubtful: true }
  const read = await readOrder(call, tokens, orderId, 'read')
  const isOurs = read.kind === 'answer' && holderOf(read.value) === tokens.platformDriverId
  if (read.kind === 'answer' && !isOurs) return { outcome: 'refused', cause: 'taken' }
  return { outcome: 'unknown', detail: words }
}
