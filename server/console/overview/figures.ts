import { dayOf, daysSpan, weekOf } from '@madruga/core/blocks.ts'
import { shiftDay } from '@madruga/core/days.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Accounting } from '../../money/billing.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Db } from './model.ts'
import { readActivity, readSignUps, readWins } from './store/activity.ts'
import { readOpen, readOver } from './store/incidents.ts'
import { readSamples } from './store/samples.ts'

export type Overview = Outputs['admin']['overview']
type OverviewDeps = {
  db: Db
  clock: Clock
  /** The service's zone, in which days and weeks are counted. */
  timeZone: string
  accounting: Pick<Accounting, 'readRevenue' | 'readRunningCharges'>
}

/** Weeks of sign-ups and revenue, and days of wins. */
const WEEKS = 12
const WIN_DAYS = 28
const OVER_SHOWN = 10
/** How much of the fleet's past is shown, and the interval of its points: some hundred in each. */
const RANGES = {
  day: [24, 15 * MINUTE_MS],
  week: [7 * 24, 2 * HOUR_MS],
  month: [30 * 24, 8 * HOUR_MS],
} as const

/** How the business and the fleet do: figures of now, and how they came to be. */
export async function readOverview(
  { db, clock, timeZone, accounting }: OverviewDeps,
  { range }: { range: keyof typeof RANGES },
): Promise<Overview> {
  const now = clock.now()
  const today = dayOf(timeZone, now)
  const mondays = Array.from({ length: WEEKS }, (_, back) =>
    shiftDay(weekOf(today)[0]!, -7 * back),
  ).toReversed()
  const first = mondays[0]!
  const winDays = Array.from({ length: WIN_DAYS }, (_, back) => shiftDay(today, -back)).toReversed()
  const [hours, everyMs] = RANGES[range]
  const [activity, wins, signUps, revenue, running, points, open, over] = await Promise.all([
    readActivity(db, today),
    readWins(db, winDays[0]!),
    readSignUps(db, { since: daysSpan(timeZone, first, first)!.from, timeZone }),
    accounting.readRevenue({ from: first }),
    accounting.readRunningCharges(),
    readSamples(db, { since: now - hours * HOUR_MS, everyMs }),
    readOpen(db),
    readOver(db, OVER_SHOWN),
  ])
  const { drivers, active, activeBefore, churnFrom, churned } = activity
  return {
    at: now,
    drivers: { all: drivers, active, activeBefore },
    churn: { from: churnFrom, lost: churned },
    wins: winDays.map((day) => wins.find((each) => each.day === day) ?? { day, accepted: 0, missed: 0 }),
    signUps: mondays.map((week) => ({ week, count: signUps.find((each) => each.week === week)?.count ?? 0 })),
    revenue: { byWeek: revenue.byWeek, demo: revenue.demo, running },
    states: { everyMs, points },
    incidents: { open, over },
  }
}
