import { DAY_MINUTES } from '../time.ts'
import { WEEK_HOURS, WEEK_MINUTES } from './profile.ts'
import type { ReleaseProfile } from './profile.ts'

const DAY_HOURS = 24
/** Five minutes with the largest weight in the middle; the weights sum to 1. */
const KERNEL = [0.1, 0.2, 0.4, 0.2, 0.1] as const
/**
 * Smoothing reduces the variance as if this many times as much had been counted: 1 over the sum of the
 * squared weights.
 */
const KERNEL_GAIN = 1 / KERNEL.reduce((sum, weight) => sum + weight * weight, 0)

/** The expected releases of a station. */
export type ReleaseRates = {
  /** Offers a minute, by minute of the day, for all weekdays, without the weekly bursts. */
  minutes: Float32Array
  /** Offers an hour, by hour of the week, Monday 0:00 first, all included. */
  weekHours: Float32Array
  /** The same without the weekly bursts; and by hour of the day, for all weekdays. */
  plainHours: Float32Array
  dayHours: Float32Array
  /** How many more offers follow one within a minute. */
  followers: number
  /** Offers of weekly bursts, by minutes since Monday 0:00. */
  bursts: ReadonlyMap<number, number>
}

/**
 * Estimates the rates behind the counts. Sparse counts are shrunk toward better known ones (empirical Bayes):
 * a minute toward its hour, an hour of the week toward that hour of the day, an hour of the day toward the
 * whole day. The counts themselves determine how far. Without that, noise would look like a schedule, and an
 * adaptive rate could lose to a fixed one.
 */
export function learnRates(profile: ReleaseProfile, decay: number): ReleaseRates {
  const bursts = findWeeklyBursts(profile)
  const { plainMinutes, plainWeek } = takeOut(profile, bursts)
  const offers = sumOf(profile.minutes)
  const looked = sumOf(profile.looked)
  // Offers come in drops: a sum of offers is as certain as the sum of their drops. Decayed sums vary less
  // than they count: by the sum of the squared weights of n days over their sum, (1 + decay^n) / (1 + decay).
  const perDrop = profile.drops === 0 ? 1 : Math.max(1, offers / profile.drops)
  const steadiness = (1 + Math.max(0, 1 - profile.days * (1 - decay))) / (1 + decay)
  const unit = steadiness * perDrop
  const dayMean = looked === 0 ? 0 : sumOf(plainMinutes) / looked

  const hourOffers = foldHours(plainMinutes)
  const hours = shrink(hourOffers, foldHours(profile.looked), () => dayMean, unit)
  const minutes = shrink(
    smooth(plainMinutes),
    smooth(profile.looked),
    (minute) => hours[Math.floor(minute / 60)]!,
    unit / KERNEL_GAIN,
  )
  const week = shrink(plainWeek, profile.weekLooked, (hour) => hours[hour % DAY_HOURS]!, unit)
  const plainHours = Float32Array.from(week, (rate) => rate * 60)
  const weekHours = Float32Array.from(plainHours)
  for (const burst of bursts) weekHours[Math.floor(burst.minute / 60)]! += burst.chance * burst.offers
  return {
    minutes: Float32Array.from(minutes),
    weekHours,
    plainHours,
    dayHours: Float32Array.from(hours, (rate) => rate * 60),
    followers: perDrop - 1,
    bursts: new Map(bursts.map((burst) => [burst.minute, burst.chance * burst.offers])),
  }
}

/**
 * The counts without the offers of weekly bursts, weighted by their probability; otherwise one weekday's
 * burst would be expected on all seven.
 */
function takeOut(profile: ReleaseProfile, bursts: readonly WeeklyBurst[]) {
  const plainMinutes = [...profile.minutes]
  const plainWeek = [...profile.weekHours]
  for (const { minute, chance, seen } of bursts) {
    lower(plainMinutes, minute % DAY_MINUTES, chance * seen)
    lower(plainWeek, Math.floor(minute / 60), chance * seen)
  }
  return { plainMinutes, plainWeek }
}

function lower(sums: number[], index: number, by: number): void {
  sums[index] = Math.max(0, sums[index]! - by)
}

/**
 * Rates of sums whose parts of `unit` are Poisson around a rate that itself varies around its expectation by
 * a gamma distribution, with its variance from the method of moments. Each rate lies between the expected and
 * the counted one.
 */
function shrink(
  sums: readonly number[],
  exposures: readonly number[],
  expect: (index: number) => number,
  unit: number,
): number[] {
  let excess = 0
  let squares = 0
  for (let index = 0; index < sums.length; index++) {
    const mean = (exposures[index]! * expect(index)) / unit
    excess += (sums[index]! / unit - mean) ** 2 - mean
    squares += mean * mean
  }
  const variance = squares === 0 ? 0 : Math.max(0, excess / squares)
  const weight = unit / variance
  return sums.map((sum, index) => {
    const rate = expect(index)
    return variance === 0 ? rate : (rate * (weight + sum)) / (weight + exposures[index]! * rate)
  })
}

/** Wraps around midnight. */
function smooth(values: readonly number[]): number[] {
  const reach = (KERNEL.length - 1) / 2
  return values.map((_, minute) => {
    let sum = 0
    for (let step = -reach; step <= reach; step++)
      sum += KERNEL[step + reach]! * values[(minute + step + DAY_MINUTES) % DAY_MINUTES]!
    return sum
  })
}

function foldHours(minutes: readonly number[]): number[] {
  const hours = Array.from({ length: DAY_HOURS }, () => 0)
  for (let minute = 0; minute < DAY_MINUTES; minute++) hours[Math.floor(minute / 60)]! += minutes[minute]!
  return hours
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Expected offers per minute of a station at that minute of that hour of its week. */
export function rateAt(rates: ReleaseRates, weekday: number, minute: number): number {
  const hour = Math.floor(minute / 60)
  const burst = rates.bursts.get(weekday * DAY_MINUTES + minute) ?? 0
  const usual = rates.dayHours[hour]!
  if (usual === 0) return burst
  return (
    burst + (rates.minutes[minute]! * rates.plainHours[(weekday * DAY_HOURS + hour) % WEEK_HOURS]!) / usual
  )
}

const WEEK_DAYS = 7
const HOUR_MINUTES = 60
/** Rounds of the fit; the shares converge long before. */
const ROUNDS = 20
/** Prior share of minutes that are weekly bursts: one or two a day. */
const FIRST_SHARE = 1e-3
/**
 * A minute's rate on other weekdays is shrunk toward the station's mean as if this many more days had been
 * seen.
 */
const PRIOR_DAYS = 2
/**
 * A weekly burst is seen in at least and at most this share of the weeks: a search does not see all of each.
 */
const LEAST_SEEN = 0.8
const MOST_SEEN = 0.99
/** Below this probability a minute is no burst. */
const LEAST_CHANCE = 0.05

/** A minute of the week at which a station releases many offers at once, most weeks. */
type WeeklyBurst = {
  /** Minutes since Monday 0:00. */
  minute: number
  /** Probability that it is a burst, 0 to 1. */
  chance: number
  /** Offers seen in it, decayed. */
  seen: number
  /** Offers expected in it. */
  offers: number
}

/**
 * The minutes of the week with recurring bursts. Each minute is one of two kinds, fitted by
 * expectation-maximization: heavy as often as that minute of other weekdays, or heavy in most weeks. A burst
 * that came once is one coincidence of many; one that came two weeks in a row hardly is.
 */
function findWeeklyBursts(profile: ReleaseProfile): WeeklyBurst[] {
  const { heavy, heavyOffers } = profile
  const total = sumOf(heavy)
  // Most stations have none, and the fit walks the minutes of a week many times.
  if (total === 0) return []
  const size = heavyOffers / total
  const { chances, often } = fitKinds(profile, total)
  const bursts: WeeklyBurst[] = []
  chances.forEach((chance, minute) => {
    if (chance < LEAST_CHANCE) return
    bursts.push({ minute, chance, seen: heavy[minute]! * size, offers: often * size })
  })
  return bursts
}

/** The probability that each minute of the week is heavy in most weeks, and the share of such minutes. */
function fitKinds({ heavy, weekLooked }: ReleaseProfile, total: number) {
  const weeks = weekLooked.map((minutes) => minutes / HOUR_MINUTES)
  const usual = total / (sumOf(weeks) * HOUR_MINUTES)
  const others = heavy.map((_, minute) => shareOfOthers(heavy, weeks, minute, usual))
  const chances = new Float64Array(WEEK_MINUTES)
  let [share, often] = [FIRST_SHARE, LEAST_SEEN]
  for (let round = 0; round < ROUNDS; round++) {
    let [count, hits, tries] = [0, 0, 0]
    for (let minute = 0; minute < WEEK_MINUTES; minute++) {
      if (heavy[minute] === 0) continue
      const looked = weeks[Math.floor(minute / HOUR_MINUTES)]!
      const hit = Math.min(looked, heavy[minute]!)
      const other = others[minute]!
      const odds =
        (share / (1 - share)) * (often / other) ** hit * ((1 - often) / (1 - other)) ** (looked - hit)
      const chance = often <= other ? 0 : odds / (1 + odds)
      chances[minute] = chance
      count += chance
      hits += chance * hit
      tries += chance * looked
    }
    share = Math.min(0.5, Math.max(1 / WEEK_MINUTES ** 2, count / WEEK_MINUTES))
    if (tries > 0) often = Math.min(MOST_SEEN, Math.max(LEAST_SEEN, hits / tries))
  }
  return { chances, often }
}

/** The share of days on which that minute is heavy on the six other weekdays. */
function shareOfOthers(
  heavy: readonly number[],
  weeks: readonly number[],
  minute: number,
  usual: number,
): number {
  let [sum, looked] = [PRIOR_DAYS * usual, PRIOR_DAYS]
  for (let day = 1; day < WEEK_DAYS; day++) {
    const other = (minute + day * DAY_MINUTES) % WEEK_MINUTES
    sum += heavy[other]!
    looked += weeks[Math.floor(other / HOUR_MINUTES)]!
  }
  return Math.min(MOST_SEEN, sum / looked)
}
