import { DAY_MINUTES } from '../schedule.ts'
import { WEEK_MINUTES } from './profile.ts'
import type { ReleaseProfile } from './profile.ts'

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
export type WeeklyBurst = {
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
export function findWeeklyBursts(profile: ReleaseProfile): WeeklyBurst[] {
  const { heavy, heavyOffers } = profile
  const total = sumOf(heavy)
  if (total === 0) return []
  const size = heavyOffers / total
  const { chances, often } = fitKinds(profile, total)
  const found: WeeklyBurst[] = []
  chances.forEach((chance, minute) => {
    if (chance < LEAST_CHANCE) return
    found.push({ minute, chance, seen: heavy[minute]! * size, offers: often * size })
  })
  return found
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

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
