import { weekSpan } from '../blocks.ts'
import type { Cents } from '../money.ts'
import { isJob, isTrip } from '../offers.ts'
import type { OfferKind } from '../offers.ts'
import { DAY_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import type { Item } from '../items.ts'
import type { Prices } from './prices.ts'

/**
 * Something that may be owed: a block that the bot won, a day on which instant offers were on, a check-in
 * with a fee.
 */
export type Use =
  | { kind: 'block'; id: string; at: Timestamp; offerKind: OfferKind }
  | { kind: 'instant_day'; day: string; at: Timestamp }
  | { kind: 'check_in'; id: string; at: Timestamp; cents: Cents }

/** What one of each costs a basic driver. */
export type UsePrices = Pick<Prices, 'blockCents' | 'tripCents' | 'instantDayCents'>

/** What a driver used, and when their bot won something, whether that is charged or not. */
export type Work = { uses: readonly Use[]; awards: readonly Timestamp[] }

/** What was invoiced before, and not credited since. */
export type InvoicedItem = Item & { invoiceId: string }

/**
 * What the closing of a week results in: an invoice's items, and items of earlier invoices that have to be
 * credited.
 */
export type WeekClosing = { from: Timestamp; to: Timestamp; items: Item[]; credits: InvoicedItem[] }

/**
 * Closes the week that ended last at `now`, Monday to Sunday on the driver's wall clock (`timeZone`). Owed is
 * what was used before its end while the driver was basic and has never been invoiced: what was found out
 * late, such as an accept whose answer was lost, goes on this week's invoice. What was invoiced and turns out
 * not to have been used is credited. A check-in costs nothing in a week with an award, before it or after it;
 * where the award is found out once the week was invoiced, the check-in is credited. Closing twice finds
 * nothing more. Needs `Temporal`.
 */
export function closeWeek(
  { uses, awards }: Work,
  earlierItems: readonly InvoicedItem[],
  isSubscribed: (at: Timestamp) => boolean,
  prices: UsePrices,
  timeZone: string,
  now: Timestamp,
): WeekClosing {
  const { from: to } = weekSpan(timeZone, now)
  const { from } = weekSpan(timeZone, to - 1)
  const itemsByReference = new Map(earlierItems.map((item) => [item.reference, item]))
  const dues = new Map(
    uses
      .filter((use) => !isSubscribed(use.at) && !isFree(use, awards, timeZone))
      .map((use) => [referenceOf(use), use]),
  )
  const items = [...dues]
    .filter(([reference, use]) => use.at < to && !itemsByReference.has(reference))
    .toSorted(([, one], [, other]) => one.at - other.at)
    .map(([reference, use]): Item => ({ kind: use.kind, reference, cents: priceOf(use, prices) }))
    .filter(({ cents }) => cents > 0)
  const credits = earlierItems.filter(
    ({ kind, reference }) => kind !== 'subscription_week' && !dues.has(reference),
  )
  return { from, to, items, credits }
}

/** What makes a use one and the same, on whichever invoice. */
export function referenceOf(use: Use): string {
  return use.kind === 'instant_day' ? `instant_day:${use.day}` : `${use.kind}:${use.id}`
}

/** A check-in of a week in which the bot won something (the seed: $2 "if no offer was awarded that week"). */
function isFree(use: Use, awards: readonly Timestamp[], timeZone: string): boolean {
  if (use.kind !== 'check_in') return false
  const week = weekSpan(timeZone, use.at)
  return awards.some((at) => week.from <= at && at < week.to)
}

function priceOf(use: Use, prices: UsePrices): Cents {
  if (use.kind === 'instant_day') return prices.instantDayCents
  if (use.kind === 'check_in') return use.cents
  return priceOfWin(use.offerKind, prices)
}

/** What winning an offer of this kind costs a basic driver; a courier's job costs nothing. */
export function priceOfWin(
  kind: OfferKind,
  { blockCents, tripCents }: Pick<Prices, 'blockCents' | 'tripCents'>,
): Cents {
  if (isTrip(kind)) return tripCents[kind]
  return isJob(kind) ? 0 : blockCents
}

const WEEK_MS = 7 * DAY_MS

/** What of a plan's weeks, each from its begin on, falls into a span, by time, whole cents. */
export function shareOfWeeks(
  weeks: readonly { at: Timestamp; cents: Cents }[],
  { from, to }: { from: Timestamp; to: Timestamp },
): Cents {
  let share = 0
  for (const { at, cents } of weeks) {
    const overlapMs = Math.min(to, at + WEEK_MS) - Math.max(from, at)
    if (overlapMs > 0) share += (cents * overlapMs) / WEEK_MS
  }
  return Math.round(share)
}
