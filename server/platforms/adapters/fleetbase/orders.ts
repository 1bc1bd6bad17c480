import type { Loss } from '@madruga/core/events.ts'
import type { Offer, Pay } from '@madruga/core/offers.ts'
import { MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { HeldBlock } from '../../model.ts'
import { markOf, markOfferId, platformOfferId } from '../offer-ids.ts'
import type { FleetbaseOrder } from './shapes.ts'

/** Where orders of an instance come from: around the driver, wherever that is. */
export const NEARBY = 'nearby'

/** What an order is read by. */
export type OrderRules = {
  /** The key of `meta` by which the operator says what the driver is paid; null = pay is unknown. */
  payMetaKey: string | null
  /** In which the driver is paid; null = the platform does not say, and the order's is believed. */
  currency: string | null
  now: number
}

const METRES_PER_MILE = 1_609.344
/** Without a time, an order is reckoned at 20 miles an hour, without a distance at half an hour. */
const ASSUMED_METRES_PER_SECOND = 8.94
const ASSUMED_MS = 30 * MINUTE_MS
/** Ten thousand dollars: more than that for one order is a mistake. */
const MAX_CENTS = 1_000_000
const DELIVERED = 'completed'
const DISPATCHED = 'dispatched'
const CANCELED: ReadonlySet<string> = new Set(['canceled', 'cancelled', 'order_canceled'])
const OVER: ReadonlySet<string> = new Set([DELIVERED, ...CANCELED, 'expired'])

/** Who has an order; null = nobody. */
export function holderOf({ driver_assigned: driver }: FleetbaseOrder): string | null {
  return driver && 'id' in driver ? driver.id : null
}

/** Whether an order is there for whoever starts it. */
export function isOpen(order: FleetbaseOrder): boolean {
  return (
    order.adhoc === true &&
    order.dispatched === true &&
    order.started !== true &&
    holderOf(order) === null &&
    !OVER.has(order.status ?? '') &&
    !isCanceled(order)
  )
}

/**
 * Whether an order's customer has canceled it. A start after that undoes the status, which its history alone
 * shows then; a dispatcher who dispatches it again takes the cancelation back.
 */
function isCanceled(order: FleetbaseOrder): boolean {
  const history = codesOf(order)
  const canceledAt = history.findLastIndex((code) => CANCELED.has(code))
  return CANCELED.has(order.status ?? '') || canceledAt > history.lastIndexOf(DISPATCHED)
}

/** What became of an order, oldest first. */
function codesOf({ tracking_statuses: history }: FleetbaseOrder): string[] {
  return history?.map(({ code }) => (code ?? '').toLowerCase()) ?? []
}

/**
 * Tells an order from those that it was before it was dispatched again; empty for the first. Each is a job of
 * its own.
 */
function roundOf(order: FleetbaseOrder): string {
  const rounds = codesOf(order).filter((code) => code === DISPATCHED).length
  return rounds > 1 ? String(rounds) : ''
}

/** Whether a driver still has an order to deliver. */
export function isHeldBy(order: FleetbaseOrder, driverId: string): boolean {
  return holderOf(order) === driverId && !OVER.has(order.status ?? '') && !isCanceled(order)
}

/** Whether an order was delivered, by this driver. */
export function isDeliveredBy(order: FleetbaseOrder, driverId: string): boolean {
  return holderOf(order) === driverId && order.status === DELIVERED
}

/** Why an order is not a driver's any more; null = it does not exist. */
export function lossOf(order: FleetbaseOrder | null, driverId: string): Loss {
  if (order === null) return 'gone'
  if (isCanceled(order)) return 'canceled'
  const holder = holderOf(order)
  return holder === null || holder === driverId ? 'gone' : 'taken'
}

/** The same of one of the driver's blocks: an order that was dispatched again since was canceled before. */
export function lossOfBlock(order: FleetbaseOrder | null, blockId: string): Loss {
  const [offerId = '', driverId = ''] = blockId.split('/')
  return order !== null && !isRoundOf(offerId, order) ? 'canceled' : lossOf(order, driverId)
}

/**
 * An open order as an offer. It begins when it is accepted, or at its scheduled time if that lies ahead. An
 * order that was dispatched again, or started before and taken from its driver, is another listing.
 */
export function toOffer(order: FleetbaseOrder, rules: OrderRules): Offer {
  const startAt = Math.max(rules.now, order.scheduled_at ?? 0)
  const mark = [roundOf(order), order.started_at].filter(Boolean).join('-')
  return {
    ...termsOf(order, rules),
    id: mark ? markOfferId(order.id, mark) : order.id,
    startAt,
    endAt: startAt + lengthOf(order),
    batched: false,
    expiresAt: null,
  }
}

/** Drivers may have one order after another, each with their own block. `round`: as in its listing. */
function blockIdOf(orderId: string, round: string, driverId: string): string {
  return `${round ? markOfferId(orderId, round) : orderId}/${driverId}`
}

/** The block of an offer that the driver has started. */
export function blockIdOfOffer(offerId: string, driverId: string): string {
  return blockIdOf(platformOfferId(offerId), roundIn(offerId), driverId)
}

function roundIn(offerId: string): string {
  return /^(\d{1,4})(-|$)/.exec(markOf(offerId) ?? '')?.[1] ?? ''
}

/** Whether an order is still the one that was offered, and was not dispatched again since. */
export function isRoundOf(offerId: string, order: FleetbaseOrder): boolean {
  return roundIn(offerId) === roundOf(order)
}

/** The order of such a block. */
export function orderIdOf(blockId: string): string {
  return platformOfferId(blockId.split('/', 1)[0]!)
}

/**
 * An order that the driver has or has delivered. It runs from its accept until it is delivered, and what is
 * scheduled for later is shown at that time.
 */
export function toBlock(order: FleetbaseOrder, driverId: string, rules: OrderRules): HeldBlock {
  const { started_at: startedAt, scheduled_at: scheduledAt } = order
  const startAt =
    typeof startedAt === 'number'
      ? Math.max(startedAt, scheduledAt ?? 0)
      : (scheduledAt ?? order.created_at ?? rules.now)
  return {
    ...termsOf(order, rules),
    blockId: blockIdOf(order.id, roundOf(order), driverId),
    offerId: order.id,
    startAt,
    endAt: startAt + lengthOf(order),
    state: stateOf(order),
  }
}

function stateOf({ status, started }: FleetbaseOrder): HeldBlock['state'] {
  if (status === DELIVERED) return 'done'
  return started === true ? 'checked_in' : 'held'
}

function termsOf(order: FleetbaseOrder, rules: OrderRules) {
  const { payload, distance } = order
  const waypoints = payload?.waypoints?.length ?? 0
  return {
    ...payOf(order, rules),
    stationId: NEARBY,
    kind: 'order' as const,
    endEstimated: true,
    miles: distance ? Math.round((distance / METRES_PER_MILE) * 10) / 10 : null,
    stops: waypoints > 0 ? waypoints : payload?.dropoff ? 1 : null,
  }
}

/** Fleetbase states the time of the trip, from the pickup to the last stop, and no end. */
function lengthOf({ time, distance }: FleetbaseOrder): number {
  if (time) return time * SECOND_MS
  if (distance) return Math.round(distance / ASSUMED_METRES_PER_SECOND) * SECOND_MS
  return ASSUMED_MS
}

/**
 * The driver's pay, by the key that the operator has agreed to fill with an amount in the currency's main
 * unit: 12.5, or "12.50". What the customer pays (`transaction_amount`) says nothing of it. Of an order in
 * another currency than the driver's it is unknown (ADR 48). Without an amount, Fleetbase writes US dollars
 * where no one has set a currency.
 */
function payOf(order: FleetbaseOrder, { payMetaKey: key, currency }: OrderRules): Pay {
  const { meta, transaction_amount: amount } = order
  const ordered = amount ? order.currency : null
  const isRecord = typeof meta === 'object' && meta !== null && !Array.isArray(meta)
  const said =
    isRecord && key !== null && Object.hasOwn(meta, key) ? (meta as Record<string, unknown>)[key] : null
  const paidIn = currency ?? ordered
  const known = paidIn ? { currency: paidIn } : {}
  const isForeign = Boolean(ordered) && ordered !== paidIn
  const payCents = isForeign ? null : readAmount(said)
  return payCents === null
    ? { payCents: 0, tipCents: 0, payBasis: 'unknown', ...known }
    : { payCents, tipCents: 0, ...known }
}

function readAmount(said: unknown): number | null {
  const text = typeof said === 'number' ? String(said) : said
  if (typeof text !== 'string' || !/^\d{1,7}(\.\d{1,2})?$/.test(text.trim())) return null
  const cents = Math.round(Number(text) * 100)
  return cents <= MAX_CENTS ? cents : null
}
