import type { Schedule } from '../../schedule.ts'
import { DAY_MS, MINUTE_MS } from '../../time.ts'
import type { Setting } from '../model.ts'
import { lengthsOf, paySpans } from './lengths.ts'

// Our own type: the schedule's is behind the entry of the window builder, which the browser must not import.
const DAY_MINUTES = DAY_MS / MINUTE_MS

/**
 * Whether every block that matches the second setting matches the first one too, so that the second never
 * decides anything.
 */
export function covers(one: Setting, other: Setting, global: Schedule): boolean {
  if (one.arrivalMinutes > other.arrivalMinutes) return false
  if (one.schedule !== other.schedule && !coversHours(one.schedule ?? global, other.schedule ?? global))
    return false
  return coversPay(one, other)
}

function coversPay(one: Setting, other: Setting): boolean {
  // A tip can lift the pay over a minimum and over a maximum.
  const tips = one.price.countTip === other.price.countTip
  const { usual, rare } = lengthsOf('amazon')
  return [...usual, ...rare].every((minutes) => {
    const wide = paySpans(one.price, 0, minutes)
    return paySpans(other.price, 0, minutes).every((span) =>
      wide.some(
        ({ min, max }) =>
          min <= span.min && (tips ? max >= span.max : one.price.countTip && max === Infinity),
      ),
    )
  })
}

/** Day by day and minute by minute on the wall clock. */
function coversHours(one: Schedule, other: Schedule): boolean {
  if (one.mustEndInside && !sameHours(one, other)) return false
  if (one.mustEndInside && !other.mustEndInside) return false
  const wide = minutesOf(one)
  return minutesOf(other).every((open, minute) => !open || wide[minute] === 1)
}

function sameHours(one: Schedule, other: Schedule): boolean {
  const wide = minutesOf(one)
  return minutesOf(other).every((open, minute) => open === wide[minute])
}

const WEEK = 7 * DAY_MINUTES

function minutesOf(schedule: Schedule): Uint8Array {
  const minutes = new Uint8Array(WEEK)
  for (const { day, allDay, ranges } of schedule.days) {
    const midnight = (day - 1) * DAY_MINUTES
    for (const { startMinute, endMinute } of allDay ? [{ startMinute: 0, endMinute: DAY_MINUTES }] : ranges) {
      const end = endMinute < startMinute ? endMinute + DAY_MINUTES : endMinute
      for (let minute = startMinute; minute < end; minute++) minutes[(midnight + minute) % WEEK] = 1
    }
  }
  return minutes
}
