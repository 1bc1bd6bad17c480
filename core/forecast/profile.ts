import { weekdayOfDay } from '../schedule.ts'
import { DAY_MINUTES } from '../time.ts'

export const WEEK_HOURS = 168
export const WEEK_MINUTES = 7 * DAY_MINUTES
/** Offers in one minute that make it heavy. */
const HEAVY = 3
const DAY_HOURS = 24

/**
 * When one station released, day by day on its own wall clock. All sums decay alike: a day that is k days old
 * counts `decay` to the power of k. Unobserved time is in neither sum, so a night without bots is unknown
 * rather than empty.
 */
export type ReleaseProfile = {
  /** Offers by minute of the day: 1,440 sums. */
  minutes: readonly number[]
  /** Days on which that minute was observed: 1,440 sums. */
  looked: readonly number[]
  /** Offers by hour of the week, Monday 0:00 first: 168 sums. */
  weekHours: readonly number[]
  /** Observed minutes of that hour: 168 sums. */
  weekLooked: readonly number[]
  /** Weeks in which that minute of the week was heavy: 10,080 sums. */
  heavy: readonly number[]
  /** Offers of all heavy minutes. */
  heavyOffers: number
  /**
   * Drops: offers of one moment are one drop, so that the confidence of the sums is separate from their size.
   */
  drops: number
  /** Days observed for at least an hour; a shorter observation counts partially. */
  days: number
}

/** Observations of one station on one day of its own calendar, by minute of the wall clock. */
export type SeenDay = {
  /** Days since 1970-01-01. */
  day: number
  offers: Uint16Array
  /** Drops of the whole day. */
  drops: number
  /** How often the clock showed that minute while observed: 0 or 1, and up to 2 in autumn's repeated hour. */
  looked: Uint8Array
}

/** A day without any data yet. */
export function openDay(day: number): SeenDay {
  return { day, offers: new Uint16Array(DAY_MINUTES), drops: 0, looked: new Uint8Array(DAY_MINUTES) }
}

/** A station without any data. */
export function emptyProfile(): ReleaseProfile {
  return {
    minutes: Array.from({ length: DAY_MINUTES }, () => 0),
    looked: Array.from({ length: DAY_MINUTES }, () => 0),
    weekHours: Array.from({ length: WEEK_HOURS }, () => 0),
    weekLooked: Array.from({ length: WEEK_HOURS }, () => 0),
    heavy: Array.from({ length: WEEK_MINUTES }, () => 0),
    heavyOffers: 0,
    drops: 0,
    days: 0,
  }
}

/**
 * The profile with one more day. Days are added in order, each once, including unobserved ones: they age the
 * others.
 */
export function foldDay(profile: ReleaseProfile, seen: SeenDay, decay: number): ReleaseProfile {
  const { offers, looked } = seen
  const weekday = weekdayOfDay(seen.day)
  const weekHours = profile.weekHours.map((sum) => sum * decay)
  const weekLooked = profile.weekLooked.map((sum) => sum * decay)
  const heavy = profile.heavy.map((sum) => sum * decay)
  let heavyOffers = profile.heavyOffers * decay
  let lookedMinutes = 0
  for (let minute = 0; minute < DAY_MINUTES; minute++) {
    const times = looked[minute]!
    if (times === 0) continue
    const hour = weekday * DAY_HOURS + Math.floor(minute / 60)
    const came = offers[minute]!
    weekHours[hour]! += came
    weekLooked[hour]! += times
    lookedMinutes += times
    if (came < HEAVY) continue
    heavy[weekday * DAY_MINUTES + minute]! += 1
    heavyOffers += came
  }
  const add = (sums: readonly number[], today: ArrayLike<number>): number[] =>
    sums.map((sum, minute) => sum * decay + (looked[minute] === 0 ? 0 : today[minute]!))
  return {
    minutes: add(profile.minutes, offers),
    looked: add(profile.looked, looked),
    weekHours,
    weekLooked,
    heavy,
    heavyOffers,
    drops: profile.drops * decay + seen.drops,
    days: profile.days * decay + Math.min(1, lookedMinutes / 60),
  }
}
