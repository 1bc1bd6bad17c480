import { dayNames } from '@madruga/core/days.ts'

/** Notifications by day of the driver's zone, in the given order; `day` is `2026-11-21`. */
export function groupByDay<T extends { at: number }>(
  list: readonly T[],
  timeZone: string | undefined,
): { day: string; at: number; items: T[] }[] {
  const dayOf = dayNames(timeZone)
  const groups: { day: string; at: number; items: T[] }[] = []
  for (const one of list) {
    const day = dayOf(one.at)
    const last = groups.at(-1)
    if (last?.day === day) last.items.push(one)
    else groups.push({ day, at: one.at, items: [one] })
  }
  return groups
}
