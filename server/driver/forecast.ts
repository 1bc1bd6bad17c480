import type { Kysely } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import { stationIdsOf } from '@madruga/core/filters.ts'
import {
  learnRates,
  suggestStretches,
  emptyProfile,
  foldDay,
  layDays,
  openDay,
} from '@madruga/core/forecast.ts'
import type { Outlook, StationOutlook, LookedHour } from '@madruga/core/forecast.ts'
import { readZoneOffsets, localDay } from '@madruga/core/schedule.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../db.ts'
import {
  readLearned,
  readLearnedOf,
  readFilter,
  listWorkedStations,
  readLookedHours,
  saveProfile,
} from './forecast/store.ts'
import type { LearnedStation } from './forecast/store.ts'
import type { Clock } from '../kit/clock.ts'
import { defineModule } from '../module.ts'
import type { Handlers } from '../module.ts'
import { readSeenAt } from './observations.ts'

/** The declaration of the forecast. */
export const forecast = defineModule({
  tables: ['release_profiles'],
  handlers: (parts: {
    forecast: Forecast
    readPlatformName(driverId: string): Promise<string>
  }): Pick<Handlers, 'forecast'> => ({
    forecast: {
      get: async ({ driverId }) => parts.forecast.read(driverId, await parts.readPlatformName(driverId)),
    },
  }),
  jobs: ({ forecast: { learn } }: { forecast: Pick<Forecast, 'learn'> }) => [
    { name: 'forecast.learn_days', everyMs: HOUR_MS, run: learn },
  ],
})

/** What the forecast needs from other modules. */
export type ForecastDeps = { db: Kysely<Tables>; clock: Clock; settings: Settings }

/** When stations release offers, learned from the observations of all bots. */
export type Forecast = {
  /** Adds the complete days that are not yet counted. Any process may call it at any time. */
  learn(): Promise<void>
  /** What a search of these stations may expect; null if too few of them have enough data. */
  lookOut(platform: string, stationIds: readonly string[]): Promise<Outlook | null>
  /** The driver's stations hour by hour, and stretches worth searching in. */
  read(driverId: string, platform: string): Promise<Outputs['forecast']['get']>
}

/** Learned data changes once a day; a station is read again after this. */
const FRESH_MS = HOUR_MS

/** Creates the forecast; all searches of this process share its cache. */
export function createForecast({ db, clock, settings }: ForecastDeps): Forecast {
  const { decay, enoughDays } = settings.forecast
  const cache = new Map<string, { at: Timestamp; station: StationOutlook | null }>()

  const outlookOf = (station: LearnedStation, now: Timestamp): StationOutlook | null => {
    const { learned, timeZone } = station
    if (learned === null || learned.profile.days < enoughDays) return null
    const zone = readZoneOffsets(timeZone, now - DAY_MS, now + 9 * DAY_MS)
    return { zone, rates: learnRates(learned.profile, decay) }
  }

  return {
    learn: () => learnDays(db, clock.now(), { decay, keepDays: settings.observations.keepDays }),
    async lookOut(platform, stationIds) {
      const now = clock.now()
      for (const [key, { at }] of cache) if (now - at >= FRESH_MS) cache.delete(key)
      const missing = stationIds.filter((id) => !cache.has(`${platform} ${id}`))
      if (missing.length > 0) {
        for (const station of await readLearned(db, platform, missing))
          cache.set(`${platform} ${station.id}`, { at: now, station: outlookOf(station, now) })
      }
      return gather(new Set(stationIds), (id) => cache.get(`${platform} ${id}`)?.station ?? null)
    },
    async read(driverId, platform) {
      const now = clock.now()
      const [stations, savedFilter] = await Promise.all([
        readLearnedOf(db, driverId, platform),
        readFilter(db, driverId),
      ])
      const filter = savedFilter?.filter ?? null
      const chosenIds = new Set(filter === null ? [] : stationIdsOf(filter))
      const byId = new Map(stations.map((station) => [station.id, station]))
      const searchedIds = [...byId.keys()].filter((id) => chosenIds.has(id))
      const outlook = gather(new Set(searchedIds.length > 0 ? searchedIds : byId.keys()), (id) => {
        const station = byId.get(id)
        return station ? outlookOf(station, now) : null
      })
      const timeZone = savedFilter?.timeZone ?? 'UTC'
      const zone = readZoneOffsets(timeZone, now - DAY_MS, now + 9 * DAY_MS)
      return {
        stations: stations.map(({ id, code, name, timeZone: own, learned }) => ({
          stationId: id,
          code,
          name,
          timeZone: own,
          days: learned?.profile.days ?? 0,
          weekHours: learned === null ? NOTHING : [...learnRates(learned.profile, decay).weekHours],
        })),
        enoughDays,
        suggestions: outlook === null ? [] : suggestStretches(outlook, zone, now),
      }
    },
  }
}

const NOTHING: number[] = Array.from({ length: 168 }, () => 0)

/** Null if less than half of the stations have enough data. */
function gather(stations: ReadonlySet<string>, find: (id: string) => StationOutlook | null): Outlook | null {
  const knownStations = [...stations].map(find).filter((station) => station !== null)
  return knownStations.length === 0 || knownStations.length * 2 < stations.size
    ? null
    : { stations, known: knownStations, unknown: stations.size - knownStations.length }
}

/** Observations and requests are written in batches: a day is complete some time after its midnight. */
const COMPLETE_AFTER_MS = 10 * MINUTE_MS
/** Days read at once, so that catching up after a long outage needs bounded memory. */
const CHUNK_DAYS = 7
/** Zones lie up to 14 hours from UTC. */
const ZONE_MS = 15 * HOUR_MS

type Worked = Awaited<ReturnType<typeof listWorkedStations>>[number]
type LearnSettings = { decay: number; keepDays: number }

/** Adds every station's complete days, by its own clock, that are not yet counted. Repeatable at any time. */
async function learnDays(db: Kysely<Tables>, now: Timestamp, settings: LearnSettings): Promise<void> {
  for (const station of await listWorkedStations(db)) {
    const zone = readZoneOffsets(station.timeZone, now - (settings.keepDays + 2) * DAY_MS, now)
    const last = localDay(zone, now - COMPLETE_AFTER_MS) - 1
    // Older observations are not stored.
    const oldest = last - settings.keepDays + 1
    let { through } = station
    while (through === null || through < last) {
      const next: number | null = await learnChunk(
        db,
        station,
        { zone, through, oldest, last },
        settings.decay,
      )
      if (next === null) break
      through = next
    }
  }
}

type Chunk = {
  zone: ReturnType<typeof readZoneOffsets>
  through: number | null
  oldest: number
  last: number
}

/** Adds some days after `through`; returns the last one, null if there is nothing to start from. */
async function learnChunk(
  db: Kysely<Tables>,
  station: Worked,
  chunk: Chunk,
  decay: number,
): Promise<number | null> {
  const { zone, through, oldest, last } = chunk
  const first = through === null ? await findFirstLook(db, station, chunk) : Math.max(oldest, through + 1)
  if (first === null) return null
  const end = Math.min(last, first + CHUNK_DAYS - 1)
  const from = first * DAY_MS - ZONE_MS
  const to = (end + 1) * DAY_MS + ZONE_MS
  const [seenAt, hours, rows] = await Promise.all([
    readSeenAt(db, station, from, to),
    readLookedHours(db, station, from, to),
    readLearned(db, station.platform, [station.id]),
  ])
  const lesson = rows[0]?.learned ?? null
  const { profile: before, ...counts } = lesson ?? { profile: emptyProfile(), through: null }
  // Another process was faster.
  if (counts.through !== through) return counts.through
  let profile = before
  // Days that are too old to be read have passed too.
  for (let day = (through ?? first - 1) + 1; day < first; day++) profile = age(profile, day, decay)
  for (const day of layDays(zone, first, end, seenAt, hours)) profile = foldDay(profile, day, decay)
  await saveProfile(db, station, profile, end, through)
  return end
}

function age(
  profile: ReturnType<typeof emptyProfile>,
  day: number,
  decay: number,
): ReturnType<typeof emptyProfile> {
  return foldDay(profile, openDay(day), decay)
}

/** The first day on which a bot observed the station. */
async function findFirstLook(
  db: Kysely<Tables>,
  station: Worked,
  { zone, oldest, last }: Chunk,
): Promise<number | null> {
  const hours: LookedHour[] = await readLookedHours(
    db,
    station,
    oldest * DAY_MS - ZONE_MS,
    (last + 1) * DAY_MS + ZONE_MS,
  )
  const days = hours.map((hour) => localDay(zone, hour.hourAt)).filter((day) => day >= oldest && day <= last)
  return days[0] ?? null
}
