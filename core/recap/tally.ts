import { isPaidIn } from '../offers.ts'
import { localDay, localHour } from '../schedule.ts'
import type { ZoneOffsets } from '../schedule.ts'
import { MINUTE_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import type { OfferHour, WeekBlock } from './model.ts'
import { addPay, mainCurrency } from '../pay-sums.ts'
import type { PaySum } from '../pay-sums.ts'

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
