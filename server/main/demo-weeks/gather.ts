import { findPollMs, runScheduleOf } from '@madruga/core/bot.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { enrolDriver, equipDriver } from '../../console/admin.ts'
import type { DemoDriver } from '../../console/admin.ts'
import type { Config } from '../../config.ts'
import { readGeography } from '../../driver/filters.ts'
import type { World } from '../../world.ts'
import { liveThrough } from './live.ts'
import type { PastMarket, Span } from './market.ts'
import { cutDeliveries, findSightings, layRuns } from './searches.ts'
import type { Lived } from './write.ts'

/** What a driver's weeks are gathered from. */
export type Gathering = {
  world: World
  market: PastMarket
  marketUrl: string
  settings: Config['settings']
  driver: DemoDriver
  driverId: string
  span: Span
  /** Up to when it is written already; when all of it is, nothing is gathered again. */
  livedTo: Timestamp
}

/**
 * Equips a demo driver like any start does, and gathers what happened to them in their weeks: the market
 * knows of it afterwards, and offers that were seen are observed. Nothing of it is written to the driver yet.
 */
export async function gatherLived({
  world,
  market,
  marketUrl,
  settings,
  driver,
  driverId,
  span,
  livedTo,
}: Gathering): Promise<{ marketId: string; lived: Lived }> {
  const { database, filters, keyRing, observations, platform } = world
  const db = database.kysely
  const { variant, timeZone } = driver
  const marketId = await enrolDriver(marketUrl, driver)
  // It takes the market a while: the driver is equipped meanwhile.
  const recalling = livedTo < span.until ? market.recall(marketId, variant, span) : []
  const equipping = { db, filters, keyRing, marketUrl, platform }
  await equipDriver(equipping, driver, driverId, (proposed) =>
    goEasy(driver.choose(proposed), driver.pastHours),
  )
  const { filter, version } = await filters.readFilter(driverId, variant)
  const geography = await readGeography(db, driverId, platform.name)
  const speed = runScheduleOf(filter.speed, filter.custom, settings)
  const windows = layRuns(span, { timeZone, speed, dailyStop: settings.dailyStop })
  const pollMs = findPollMs(speed, settings.budget)
  const sightings = findSightings(await recalling, windows, pollMs)
  const { deeds, seen, deliveries } = await liveThrough(market, marketId, {
    span,
    sightings,
    filter,
    geography,
  })
  for (const { offer, seenAt } of seen) observations.note(platform.name, variant, [offer], seenAt)
  const { places } = geography
  const searched = filter.switches.sleepDuringDelivery ? cutDeliveries(windows, deliveries) : windows
  const lived = { driverId, span, deeds, windows: searched, pollMs, filterVersion: version, places }
  return { marketId, lived }
}

/** In these weeks the driver wanted no more than this many hours, and no offers while delivering. */
function goEasy(filter: Filter, hoursAWeek: number): Filter {
  const switches = { ...filter.switches, sleepDuringDelivery: true }
  return { ...filter, switches, maxMinutesPerDay: 8 * 60, maxMinutesPerWeek: hoursAWeek * 60 }
}
