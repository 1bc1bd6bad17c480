import type { Cents } from './money.ts'
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

/** The cost of a mile: by fuel, or by the IRS rate. Structurally a filter's `NetRule`. */
export type MileCost = {
  cost: 'fuel' | 'tax'
  milesPerGallon: number
  fuelCentsPerGallon: Cents
}

/**
 * Cost of a mile driven at that local time, in cents, not rounded; Infinity for a car with zero miles per
 * gallon.
 */
export function centsPerMile(rule: MileCost, wallMs: number): number {
  if (rule.cost === 'tax') return mileageTenthCents(wallMs) / 10
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
