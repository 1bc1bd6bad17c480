import { DAY_MINUTES } from '../schedule.ts'
import { findWeeklyBursts } from './bursts.ts'
import type { WeeklyBurst } from './bursts.ts'
import { WEEK_HOURS } from './profile.ts'
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
    (minute) => hours[Math.floor(minute / 60)] ?? 0,
    unit / KERNEL_GAIN,
  )
  const week = shrink(plainWeek, profile.weekLooked, (hour) => hours[hour % DAY_HOURS] ?? 0, unit)
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
  sums[index] = Math.max(0, (sums[index] ?? 0) - by)
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
