import { Refusal } from '../refusals.ts'
import { findList } from './board.ts'
import { askHuman } from './drivers.ts'
import { spendSearch } from './quota.ts'
import type { Driver, OfferList, Session } from './types.ts'
import { record } from './world.ts'
import type { World } from './world.ts'

const MINUTE_MS = 60_000
/** Searches are counted for the last this many minutes with searches. */
const MINUTES_KEPT = 180

/** One search: the prepared list, or a refusal. Refusals are values here: this is the hottest path. */
export function search(world: World, session: Session): OfferList | Refusal {
  const { driver } = session
  const minute = countSearch(world, driver)
  const refusal = refuseSearch(world, driver)
  if (refusal !== undefined) {
    minute.refused++
    return refusal
  }
  if (--driver.searchesToQuestion <= 0) askHuman(world, driver)
  const list = findList(world, driver)
  session.lastSent = list.body
  return list
}

/** The current list, for a search that was already counted. */
export function searchAgain(world: World, session: Session): OfferList {
  const list = findList(world, session.driver)
  session.lastSent = list.body
  return list
}

function refuseSearch(world: World, driver: Driver): Refusal | undefined {
  if (driver.challenge !== undefined) {
    return new Refusal('human_verification', { challengeId: driver.challenge.challengeId })
  }
  const wasLocked = driver.quota.lockedUntil > world.now
  const lockMs = world.scenario.lockMinutes * MINUTE_MS
  const retryAfterMs = spendSearch(driver.quota, world.quotaPerHour, lockMs, world.now)
  if (retryAfterMs === 0) return undefined
  // The first refusal of a lock is an event; later ones are only counted.
  if (!wasLocked) record(world, driver, { action: 'search', status: 429, code: 'aggressive_search' })
  return new Refusal('aggressive_search', { retryAfterMs: Math.ceil(retryAfterMs) })
}

/** Counts a search of the driver in its minute. */
export function countSearch(world: World, driver: Driver): Driver['searches'][number] {
  const begin = world.now - (world.now % MINUTE_MS)
  world.counts.searches++
  let last = driver.searches.at(-1)
  if (last?.minute !== begin) {
    last = { minute: begin, count: 0, refused: 0 }
    driver.searches.push(last)
    if (driver.searches.length > MINUTES_KEPT) driver.searches.shift()
  }
  last.count++
  return last
}
