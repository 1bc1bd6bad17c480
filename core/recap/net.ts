import { blockMiles, centsPerMile, costCurrency, mileageTenthCents } from '../costs.ts'
import type { Geography, NetRule } from '../filters.ts'
import { roadMiles } from '../geo.ts'
import type { Cents } from '../money.ts'
import { isPaidIn } from '../offers.ts'
import { mainCurrency } from '../pay-sums.ts'
import { wallClockMs } from '../schedule.ts'
import type { ZoneOffsets } from '../schedule.ts'
import type { WeekBlock } from './model.ts'

/**
 * A week's miles, and its net pay: what is known to be paid in the currency of most of its blocks, less the
 * cost of the miles that earned it.
 */
export type NetWeek = {
  miles: number
  /** Of the miles of blocks that are paid in it; null = no cost of a mile is known in this currency. */
  costCents: Cents | null
  /** The pay without that cost; null = it is not known. */
  netCents: Cents | null
  /** The IRS deduction for all of these miles, in US dollars. */
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
  { home, places, currency: paidIn }: Geography,
  zone: ZoneOffsets,
): NetWeek {
  let miles = 0
  let cost = 0
  let tax = 0
  let pay = 0
  let blocksWithMiles = 0
  const rates = new Set<number>()
  const currency = mainCurrency(blocks)
  for (const block of blocks) {
    const station = places.get(block.stationId)
    const way = home === null || station === undefined ? null : roadMiles(home, station)
    const driven = blockMiles(block, way ?? 0, rule.milesPerHour)
    miles += driven
    const wallMs = wallClockMs(zone, block.startAt)
    const rate = mileageTenthCents(wallMs)
    rates.add(rate)
    tax += (driven * rate) / 10
    if (!isPaidIn(block, currency) || block.payBasis === 'unknown') continue
    cost += driven * centsPerMile(rule, wallMs)
    pay += block.payCents
    if (way !== null || block.miles !== null) blocksWithMiles++
  }
  const isKnown = isPaidIn({ currency }, costCurrency(rule, paidIn))
  const costCents = isKnown ? Math.round(cost) : null
  return {
    miles: Math.round(miles * 10) / 10,
    costCents,
    netCents: costCents === null ? null : pay - costCents,
    taxCents: Math.round(tax),
    taxTenthCentsPerMile: [...rates],
    blocksWithMiles,
  }
}
