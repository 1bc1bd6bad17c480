import { blockMiles, centsPerMile, costCurrency, mileageTenthCents } from './costs.ts'
import type { PayCosts } from './costs.ts'
import type { Geography, NetRule } from './filters.ts'
import { roadMiles } from './geo.ts'
import type { Cents } from './money.ts'
import { isPaidIn } from './offers.ts'
import { wallClockMs, localDay, localHour } from './schedule.ts'
import type { ZoneOffsets } from './schedule.ts'
import type { WeekBlock, OfferHour } from './recap/model.ts'
import { MINUTE_MS } from './time.ts'
import type { Timestamp } from './time.ts'
import { addPay, mainCurrency } from './pay-sums.ts'
import type { PaySum } from './pay-sums.ts'

/** Entry of the recap: the results of a week, what was missed and why, and the counterfactuals. */
export * from './recap/causes.ts'
export * from './recap/changes.ts'
export * from './recap/missed.ts'
export * from './recap/model.ts'

export * from './recap/spans.ts'

export * from './recap/what-if.ts'

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

/**
 * Offers by outcome, and the number, pay and length of blocks. Pay is of the currency of most of the week's
 * blocks; `others` has that of the rest, which count among the blocks.
 */
export type Tally = PaySum & {
  offered: number
  caught: number
  missed: number
  ignored: number
  blocks: number
  minutes: number
  /** Of the blocks whose pay is in the sum: pay an hour is computed from them. */
  paidMinutes: number
}

/** A week in figures. Offers count when they were seen, pay when the block starts. */
export type WeekTally = {
  total: Tally
  ignoredFor: { time: number; price: number; schedule: number }
  /** Monday first. */
  byDay: Tally[]
  /** By hour of the local day, 0 to 23. */
  byHour: Tally[]
  /** By pay, then by offers. */
  byStation: (Tally & { stationId: string })[]
}

const emptyTally = (): Tally => ({
  offered: 0,
  caught: 0,
  missed: 0,
  ignored: 0,
  blocks: 0,
  payCents: 0,
  tipCents: 0,
  minutes: 0,
  paidMinutes: 0,
  others: [],
})

/**
 * Sums up a week by day, hour and station in the zone of the given offsets; `from` is the start of its
 * Monday. The hour that a clock shows twice in autumn is one hour here.
 */
export function tallyWeek(
  from: Timestamp,
  zone: ZoneOffsets,
  hours: readonly OfferHour[],
  blocks: readonly WeekBlock[],
): WeekTally {
  const total = emptyTally()
  const ignoredFor = { time: 0, price: 0, schedule: 0 }
  const byDay = Array.from({ length: 7 }, emptyTally)
  const byHour = Array.from({ length: 24 }, emptyTally)
  const stations = new Map<string, Tally & { stationId: string }>()
  const monday = localDay(zone, from)
  const placesOf = (at: Timestamp, stationId: string): Tally[] => {
    let station = stations.get(stationId)
    if (station === undefined) stations.set(stationId, (station = { stationId, ...emptyTally() }))
    const day = byDay[localDay(zone, at) - monday]
    return [total, byHour[localHour(zone, at)]!, station, ...(day === undefined ? [] : [day])]
  }
  for (const one of hours) {
    const ignored = one.ignoredTime + one.ignoredPrice + one.ignoredSchedule
    ignoredFor.time += one.ignoredTime
    ignoredFor.price += one.ignoredPrice
    ignoredFor.schedule += one.ignoredSchedule
    for (const sum of placesOf(one.hourAt, one.stationId)) {
      sum.offered += one.accepted + one.missed + ignored
      sum.caught += one.accepted
      sum.missed += one.missed
      sum.ignored += ignored
    }
  }
  const currency = mainCurrency(blocks)
  for (const block of blocks) {
    for (const sum of placesOf(block.startAt, block.stationId)) {
      addBlock(sum, block, currency)
    }
  }
  const byStation = [...stations.values()].sort(
    (one, other) => other.payCents - one.payCents || other.offered - one.offered,
  )
  return { total, ignoredFor, byDay, byHour, byStation }
}

/** Adds a block; its pay and paid time only in the week's currency and if the pay is known. */
function addBlock(sum: Tally, block: WeekBlock, currency: string | null): void {
  const minutes = (block.endAt - block.startAt) / MINUTE_MS
  sum.blocks++
  sum.minutes += minutes
  if (!isPaidIn(block, currency)) {
    addPay(sum.others, block)
    return
  }
  if (currency !== null) sum.currency = currency
  if (block.payBasis) sum.payBasis = 'estimated'
  if (block.payBasis === 'unknown') return
  sum.paidMinutes += minutes
  sum.payCents += block.payCents
  sum.tipCents += block.tipCents
}
