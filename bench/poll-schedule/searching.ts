import {
  findPollMs,
  followForecast,
  mayRequest,
  nextPollMs,
  noteObservations,
  spendRequest,
  startRequestRate,
} from '@madruga/core/bot.ts'
import { emptyProfile, foldDay, layDays, learnRates } from '@madruga/core/forecast.ts'
import type { LookedHour, ReleaseProfile } from '@madruga/core/forecast.ts'
import { localDay, readZoneOffsets } from '@madruga/core/schedule.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Listing, Metro, Span } from './market.ts'

/** From the poll's reply to the accept at the platform, in both directions. */
const LATENCY_MS = 100
/** The driver's minimum: about half of the listings. */
const WANTED_CENTS_PER_HOUR = 2_100

/** How one driver searches. */
export type Search = { perHour: number; lifeMs: number; adaptive: boolean; measureFrom: number }

/**
 * The results after `measureFrom`; `won` is the expectation over the lifetimes of the listings that a poll
 * saw.
 */
export type Haul = { wanted: number; won: number; requests: number }

/**
 * One driver's search around the clock, by the product's own budget, request rate, learning and plan. A
 * listing has a random (exponential) lifetime from `random`, after which a competitor takes it. It is won if
 * a poll sees it and the accept arrives within its lifetime. The forecast is learned each night, only from
 * this search's own observations.
 */
export function runSearch(metro: Metro, span: Span, search: Search, random: () => number): Haul {
  const settings = DEFAULT_SETTINGS
  const { startAt, endAt } = span
  const { listings, stations } = metro
  const zone = readZoneOffsets(metro.timeZone, startAt - DAY_MS, endAt + DAY_MS)
  const budget = { ...settings.budget, perHour: search.perHour }
  const always = { runMs: endAt - startAt, sleepMs: 0, totalMs: null, waitMs: null }
  const pollMs = findPollMs({ ...always, pollMs: settings.fastestPollMs }, budget)
  const rate = startRequestRate(budget, pollMs, startAt)
  const goneAt = listings.map((listing) => listing.at - Math.log(1 - random()) * search.lifeMs)
  const notes = openNotes(stations)
  const haul: Haul = { wanted: 0, won: 0, requests: 0 }
  let [next, day] = [0, localDay(zone, startAt)]

  for (let now = startAt; now < endAt;) {
    const waitMs = nextPollMs(rate, now)
    if (waitMs > 0) {
      now += waitMs
      continue
    }
    if (search.adaptive && localDay(zone, now) > day) {
      const today = localDay(zone, now)
      const profiles = learn(notes, (station) =>
        layDays(zone, day, today - 1, station, [...notes.hours.values()]),
      )
      day = today
      const enough = profiles.every((profile) => profile.days >= settings.forecast.enoughDays)
      const known = enough
        ? profiles.map((profile) => ({ zone, rates: learnRates(profile, settings.forecast.decay) }))
        : []
      followForecast(
        rate,
        { stations: new Set(stations), known, unknown: 0 },
        settings.rate,
        settings.fastestPollMs,
        now,
        null,
      )
    }
    spendRequest(rate, now)
    note(notes, now)
    const counts = now >= search.measureFrom
    if (counts) haul.requests++
    const sighted: Listing[] = []
    for (; next < listings.length && listings[next]!.at <= now; next++) {
      const { stationId, centsPerHour, at } = listings[next]!
      const measured = at >= search.measureFrom && centsPerHour >= WANTED_CENTS_PER_HOUR
      if (measured) haul.wanted++
      if (measured && mayRequest(rate, now)) haul.won += Math.exp((at - now - LATENCY_MS) / search.lifeMs)
      if (goneAt[next]! <= now) continue
      sighted.push(listings[next]!)
      notes.seen.get(stationId)?.push(now)
      if (centsPerHour < WANTED_CENTS_PER_HOUR || !mayRequest(rate, now)) continue
      spendRequest(rate, now)
      if (counts) haul.requests++
    }
    if (sighted.length > 0) noteObservations(rate, sighted, now)
  }
  return haul
}

/** What a search remembers until the next night. */
type Notes = {
  seen: Map<string, number[]>
  hours: Map<number, LookedHour>
  profiles: Map<string, ReleaseProfile>
}

function openNotes(stations: readonly string[]): Notes {
  return {
    seen: new Map(stations.map((id) => [id, []])),
    hours: new Map(),
    profiles: new Map(stations.map((id) => [id, emptyProfile()])),
  }
}

/** This minute was observed. */
function note({ hours }: Notes, now: number): void {
  const hourAt = now - (now % HOUR_MS)
  let hour = hours.get(hourAt)
  if (!hour) hours.set(hourAt, (hour = { hourAt, first: 0, second: 0 }))
  const minute = Math.floor((now - hourAt) / MINUTE_MS)
  if (minute < 30) hour.first |= 1 << minute
  else hour.second |= 1 << (minute - 30)
}

function learn(notes: Notes, lay: (seenAt: number[]) => ReturnType<typeof layDays>): ReleaseProfile[] {
  for (const [id, seenAt] of notes.seen) {
    let profile = notes.profiles.get(id) ?? emptyProfile()
    for (const seen of lay(seenAt)) profile = foldDay(profile, seen, DEFAULT_SETTINGS.forecast.decay)
    notes.profiles.set(id, profile)
    notes.seen.set(id, [])
  }
  // The hour in which the day ended also belongs to the next one if a zone is offset by half an hour.
  const hours = [...notes.hours.values()].slice(-1)
  notes.hours = new Map(hours.map((hour) => [hour.hourAt, hour]))
  return [...notes.profiles.values()]
}
