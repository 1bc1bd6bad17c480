import { payPerHourCents, sumCents } from './money.ts'
import type { Cents } from './money.ts'
import { isPaidIn, isUnstated } from './offers.ts'
import type { Pay } from './offers.ts'
import type { Timestamp } from './time.ts'

/**
 * Business mileage rates of the IRS in tenths of a cent a mile, by the year of driving: 67 c (Notice
 * 2024-08), 70 c (Notice 2025-5), 72.5 c (Notice 2026-10). Later years use the last known rate.
 */
export const MILEAGE_RATES: readonly { year: number; tenthCents: number }[] = [
  { year: 2024, tenthCents: 670 },
  { year: 2025, tenthCents: 700 },
  { year: 2026, tenthCents: 725 },
]

const STARTS = MILEAGE_RATES.map(({ year, tenthCents }) => ({ from: Date.UTC(year, 0, 1), tenthCents }))

/**
 * The IRS rate of a mile driven then, in tenths of a cent; before the first known year the first rate. The
 * tax year is the driver's: `wallMs` is wall-clock time as `wallClockMs` returns it, never UTC.
 */
export function mileageTenthCents(wallMs: number): number {
  let rate = STARTS[0]!.tenthCents
  for (let i = 1; i < STARTS.length; i++) if (wallMs >= STARTS[i]!.from) rate = STARTS[i]!.tenthCents
  return rate
}

/** The cost of a mile: by fuel, by the IRS rate, or the driver's own. Structurally a filter's `NetRule`. */
export type MileCost = {
  cost: 'fuel' | 'tax' | 'own'
  milesPerGallon: number
  fuelCentsPerGallon: Cents
  /** What a mile costs as the driver states it; none or 0 = not stated. */
  ownCentsPerMile?: Cents | undefined
}

/**
 * The currency of a mile's cost; null = USD. The IRS rate is in US dollars, what the driver states is in the
 * currency of the filter's amounts. Pay of any other currency has no known cost of a mile.
 */
export function costCurrency(
  { cost }: Pick<MileCost, 'cost'>,
  filterCurrency: Pay['currency'],
): string | null {
  return cost === 'tax' ? null : (filterCurrency ?? null)
}

/**
 * Cost of a mile driven at that local time, in cents of `costCurrency`, not rounded; Infinity for a car with
 * zero miles per gallon, and where the driver chose to state the cost and has not.
 */
export function centsPerMile(rule: MileCost, wallMs: number): number {
  if (rule.cost === 'tax') return mileageTenthCents(wallMs) / 10
  if (rule.cost === 'own') return rule.ownCentsPerMile || Infinity
  return rule.milesPerGallon > 0 ? rule.fuelCentsPerGallon / rule.milesPerGallon : Infinity
}

/**
 * Miles of a block: the way to its station and back, plus the trip's own miles if the platform states them,
 * else so many per hour.
 */
export function blockMiles(
  block: { startAt: Timestamp; endAt: Timestamp; miles: number | null },
  wayMiles: number,
  milesPerHour: number,
): number {
  const hours = Math.max(0, block.endAt - block.startAt) / 3_600_000
  return 2 * wayMiles + (block.miles ?? milesPerHour * hours)
}

/**
 * What the miles of a block cost, in cents, not rounded; null where they are not known: the platform states
 * none for the trip, and the way from the driver's location to the station is unknown (`wayMiles` null).
 * `wallMs` is its start on the driver's wall clock.
 */
export function milesCents(
  block: { startAt: Timestamp; endAt: Timestamp; miles: number | null },
  rule: MileCost & { milesPerHour: number },
  wayMiles: number | null,
  wallMs: number,
): number | null {
  if (wayMiles === null && block.miles === null) return null
  return blockMiles(block, wayMiles ?? 0, rule.milesPerHour) * centsPerMile(rule, wallMs)
}

/** What earning a pay costs its driver: its miles in the currency of the pay, and our fee in US dollars. */
export type PayCosts = {
  /** Null where they are not known. */
  milesCents: Cents | null
  /** They are not known since no cost of a mile is, in the currency of the pay. */
  rateUnknown: boolean
  feeCents: Cents
}

/** What is left of a pay after its costs, in all and an hour, whole cents. */
export type PayLeft = { cents: Cents; perHourCents: Cents }

/**
 * What is left of a pay after its miles and after our fee. Projected tips are no part of it, as everywhere.
 * Where the miles are not known, it is what is left after our fee. Our fee is taken off US dollars only:
 * of pay in another currency it is what is left after the miles, and null where those are not known. Null too
 * where the pay is not.
 */
export function payLeft(
  pay: Pay,
  minutes: number,
  { milesCents: miles, feeCents }: PayCosts,
): PayLeft | null {
  const inDollars = isPaidIn(pay, null)
  if (isUnstated(pay) || (miles === null && !inDollars)) return null
  const cents = pay.payCents - (miles ?? 0) - (inDollars ? feeCents : 0)
  return { cents, perHourCents: payPerHourCents(cents, minutes) }
}

/** The costs of several pays of one currency; their miles are known where those of at least one are. */
export function sumCosts(all: readonly PayCosts[]): PayCosts {
  const known = all.flatMap(({ milesCents: miles }) => (miles === null ? [] : [miles]))
  return {
    milesCents: known.length === 0 ? null : sumCents(known),
    rateUnknown: known.length === 0 && all.some(({ rateUnknown }) => rateUnknown),
    feeCents: sumCents(all.map(({ feeCents }) => feeCents)),
  }
}
