import { nextDailyStop } from '@madruga/core/bot.ts'
import { dayOf, daysSpan } from '@madruga/core/blocks.ts'
import { shiftDay } from '@madruga/core/days.ts'
import type { DailyStop, SpeedSetting } from '@madruga/core/settings.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Listing, Span } from './market.ts'

/** One run window of a bot; end exclusive. */
export type RunWindow = { from: Timestamp; until: Timestamp }

/**
 * The driver starts the bot at five and at six on alternate days, so that weeks of searching see every hour
 * although a speed sleeps more than half of the time.
 */
const STARTS_MS = [5 * HOUR_MS, 6 * HOUR_MS] as const
/** Without a daily stop, a run ends so long after its start. */
const DAY_RUN_MS = 22 * HOUR_MS

/** When a bot of this speed searched that was started every morning and stopped by the daily stop. */
export function layRuns(
  { from, until }: Span,
  { timeZone, speed, dailyStop }: { timeZone: string; speed: SpeedSetting; dailyStop: DailyStop | null },
): RunWindow[] {
  const windows: RunWindow[] = []
  let day = dayOf(timeZone, from)
  for (let index = 0; ; index++, day = shiftDay(day, 1)) {
    const midnight = daysSpan(timeZone, day, day)!.from
    const startAt = midnight + STARTS_MS[index % STARTS_MS.length]!
    if (startAt >= until) return windows
    const endAt = Math.min(until, nextDailyStop(startAt, dailyStop)?.startAt ?? startAt + DAY_RUN_MS)
    for (let at = startAt; at < endAt; at += speed.runMs + speed.sleepMs)
      windows.push({ from: at, until: Math.min(endAt, at + speed.runMs) })
  }
}

/** A listing that a poll found, and when. */
export type Sighting = Listing & { seenAt: Timestamp }

/** What polls at this interval found in the run windows, in the order of time; listings come in any order. */
export function findSightings(
  listings: readonly Listing[],
  windows: readonly RunWindow[],
  pollMs: number,
): Sighting[] {
  const byShown = listings.toSorted((one, other) => one.shownAt - other.shownAt)
  const found: Sighting[] = []
  let first = 0
  for (const listing of byShown) {
    while (first < windows.length && windows[first]!.until <= listing.shownAt) first++
    const window = windows[first]
    if (window === undefined) break
    const polls = Math.max(0, Math.ceil((listing.shownAt - window.from) / pollMs))
    const seenAt = window.from + polls * pollMs
    if (seenAt < Math.min(window.until, listing.hiddenAt)) found.push({ ...listing, seenAt })
  }
  return found.sort((one, other) => one.seenAt - other.seenAt)
}

/** The run windows without the time in which the driver delivered. */
export function cutDeliveries(
  windows: readonly RunWindow[],
  deliveries: readonly { arrivedAt: Timestamp; endAt: Timestamp }[],
): RunWindow[] {
  const inOrder = deliveries.toSorted((one, other) => one.arrivedAt - other.arrivedAt)
  return windows.flatMap((window) => {
    const parts: RunWindow[] = []
    let { from } = window
    for (const { arrivedAt, endAt } of inOrder) {
      if (endAt <= from || arrivedAt >= window.until) continue
      if (arrivedAt > from) parts.push({ from, until: arrivedAt })
      from = Math.max(from, endAt)
    }
    return from < window.until ? [...parts, { from, until: window.until }] : parts
  })
}
