import { blockMiles, centsPerMile, mileageTenthCents } from '../costs.ts'
import type { Geography, NetRule } from '../filters.ts'
import { roadMiles } from '../geo.ts'
import type { Cents } from '../money.ts'
import { isPaidIn } from '../offers.ts'
import { wallClockMs } from '../schedule.ts'
import type { ZoneOffsets } from '../schedule.ts'
import type { WeekBlock } from './model.ts'

/**
 * A week's miles, and its net pay: what is known to be paid in dollars, as fuel and taxes are, less the cost
 * of the miles that earned it.
 */
export type NetWeek = {
  miles: number
  costCents: Cents
  netCents: Cents
  /** The IRS deduction for these miles. */
  taxCents: Cents
  /**
   * Tenths of a cent per mile, by the local year of the blocks: two in a week that includes New Year, none in
   * one without a block.
   */
  taxTenthCentsPerMile: number[]
  /**
   * Blocks of that pay whose miles are known from the platform or the map; of the others only the hours are
   * known.
   */
  blocksWithMiles: number
}

/**
 * Miles of the week's blocks, estimated like the filter's net rule: the way to the station and back from the
 * saved location, plus the trip's own miles or so many per hour. The rate of a mile is that of the year on
 * the driver's wall clock when the block starts.
 */
export function findNet(
  blocks: readonly WeekBlock[],
  rule: NetRule,
  { home, places }: Geography,
  zone: ZoneOffsets,
): NetWeek {
  let miles = 0
  let cost = 0
  let tax = 0
  let pay = 0
  let blocksWithMiles = 0
  const rates = new Set<number>()
  for (const block of blocks) {
    const station = places.get(block.stationId)
    const way = home === null || station === undefined ? null : roadMiles(home, station)
    const driven = blockMiles(block, way ?? 0, rule.milesPerHour)
    miles += driven
    const wallMs = wallClockMs(zone, block.startAt)
    const rate = mileageTenthCents(wallMs)
    rates.add(rate)
    tax += (driven * rate) / 10
    if (!isPaidIn(block, null) || block.payBasis === 'unknown') continue
    cost += driven * centsPerMile(rule, wallMs)
    pay += block.payCents
    if (way !== null || block.miles !== null) blocksWithMiles++
  }
  const costCents = Math.round(cost)
  return {
    miles: Math.round(miles * 10) / 10,
    costCents,
    netCents: pay - costCents,
    taxCents: Math.round(tax),
    taxTenthCentsPerMile: [...rates],
    blocksWithMiles,
  }
}
