import { blockMiles, centsPerMile, costCurrency, mileageTenthCents } from '../costs.ts'
import type { PayCosts } from '../costs.ts'
import type { Geography, NetRule } from '../filters.ts'
import { roadMiles } from '../geo.ts'
import type { Cents } from '../money.ts'
import { isPaidIn } from '../offers.ts'
import { wallClockMs } from '../schedule.ts'
import type { ZoneOffsets } from '../schedule.ts'
import type { WeekBlock } from './model.ts'

type Driven = Omit<WeekBlock, 'payCents' | 'tipCents' | 'payBasis'>

/**
 * The miles of a block, whole tenths, and what they cost, whole cents: the way to its station and back from
 * the saved location, plus the trip's own miles or this many per hour. Nothing is known of a block whose way
 * is unknown and whose platform states no miles. The rate of a mile is that of the year on the driver's wall
 * clock when the block starts.
 */
export function findDrive(
  block: Driven,
  rule: NetRule,
  { home, places, currency }: Geography,
  zone: ZoneOffsets,
): Omit<PayCosts, 'feeCents'> {
  const rateUnknown = !isPaidIn(block, costCurrency(rule, currency))
  const station = places.get(block.stationId)
  const way = home === null || station === undefined ? null : roadMiles(home, station)
  if (way === null && block.miles === null) return { miles: null, milesCents: null, rateUnknown }
  const miles = blockMiles(block, way ?? 0, rule.milesPerHour)
  const cents = miles * centsPerMile(rule, wallClockMs(zone, block.startAt))
  const milesCents = rateUnknown || !Number.isFinite(cents) ? null : Math.round(cents)
  return { miles: Math.round(miles * 10) / 10, milesCents, rateUnknown: milesCents === null }
}

/** The IRS mileage deduction of a week, in US dollars. */
export type Deduction = {
  /** The miles that are known, whichever currency the blocks are paid in. */
  miles: number
  cents: Cents
  /**
   * Tenths of a cent per mile, by the local year of the blocks: two in a week that includes New Year, none in
   * one without a block.
   */
  tenthCentsPerMile: number[]
  /** Blocks whose miles are known, from the platform or the map. */
  blocks: number
}

/** The deduction for the miles of these blocks; `zone` is the driver's, whose year has the rate. */
export function findDeduction(
  driven: readonly { startAt: number; miles: number | null }[],
  zone: ZoneOffsets,
): Deduction {
  const rates = new Set<number>()
  let [miles, tenthCents, blocks] = [0, 0, 0]
  for (const one of driven) {
    const rate = mileageTenthCents(wallClockMs(zone, one.startAt))
    rates.add(rate)
    if (one.miles === null) continue
    miles += one.miles
    tenthCents += one.miles * rate
    blocks++
  }
  return {
    miles: Math.round(miles * 10) / 10,
    cents: Math.round(tenthCents / 10),
    tenthCentsPerMile: [...rates],
    blocks,
  }
}
