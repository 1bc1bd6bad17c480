/** Weekdays that are chosen together: 1 = Monday, 7 = Sunday. */
export const WEEKDAY_GROUPS = {
  all: [1, 2, 3, 4, 5, 6, 7],
  weekdays: [1, 2, 3, 4, 5],
  weekend: [6, 7],
} as const

/** A week as drivers in the United States see it: Sunday first. */
export const WEEK_ORDER = [7, 1, 2, 3, 4, 5, 6] as const

/** Weekdays in the order in which they are shown. */
export function sundayFirst(weekdays: readonly number[]): number[] {
  return weekdays.toSorted((one, other) => (one % 7) - (other % 7))
}
