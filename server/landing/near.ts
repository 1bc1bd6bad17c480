import type { Kysely } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import { straightMiles } from '@madruga/core/geo.ts'
import type { Place } from '@madruga/core/geo.ts'
import { sampleFilter } from '@madruga/core/landing.ts'
import type { Station, Variant } from '@madruga/core/offers.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Tables } from '../db.ts'
import type { Clock } from '../kit/clock.ts'
import type { Observations } from '../observations.ts'
import { readAllStations } from '../platforms.ts'
import type { ZipPlace } from './zips.ts'

type Near = Outputs['landing']['near']

/** What replaying around a place needs. */
export type NearDeps = {
  db: Kysely<Tables>
  clock: Clock
  settings: Settings['landing']
  observations: Pick<Observations, 'replayAt'>
  platformName: string
}

/** What the sample filter would have won of the offers seen around a ZIP code, by the replay of what-if. */
export async function findNear(
  { db, clock, settings, observations, platformName }: NearDeps,
  place: ZipPlace & { zip: string },
  variant: Variant,
): Promise<Near> {
  const { miles, days } = settings
  const { zip, city, state } = place
  const all = (await readAllStations(db, platformName, variant))
    .map((station) => ({ station, away: straightMiles(place, station) }))
    .sort((one, other) => one.away - other.away)
  const near = all.filter(({ away }) => away <= miles).map(({ station }) => station)
  const [nearest] = all
  const asked = { zip, city, state, miles, days, stations: near.length }
  const { considered, currency, fit, held } = await replayAt(near)
  const elsewhere = near.length === 0 && nearest !== undefined ? nearest : null
  return {
    ...asked,
    considered,
    currency,
    fit,
    held,
    nearest: elsewhere && {
      city: elsewhere.station.city,
      state: elsewhere.station.state,
      miles: Math.round(elsewhere.away),
    },
  }

  async function replayAt(
    stations: readonly Station[],
  ): Promise<Pick<Near, 'considered' | 'currency' | 'fit' | 'held'>> {
    const [first] = stations
    const nothing = { count: 0, cents: 0, minutes: 0, others: [] }
    if (first === undefined) return { considered: 0, currency: null, fit: nothing, held: nothing }
    const stationIds = stations.map(({ id }) => id)
    const places: ReadonlyMap<string, Place> = new Map(stations.map((station) => [station.id, station]))
    return await observations.replayAt(
      { platform: platformName, stationIds },
      sampleFilter(variant, first.timeZone, stationIds),
      { since: clock.now() - days * DAY_MS, geography: { home: null, places } },
    )
  }
}
