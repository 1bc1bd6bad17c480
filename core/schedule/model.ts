/** Monday = 1 ... Sunday = 7, as ISO 8601 and Temporal number them. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7
export const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7]

/**
 * Minutes after midnight on the wall clock, start inclusive, end exclusive. End before start crosses
 * midnight; end 1440 is midnight. Start equal to end is empty.
 */
export type TimeRange = { startMinute: number; endMinute: number }

/** One weekday: all day, or one or two ranges (the second is the seed's "second schedule"). */
export type DaySchedule = { day: Weekday; allDay: boolean; ranges: TimeRange[] }

/**
 * Days that are not listed are off. Read in the filter's time zone, by the wall clock: a minute that it shows
 * twice (autumn) is inside both times, one that it skips (spring) never occurs. Adjacent ranges, also across
 * midnight, are merged.
 */
export type Schedule = {
  days: DaySchedule[]
  /** An offer must also end inside the range in which it starts. */
  mustEndInside: boolean
}
