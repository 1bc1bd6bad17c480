import { addMonths, dayOf } from '../blocks.ts'
import type { Cents } from '../money.ts'
import { HOUR_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'

/** What the house of a platform asks of an active member for a month; `currency` is ISO 4217. */
export type MemberPrice = { cents: Cents; currency: string }

/** A price, and the first month, `2027-01`, that it counts for. 0 cents: nothing is asked from then on. */
export type MemberPriceFrom = MemberPrice & { from: string }

/** A month in which a member's bot searched, and what is owed for it. */
export type MemberMonth = MemberPrice & { month: string }

/** How far ahead of UTC any wall clock is (Kiribati). */
const FURTHEST_AHEAD_MS = 14 * HOUR_MS

/** The calendar month of a timestamp on a wall clock, `2026-11`. Requires `Temporal`. */
export function monthOf(timeZone: string, at: Timestamp): string {
  return dayOf(timeZone, at).slice(0, 7)
}

/**
 * The prices after one was set at `now`, null = none. It counts from the first month that begins after it was
 * set on every wall clock, so that a member can read it before it is owed; one that was to begin by then is
 * replaced. The same price again changes nothing. Requires `Temporal`.
 */
export function setMemberPrice(
  prices: readonly MemberPriceFrom[],
  price: MemberPrice | null,
  now: Timestamp,
): MemberPriceFrom[] {
  const from = addMonths(monthOf('UTC', now + FURTHEST_AHEAD_MS), 1)
  const rest = prices.filter((each) => each.from < from)
  const last = rest.at(-1)
  const next = price ?? { cents: 0, currency: last?.currency ?? '' }
  const isSame = next.cents === (last?.cents ?? 0) && (next.cents === 0 || next.currency === last?.currency)
  return isSame ? rest : [...rest, { from, cents: next.cents, currency: next.currency }]
}

/** What counts for a month; null = nothing is asked. */
export function memberPriceIn(prices: readonly MemberPriceFrom[], month: string): MemberPrice | null {
  const price = prices.findLast(({ from }) => from <= month)
  return price && price.cents > 0 ? { cents: price.cents, currency: price.currency } : null
}

/**
 * The months of a member that are not noted yet, with what is owed for each: the price that counts for it,
 * whole, however often their bot searched in it. The first month of a member is free, and so is every month
 * before the price began. `active` and `noted` are months; a month is never noted twice.
 */
export function decideMemberMonths(
  prices: readonly MemberPriceFrom[],
  active: Iterable<string>,
  notedMonths: readonly string[],
): MemberMonth[] {
  const months = [...new Set(active)].filter((month) => !notedMonths.includes(month)).toSorted()
  const [first] = [...notedMonths, ...months].toSorted()
  return months.map((month) => {
    const price = memberPriceIn(prices, month)
    const currency = price?.currency ?? prices.at(-1)?.currency ?? ''
    return { month, cents: price === null || month === first ? 0 : price.cents, currency }
  })
}
