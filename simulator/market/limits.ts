import type { Block, Driver } from './types.ts'
import type { World } from './world.ts'
import { findLocalDay, findLocalWeek } from './zones.ts'

export interface HourLimit {
  limitMinutes: number
  heldMinutes: number
}

/** Hours held on the calendar day and in the calendar week (Monday first) of `at`, in the metro's zone. */
export function findLimits(world: World, driver: Driver, at: number): { day: HourLimit; week: HourLimit } {
  const timeZone = findZone(world, driver)
  const sum = (isSame: (block: Block) => boolean) =>
    driver.blocks
      .filter((block) => block.releasedAt === undefined && isSame(block))
      .reduce((minutes, block) => minutes + countMinutes(block.terms), 0)
  const day = findLocalDay(timeZone, at)
  const week = findLocalWeek(timeZone, at)
  return {
    day: {
      limitMinutes: driver.dayLimitMinutes ?? world.scenario.dayLimitMinutes,
      heldMinutes: sum((block) => findLocalDay(timeZone, block.terms.start) === day),
    },
    week: {
      limitMinutes: world.scenario.weekLimitMinutes,
      heldMinutes: sum((block) => findLocalWeek(timeZone, block.terms.start) === week),
    },
  }
}

/**
 * The limit that a block of these minutes, starting at `at`, would exceed: the day first. Undefined if none.
 */
export function findBrokenLimit(
  world: World,
  driver: Driver,
  terms: { start: number; end: number },
): (HourLimit & { period: 'day' | 'week' }) | undefined {
  const limits = findLimits(world, driver, terms.start)
  const minutes = countMinutes(terms)
  for (const period of ['day', 'week'] as const) {
    const limit = limits[period]
    if (limit.heldMinutes + minutes > limit.limitMinutes) return { ...limit, period }
  }
  return undefined
}

function countMinutes(terms: { start: number; end: number }): number {
  return Math.round((terms.end - terms.start) / 60_000)
}

function findZone(world: World, driver: Driver): string {
  for (const station of world.stations.values()) {
    if (station.metroId === driver.metroId) return station.timeZone
  }
  throw new Error(`no metro ${driver.metroId}`)
}
