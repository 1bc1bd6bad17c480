import type { Offer } from '@madruga/core/offers.ts'
import type { Clock } from '../../../kit/clock.ts'
import { createAcceptTurns } from '../accept-turns.ts'
import type { AcceptResult, PlatformTokens, TriedListing } from '../../model.ts'
import { markOf, markOfferId, platformOfferId } from '../offer-ids.ts'
import { ACCEPT_TIMEOUT_MS } from '../rest.ts'
import type { Rest, RestRefusal } from '../rest.ts'
import { isGone, orderPath, readOrder } from './calls.ts'
import { blockIdOfOffer, holderOf, isOpen, isRoundOf, lossOf } from './orders.ts'
import * as shapes from './shapes.ts'
import type { FleetbaseOrder } from './shapes.ts'

/** Of the time-out, for reading an order before it is started. */
const READ_TIMEOUT_MS = 1_500
/** An order that was open so long ago is read before it is started. */
const RECENT_MS = 5_000
/** What a driver of ours has started is not started by another one for so long. */
const STARTED_MS = 10_000

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
  // Without the mark of a loss.
  const note = (offerId: string, at: number): void => void lostAt.set(offerId.replace(/[~-]t\d+$/, ''), at)
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

/** Starts an order, as `acceptOrder` does, once no other driver of the instance is at it. */
export type StartOrder = (
  tokens: PlatformTokens,
  offerId: string,
  recent: RecentOffers,
) => Promise<AcceptResult>

/**
 * Creates the accepts of an instance. All drivers nearby hear of an order at once: one of them starts it, the
 * next one after a refusal. A listing that was won is taken for the others.
 */
export function createStarts(rest: Rest, clock: Clock): StartOrder {
  const turns = createAcceptTurns(clock)
  const started = new Map<string, { by: string; at: number }>()
  return async (tokens, offerId, recent) => {
    const { platformDriverId: me } = tokens
    for (const [id, { at }] of started) if (clock.now() - at >= STARTED_MS) started.delete(id)
    const freePlaces = (): number => ((started.get(offerId)?.by ?? me) === me ? 1 : 0)
    return await turns(offerId, freePlaces, async () => {
      const result = await acceptOrder(rest, tokens, offerId, recent)
      if (result.outcome === 'waiting') started.set(offerId, { by: me, at: clock.now() })
      return result
    })
  }
}

/**
 * Starts an order. A 200 is provisional: another driver's start may be written after ours. One that is not
 * `recent` is read first, since starting what its customer canceled undoes that.
 */
async function acceptOrder(
  rest: Rest,
  tokens: PlatformTokens,
  offerId: string,
  recent: RecentOffers,
): Promise<AcceptResult> {
  const begunAtMs = performance.now()
  const orderId = platformOfferId(offerId)
  const { platformDriverId: me } = tokens
  const priority = 'accept'
  if (!recent.has(offerId)) {
    const read = await readOrder(rest, tokens, orderId, { priority, timeoutMs: READ_TIMEOUT_MS })
    if (read.kind !== 'answer') return rest.unaccepted(read, readRefused)
    const refused = refuseOf(read.value, offerId, me)
    if (refused !== null) return refused
  }
  const timeoutMs = Math.max(1, Math.ceil(ACCEPT_TIMEOUT_MS - (performance.now() - begunAtMs)))
  const path = `${orderPath(orderId)}/start`
  const call = { method: 'POST', path, by: tokens, body: { assign: me }, timeoutMs, priority } as const
  const result = await rest.send(call, shapes.order)
  if (result.kind === 'refusal' && result.status === 400)
    return await readWords(rest, tokens, orderId, result)
  if (result.kind !== 'answer') return rest.unaccepted(result, readRefused)
  if (result.value.id !== orderId) return { outcome: 'unknown', detail: 'another order' }
  const holder = holderOf(result.value)
  if (holder !== null && holder !== me) return { outcome: 'refused', cause: 'taken' }
  return { outcome: 'waiting', waiting: 'provisional', blockId: blockIdOfOffer(offerId, me) }
}

/** Why an order that was read is not started; null = it is open. */
function refuseOf(order: FleetbaseOrder, offerId: string, me: string): AcceptResult | null {
  const cause = lossOf(order, me)
  // Dispatched again since, it is another offer, about which the driver has not said yes.
  if (cause === 'canceled' || !isRoundOf(offerId, order)) return { outcome: 'refused', cause: 'canceled' }
  if (holderOf(order) === me) return { outcome: 'unknown', detail: 'assigned already' }
  return isOpen(order) ? null : { outcome: 'refused', cause }
}

function readRefused(refusal: RestRefusal): AcceptResult | null {
  return isGone(refusal) ? { outcome: 'refused', cause: 'taken' } : null
}

/**
 * 400 says why in words alone. An order that has started may be the driver's own; one that is not dispatched
 * yet is assigned to them all the same.
 */
async function readWords(
  rest: Rest,
  tokens: PlatformTokens,
  orderId: string,
  { said }: RestRefusal,
): Promise<AcceptResult> {
  const detail = shapes.wordsOf(said)
  if (!/already started/i.test(detail))
    return { outcome: 'refused', cause: 'not_eligible', detail, isDoubtful: true }
  const read = await readOrder(rest, tokens, orderId)
  const isRivals = read.kind === 'answer' && holderOf(read.value) !== tokens.platformDriverId
  return isRivals ? { outcome: 'refused', cause: 'taken' } : { outcome: 'unknown', detail }
}
