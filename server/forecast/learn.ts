import type { Kysely } from 'kysely'
import { emptyProfile, foldDay, layDays, openDay } from '@madruga/core/forecast.ts'
import type { LookedHour } from '@madruga/core/forecast.ts'
import { localDay, readZoneOffsets } from '@madruga/core/schedule.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../db.ts'
import { readSeenAt } from '../observations.ts'
import { listWorkedStations, readLearned, readLookedHours, saveProfile } from './store.ts'

/** Observations and requests are written in batches: a day is complete some time after its midnight. */
const COMPLETE_AFTER_MS = 10 * MINUTE_MS
/** Days read at once, so that catching up after a long outage needs bounded memory. */
const CHUNK_DAYS = 7
/** Zones lie up to 14 hours from UTC. */
const ZONE_MS = 15 * HOUR_MS

type Worked = Awaited<ReturnType<typeof listWorkedStations>>[number]
export type LearnSettings = { decay: number; keepDays: number }

/** Adds every station's complete days, by its own clock, that are not yet counted. Repeatable at any time. */
export async function learnDays(db: Kysely<Tables>, now: Timestamp, settings: LearnSettings): Promise<void> {
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
  const [seenAt, hours, known] = await Promise.all([
    readSeenAt(db, station, from, to),
    readLookedHours(db, station, from, to),
    readLearned(db, station.platform, [station.id]),
  ])
  const learned = known[0]?.learned ?? null
  const { profile: before, ...counted } = learned ?? { profile: emptyProfile(), through: null }
  // Another process was faster.
  if (counted.through !== through) return counted.through
  let profile = before
  // Days that are too old to be read have passed too.
  for (let missed = (through ?? first - 1) + 1; missed < first; missed++)
    profile = age(profile, missed, decay)
  for (const seen of layDays(zone, first, end, seenAt, hours)) profile = foldDay(profile, seen, decay)
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
