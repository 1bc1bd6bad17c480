/**
 * House rules: what the operator of a platform instance, such as a co-op, asks of its members' bots. They are
 * judged on top of each member's filter, which may be stricter and never looser.
 */
import { DAY_MINUTES, DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'
import type { Timestamp } from './time.ts'

/** Each is off at null. What a member took by hand, and what a dispatcher assigned, counts everywhere. */
export type HouseRules = {
  /** How long a shift is left to people after it was first seen; less where it starts within a day. */
  headStartMinutes: number | null
  /** Hours of coming shifts that a member may hold at once, as `allowanceOf` counts them. */
  allowanceHours: number | null
  /** Hours a day and a week (Monday to Sunday), as those of a filter. */
  maxHoursPerDay: number | null
  maxHoursPerWeek: number | null
  /** Between the shifts of two days. */
  restHoursBetweenDays: number | null
  /** Free at one stretch in each week. */
  restHoursPerWeek: number | null
  /** Places on wait lists that a member's bot holds at once; 0 = it joins none. */
  waitListPlaces: number | null
  /** Of members whom a shift fits, a turn decides who gets it, rather than who is first. */
  takesTurns: boolean
}

/** No rule: the bot races, as on a platform without a house. */
export const NO_HOUSE_RULES: HouseRules = {
  headStartMinutes: null,
  allowanceHours: null,
  maxHoursPerDay: null,
  maxHoursPerWeek: null,
  restHoursBetweenDays: null,
  restHoursPerWeek: null,
  waitListPlaces: null,
  takesTurns: false,
}

/**
 * What an operator is offered. Hours and rest are those of CoopCycle's own template of legal limits. 48 h a
 * week, 11 h between days and 35 h a week are also those of directive 2003/88/EC, articles 6, 3 and 5; 10 h a
 * day are the template's alone.
 */
export const PROPOSED_HOUSE_RULES: HouseRules = {
  headStartMinutes: 15,
  allowanceHours: 16,
  maxHoursPerDay: 10,
  maxHoursPerWeek: 48,
  restHoursBetweenDays: 11,
  restHoursPerWeek: 35,
  waitListPlaces: 3,
  takesTurns: true,
}

/** Whether shifts are left to people or given by turns, rather than raced for. */
export function awardsShifts({ headStartMinutes, takesTurns }: HouseRules): boolean {
  return takesTurns || headStartMinutes !== null
}

/** A rule that is a number. */
export type HouseLimit = Exclude<keyof HouseRules, 'takesTurns'>

/** The least and the most that each may say. */
export const HOUSE_LIMIT_RANGES: Readonly<Record<HouseLimit, { min: number; max: number }>> = {
  headStartMinutes: { min: 1, max: DAY_MINUTES },
  allowanceHours: { min: 1, max: 168 },
  maxHoursPerDay: { min: 1, max: 24 },
  maxHoursPerWeek: { min: 1, max: 168 },
  restHoursBetweenDays: { min: 1, max: 48 },
  restHoursPerWeek: { min: 1, max: 144 },
  waitListPlaces: { min: 0, max: 100 },
}
export const HOUSE_LIMITS = Object.keys(HOUSE_LIMIT_RANGES) as HouseLimit[]

/** The rules that may not be stored: no whole number, or out of range. In the order of HOUSE_LIMITS. */
export function refuseHouseRules(rules: HouseRules): HouseLimit[] {
  return HOUSE_LIMITS.filter((rule) => {
    const limit = rules[rule]
    const { min, max } = HOUSE_LIMIT_RANGES[rule]
    return limit !== null && !(Number.isInteger(limit) && limit >= min && limit <= max)
  })
}

/** Of the time between its first sight and its start, a shift is left to people for at most this share. */
const MOST_OF_WAIT = 1 / 4

/**
 * How long after its first sight a shift is left to people, ms; 0 without the rule. A shift that starts
 * within a day of its first sight is left for a shorter time in proportion: half of it at 12 hours.
 */
export function headStartMs(rules: HouseRules, firstSeenAt: Timestamp, startAt: Timestamp): number {
  if (rules.headStartMinutes === null) return 0
  const leftMs = Math.max(0, startAt - firstSeenAt)
  const wholeMs = rules.headStartMinutes * MINUTE_MS
  return Math.floor(Math.min(wholeMs * Math.min(1, leftMs / DAY_MS), leftMs * MOST_OF_WAIT))
}

type Span = { startAt: Timestamp; endAt: Timestamp }

/**
 * What a shift takes of its member's allowance, ms: nothing once it has started, half of its length within a
 * day of its start, so that nothing stays empty, else its length.
 */
export function allowanceOf(shift: Span, now: Timestamp): number {
  const aheadMs = shift.startAt - now
  if (aheadMs <= 0) return 0
  return (shift.endAt - shift.startAt) * (aheadMs <= DAY_MS ? 0.5 : 1)
}

/** What the shifts that a member holds take of the allowance, ms. */
export function allowanceHeldMs(held: readonly Span[], now: Timestamp): number {
  let sum = 0
  for (let i = 0; i < held.length; i++) sum += allowanceOf(held[i]!, now)
  return sum
}

/** Whether a shift is within the allowance, on top of what its member holds. */
export function fitsAllowance(
  rules: HouseRules,
  held: readonly Span[],
  shift: Span,
  now: Timestamp,
): boolean {
  if (rules.allowanceHours === null) return true
  return allowanceHeldMs(held, now) + allowanceOf(shift, now) <= rules.allowanceHours * HOUR_MS
}

type Place = { isWaitListed?: boolean | undefined }

/** Whether the house grants one more place on a wait list. */
export function hasWaitListPlace({ waitListPlaces }: HouseRules, held: readonly Place[]): boolean {
  return waitListPlaces === null || countWaitListed(held) < waitListPlaces
}

/** Places on wait lists. */
export function countWaitListed(held: readonly Place[]): number {
  let count = 0
  for (let i = 0; i < held.length; i++) if (held[i]!.isWaitListed === true) count++
  return count
}
