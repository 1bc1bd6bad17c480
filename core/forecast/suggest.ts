import { WEEKDAYS, localDay, localMinute, weekdayOfDay } from '../schedule.ts'
import type { Weekday, ZoneOffsets } from '../schedule.ts'
import { DAY_MINUTES, DAY_MS, MINUTE_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import { expectOffers } from './outlook.ts'
import type { Outlook } from './outlook.ts'

/** A stretch of the driver's day that is worth searching in. */
export type Stretch = {
  startMinute: number
  endMinute: number
  days: Weekday[]
  /** Share of the week's expected offers in it, 0 to 1. */
  share: number
}

const SLOT_MINUTES = 15
const DAY_SLOTS = DAY_MINUTES / SLOT_MINUTES
const SHORTEST_SLOTS = 4
const LONGEST_SLOTS = 16
const MOST_STRETCHES = 3
/** How far above the day's mean a stretch must be, so that a flat day suggests nothing. */
const STANDS_OUT = 1.2
/** A weekday belongs to a stretch if it offers at least this share of the mean day's offers in it. */
const BELONGS = 0.6

/**
 * The stretches of one to four hours with the most offers above average, the best first, at most three
 * without overlap; on the wall clock of `zone` (the driver's) in the week from `now` on.
 */
export function suggestStretches(outlook: Outlook, zone: ZoneOffsets, now: Timestamp): Stretch[] {
  const week = layWeek(outlook, zone, now)
  const total = week.flat().reduce((sum, offers) => sum + offers, 0)
  const mean = total / DAY_SLOTS
  const day = Array.from({ length: DAY_SLOTS }, (_, slot) =>
    week.reduce((sum, slots) => sum + slots[slot]!, 0),
  )
  const above = day.map((offers) => offers - STANDS_OUT * mean)
  const stretches: Stretch[] = []
  while (stretches.length < MOST_STRETCHES) {
    const best = findBest(above)
    if (best === null) break
    const slots = Array.from({ length: best.length }, (_, step) => (best.start + step) % DAY_SLOTS)
    for (const slot of slots) above[slot] = Number.NEGATIVE_INFINITY
    const byDay = week.map((offers) => slots.reduce((sum, slot) => sum + offers[slot]!, 0))
    const usual = byDay.reduce((sum, offers) => sum + offers, 0) / WEEKDAYS.length
    const days = WEEKDAYS.filter((weekday) => byDay[weekday - 1]! >= BELONGS * usual)
    stretches.push({
      startMinute: best.start * SLOT_MINUTES,
      endMinute: ((best.start + best.length) * SLOT_MINUTES) % DAY_MINUTES,
      days,
      share: Math.min(1, days.reduce((sum, weekday) => sum + byDay[weekday - 1]!, 0) / total),
    })
  }
  return stretches
}

/** Offers by weekday (Monday first) and quarter hour of the driver's day. */
function layWeek(outlook: Outlook, zone: ZoneOffsets, now: Timestamp): number[][] {
  const week = WEEKDAYS.map(() => Array.from({ length: DAY_SLOTS }, () => 0))
  const minutes = new Float64Array((WEEKDAYS.length * DAY_MS) / MINUTE_MS)
  const first = Math.floor(now / MINUTE_MS)
  expectOffers(outlook, first, minutes)
  for (const [index, offers] of minutes.entries()) {
    const at = (first + index) * MINUTE_MS
    const weekday = weekdayOfDay(localDay(zone, at))
    week[weekday]![Math.floor(localMinute(zone, at) / SLOT_MINUTES)]! += offers
  }
  return week
}

/** The stretch that stands out most, also across midnight; null if none does. */
function findBest(above: readonly number[]): { start: number; length: number } | null {
  let best: { start: number; length: number; sum: number } | null = null
  for (const start of above.keys()) {
    let sum = 0
    for (let length = 1; length <= LONGEST_SLOTS; length++) {
      sum += above[(start + length - 1) % DAY_SLOTS]!
      if (length >= SHORTEST_SLOTS && sum > (best?.sum ?? 0)) best = { start, length, sum }
    }
  }
  return best
}
