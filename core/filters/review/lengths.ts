import type { Cents } from '../../money.ts'
import type { Variant } from '../../offers.ts'
import type { PriceRule } from '../model.ts'
import { usesHourly, usesTotal } from '../settings.ts'

/**
 * Lengths of offers in minutes (the product's word on markets: blocks of 2 to 6 hours, instant offers of 15
 * to 45 minutes; trips take at least 15 minutes, and rarely less than half an hour; an order may take
 * minutes, a shift up to half a day). A part that only a rare length could match is doubtful, not impossible.
 */
const LENGTHS: Record<Variant, { usual: [number, number]; rare: [number, number] }> = {
  amazon: { usual: [120, 360], rare: [15, 45] },
  spark: { usual: [30, 240], rare: [15, 29] },
  courier: { usual: [15, 720], rare: [1, 14] },
}

const QUARTER = 15

/** The shortest and the longest usual length. */
export function usualMinutes(variant: Variant): { least: number; most: number } {
  const [least, most] = LENGTHS[variant].usual
  return { least, most }
}

/**
 * Quarter hours first, where real blocks begin and end, so that a search ends soon; then every other minute.
 */
const listOf = ([least, most]: [number, number]): number[] => {
  const all = Array.from({ length: most - least + 1 }, (_, index) => least + index)
  return [...all.filter((each) => each % QUARTER === 0), ...all.filter((each) => each % QUARTER !== 0)]
}
const LISTS = {
  amazon: { usual: listOf(LENGTHS.amazon.usual), rare: listOf(LENGTHS.amazon.rare) },
  spark: { usual: listOf(LENGTHS.spark.usual), rare: listOf(LENGTHS.spark.rare) },
  courier: { usual: listOf(LENGTHS.courier.usual), rare: listOf(LENGTHS.courier.rare) },
}

/** Lengths of most offers, and lengths of only few. */
export function lengthsOf(variant: Variant): { usual: readonly number[]; rare: readonly number[] } {
  return LISTS[variant]
}

/** Pay in whole cents, both ends inclusive. */
export type PaySpan = { min: Cents; max: Cents }

/**
 * Every pay that a price rule and a net minimum accept for an offer of that length; empty if none. No offer
 * pays nothing.
 */
export function paySpans(price: PriceRule, netPerHourCents: Cents, minutes: number): PaySpan[] {
  // Miles only reduce it: net pay per hour never exceeds the pay.
  const least = Math.max(1, Math.ceil((netPerHourCents * minutes) / 60))
  return grossSpans(price, minutes)
    .map(({ min, max }) => ({ min: Math.max(min, least), max }))
    .filter(({ min, max }) => min <= max)
}

function grossSpans(price: PriceRule, minutes: number): PaySpan[] {
  if (price.byDuration.length > 0) {
    const row = price.byDuration.find((each) => each.minutes === minutes)
    return row === undefined ? [] : [{ min: row.minCents, max: row.maxCents ?? Infinity }]
  }
  const hourly = {
    min: Math.ceil((price.perHourMinCents * minutes) / 60),
    max: price.perHourMaxCents === null ? Infinity : Math.floor((price.perHourMaxCents * minutes) / 60),
  }
  const total = { min: price.totalMinCents, max: price.totalMaxCents ?? Infinity }
  if (price.combine === 'either' && usesHourly(price) && usesTotal(price)) return [hourly, total]
  return [{ min: Math.max(hourly.min, total.min), max: Math.min(hourly.max, total.max) }]
}
