import { PROPOSED_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'

/** What people keep, and what the oracle knows of rules: written apart from the product. */

/** A Monday. */
export const START = Date.UTC(2026, 2, 2)
const WEEK_MS = 7 * DAY_MS
/** Hours a week that everybody works at most. */
export const MOST_HOURS = 40
const DAY_HOURS = 10
/** The proposed rules of a house. */
const REST_HOURS = 11
const WEEK_REST_HOURS = 35
const ALLOWANCE_HOURS = 16

type Span = { startAt: number; endAt: number }

export const lengthOf = ({ startAt, endAt }: Span): number => endAt - startAt
export const sumOf = (spans: readonly Span[]): number => spans.reduce((sum, span) => sum + lengthOf(span), 0)
const weekOf = (at: number): number => Math.floor((at - START) / WEEK_MS)
const dayOf = (at: number): number => Math.floor(at / DAY_MS)

/** Whether a courier can work a shift besides what they hold, within 10 hours a day and 40 a week. */
export function mayWork(holds: readonly Offer[], offer: Offer): boolean {
  const all = [...holds, offer]
  const crosses = holds.some((held) => held.startAt < offer.endAt && offer.startAt < held.endAt)
  const day = sumOf(all.filter((one) => dayOf(one.startAt) === dayOf(offer.startAt)))
  const week = sumOf(all.filter((one) => weekOf(one.startAt) === weekOf(offer.startAt)))
  return !crosses && day <= DAY_HOURS * HOUR_MS && week <= MOST_HOURS * HOUR_MS
}

/** Whether a shift leaves the rest of the house: between two days, and at one stretch in its week. */
export function leavesRest(holds: readonly Offer[], offer: Offer): boolean {
  const near = holds.filter(({ startAt }) => Math.abs(startAt - offer.startAt) < 2 * WEEK_MS)
  const isNear = near.some((held) => {
    const freeMs = Math.max(held.startAt - offer.endAt, offer.startAt - held.endAt)
    return dayOf(held.startAt) !== dayOf(offer.startAt) && freeMs < REST_HOURS * HOUR_MS
  })
  const weeks = [...new Set([weekOf(offer.startAt), weekOf(offer.endAt - 1)])]
  return !isNear && weeks.every((week) => longestRest([...near, offer], week) >= WEEK_REST_HOURS * HOUR_MS)
}

function longestRest(spans: readonly Span[], week: number): number {
  const [from, to] = [START + week * WEEK_MS, START + (week + 1) * WEEK_MS]
  let [free, longest] = [from, 0]
  for (const { startAt, endAt } of spans.toSorted((one, other) => one.startAt - other.startAt)) {
    longest = Math.max(longest, Math.min(startAt, to) - free)
    free = Math.max(free, endAt)
  }
  return Math.max(longest, to - free)
}

/** Whether the allowance bears a shift: within a day of its start one counts half, and nothing once begun. */
export function mayHold(holds: readonly Offer[], offer: Offer, now: number): boolean {
  let used = 0
  for (const one of [...holds, offer])
    if (one.startAt > now) used += one.startAt - now > DAY_MS ? lengthOf(one) : lengthOf(one) / 2
  return used <= ALLOWANCE_HOURS * HOUR_MS
}

/** The figures above are those that the product proposes. */
export const isProposed =
  PROPOSED_HOUSE_RULES.allowanceHours === ALLOWANCE_HOURS &&
  PROPOSED_HOUSE_RULES.maxHoursPerDay === DAY_HOURS &&
  PROPOSED_HOUSE_RULES.restHoursBetweenDays === REST_HOURS &&
  PROPOSED_HOUSE_RULES.restHoursPerWeek === WEEK_REST_HOURS
