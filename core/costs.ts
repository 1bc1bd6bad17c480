import { ratePerHourCents, sumCents } from './money.ts'
import type { Cents } from './money.ts'
import { isPaidIn, isUnstated } from './offers.ts'
import type { Pay } from './offers.ts'
import { sumPay } from './pay-sums.ts'
import type { PaySum } from './pay-sums.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'
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
  return rule.fuelCentsPerGallon / rule.milesPerGallon
}

/**
 * Miles of a block: the way to its station and back, plus the trip's own miles if the platform states them,
 * else this many per hour.
 */
export function blockMiles(
  block: { startAt: Timestamp; endAt: Timestamp; miles: number | null },
  wayMiles: number,
  milesPerHour: number,
): number {
  const hours = Math.max(0, block.endAt - block.startAt) / HOUR_MS
  return 2 * wayMiles + (block.miles ?? milesPerHour * hours)
}

/** What earning a pay costs its driver: its miles in the currency of the pay, and our fee in US dollars. */
export type PayCosts = {
  /** Null where they are not known: the platform states none for the trip, and no location is saved. */
  miles: number | null
  /** Null where the miles are not known, or their cost is not. */
  milesCents: Cents | null
  /** They are not known since no cost of a mile is, in the currency of the pay. */
  rateUnknown: boolean
  feeCents: Cents
}

/** What is left of a pay after its costs, whole cents; an hour, null where it is too short for a rate. */
export type PayLeft = { cents: Cents; perHourCents: Cents | null }

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
  return { cents, perHourCents: ratePerHourCents(cents, minutes) }
}

/** A block of several whose costs are added up. */
export type Earning = {
  pay: Pay & { startAt: Timestamp; endAt: Timestamp }
  /** It was won and given back: it pays nothing, and its fee stays. */
  isReleased: boolean
  costs: PayCosts
}

/** The pay of several blocks, what they cost, and what is left. */
export type Kept = { pay: PaySum; costs: PayCosts; left: PayLeft | null }

/**
 * What several blocks cost, and what is left of their pay: the one sum behind a day and a week on every
 * screen. Counted are the pay and the known miles of those that are paid in the currency of most, and our fee
 * for all of them; `besideCents` is what we charge for anything else.
 */
export function keepOf(blocks: readonly Earning[], besideCents: Cents = 0): Kept {
  const jobs = blocks.filter(({ isReleased }) => !isReleased)
  const pay = sumPay(jobs.map((one) => one.pay))
  const payments = jobs.filter((one) => isPaidIn(one.pay, pay.currency ?? null) && !isUnstated(one.pay))
  const costs = {
    ...sumMiles(payments.map((one) => one.costs)),
    feeCents: sumCents(blocks.map((one) => one.costs.feeCents)) + besideCents,
  }
  const minutes = payments.reduce((sum, one) => sum + one.pay.endAt - one.pay.startAt, 0) / MINUTE_MS
  return { pay, costs, left: payLeft(pay, minutes, costs) }
}

function sumMiles(all: readonly PayCosts[]): Omit<PayCosts, 'feeCents'> {
  const miles = all.flatMap((one) => one.miles ?? [])
  const cents = all.flatMap((one) => one.milesCents ?? [])
  return {
    miles: miles.length === 0 ? null : miles.reduce((sum, each) => sum + each, 0),
    milesCents: cents.length === 0 ? null : sumCents(cents),
    rateUnknown: cents.length === 0 && all.some(({ rateUnknown }) => rateUnknown),
  }
}
