import { addMonths, counts, keepOfJobs, weekOf } from '@madruga/core/blocks.ts'
import type { DayPart } from '@madruga/core/blocks.ts'
import { dayNames, shiftDay } from '@madruga/core/days.ts'
import { DAY_MINUTES } from '@madruga/core/time.ts'
import { leftAfter } from '../../pay-left.ts'
import type { Block, BlockList, Job, WaitingJob } from './queries.ts'
import { dateFormat } from '@madruga/core/formats.ts'

type JobState = Pick<Block, 'state' | 'releasedAt' | 'loss' | 'kind'> | Pick<WaitingJob, 'state' | 'waiting'>

/** The text of a job's state. An order that began with its accept needs no check-in: it is in progress. */
export function stateKey(job: JobState) {
  if (job.state === 'waiting') return `blocks.waiting.${job.waiting}` as const
  if (job.state === 'checked_in' && job.kind === 'order') return 'blocks.state.in_progress'
  if (job.releasedAt !== null) return 'blocks.state.released'
  return job.loss === null ? (`blocks.state.${job.state}` as const) : (`blocks.loss.${job.loss}` as const)
}

/** What is left an hour of a day's pay, and after what; null where it is not known, or nothing counts. */
export function leftOfDay(
  blocks: readonly Job[],
  costs: BlockList['costs'],
): {
  perHourCents: number
  currency: string | null
  after: ReturnType<typeof leftAfter>
  isEstimate: boolean
} | null {
  const { pay, costs: expenses, left } = keepOfJobs(blocks, costs)
  const perHourCents = left?.perHourCents ?? null
  if (perHourCents === null || !blocks.some(counts)) return null
  const isEstimate = pay.payBasis !== undefined
  return { perHourCents, currency: pay.currency ?? null, after: leftAfter(pay, expenses), isEstimate }
}

/** How far an agenda of the current month looks ahead, days: its blocks do not end with the month. */
const AHEAD_DAYS = 35

/**
 * The days that a page of the calendar adds up, and until when it lists blocks: the agenda of the current
 * month also has those of the next weeks.
 */
export function pageDays(
  view: 'month' | 'week' | 'agenda',
  day: string,
  today: string,
): { first: string; last: string; listed: string } {
  if (view === 'week') {
    const week = weekOf(day)
    return { first: week[0]!, last: week[6]!, listed: week[6]! }
  }
  const month = day.slice(0, 7)
  const [first, last] = [`${month}-01`, shiftDay(`${addMonths(month, 1)}-01`, -1)]
  const ahead = shiftDay(today, AHEAD_DAYS)
  const isCurrent = view === 'agenda' && today.startsWith(month)
  return { first, last, listed: isCurrent && ahead > last ? ahead : last }
}

/** Jobs by the day on which they start, in the driver's zone. */
export function byDay(blocks: readonly Job[], timeZone: string): Map<string, Job[]> {
  const dayOf = dayNames(timeZone)
  const days = new Map<string, Job[]>()
  for (const block of blocks) {
    const day = dayOf(block.startAt)
    const others = days.get(day)
    if (others === undefined) days.set(day, [block])
    else others.push(block)
  }
  return days
}

/** A block's span of one day on the wall clock; one across midnight has two, and its pay in the first. */
export type Part = DayPart & { day: string; block: Job; isRest: boolean }

/** A shorter bar could not be read or tapped. */
const LEAST_MINUTES = 45
const LATEST_MINUTE = DAY_MINUTES - LEAST_MINUTES

/**
 * The positions of blocks on the wall clock. On the night of a clock change a block is as long as its
 * wall-clock hours: it begins and ends where the clock in the car says.
 */
export function partsOf(blocks: readonly Job[], timeZone: string): Part[] {
  const dayOf = dayNames(timeZone)
  const minuteOf = wallMinutes(timeZone)
  return blocks.flatMap((block) => {
    const [day, lastDay] = [dayOf(block.startAt), dayOf(block.endAt - 1)]
    const startMinute = minuteOf(block.startAt)
    const end = minuteOf(block.endAt - 1) + 1
    if (day === lastDay) {
      const endMinute = Math.min(DAY_MINUTES, Math.max(end, startMinute + LEAST_MINUTES))
      return [{ day, block, isRest: false, startMinute: Math.min(startMinute, LATEST_MINUTE), endMinute }]
    }
    return [
      {
        day,
        block,
        isRest: false,
        startMinute: Math.min(startMinute, LATEST_MINUTE),
        endMinute: DAY_MINUTES,
      },
      { day: lastDay, block, isRest: true, startMinute: 0, endMinute: Math.max(end, LEAST_MINUTES) },
    ]
  })
}

function wallMinutes(timeZone: string): (at: number) => number {
  const format = dateFormat('en-US', { hour: 'numeric', minute: 'numeric', hourCycle: 'h23', timeZone })
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    return parts['hour']! * 60 + parts['minute']!
  }
}
