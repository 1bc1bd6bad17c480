/** Weekdays that are chosen together: 1 = Monday, 7 = Sunday; all of them, in the order of every week. */
export const WEEKDAY_GROUPS = {
  all: [1, 2, 3, 4, 5, 6, 7],
  weekdays: [1, 2, 3, 4, 5],
  weekend: [6, 7],
} as const
