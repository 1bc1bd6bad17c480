import type { HouseRules } from '../house-rules.ts'
import type { Station } from '../offers.ts'
import type { AmazonFilter, Filter, Setting, StationChoice } from './model.ts'
import { reviewExtras } from './review/extras.ts'
import { at } from './review/model.ts'
import type { At, Finding } from './review/model.ts'
import { reviewJobs, reviewTrips } from './review/jobs.ts'
import { reviewFit, reviewSetting } from './review/settings.ts'
import { reviewLimits, reviewWeek, reviewRest } from './review/week.ts'
import { isPriced, settingsInUse } from './settings.ts'
import { stationIdsOf, stationsFieldOf } from './stations.ts'
import type { Schedule } from '../schedule.ts'
import { DAY_MINUTES } from '../time.ts'
import { lengthsOf, paySpans } from './review/lengths.ts'

export { FINDING_CODES } from './review/model.ts'
export type { Finding, FindingCode } from './review/model.ts'

/**
 * The filter check: parts of a valid filter that can never match or contradict each other, with the rule to
 * change. Impossible parts come first, otherwise in the order of the editors. `stations` are the driver's on
 * the platform, `house` its rules; without them, checks that need them are skipped. A proposal has no
 * findings.
 */
export function reviewFilter(
  filter: Filter,
  stations: readonly Station[] = [],
  house?: HouseRules,
): Finding[] {
  const findings = [
    ...reviewStations(filter, stations),
    ...reviewRules(filter),
    ...(!isPriced(filter) || settingsInUse(filter).some((setting) => setting.schedule === null)
      ? reviewWeek(filter, filter.schedule, at('schedule'))
      : []),
    ...reviewLimits(filter),
    ...reviewRest(filter, house),
    ...reviewExtras(filter, stations),
  ]
  return [
    ...findings.filter((each) => each.severity === 'never'),
    ...findings.filter((each) => each.severity === 'doubtful'),
  ]
}

function reviewRules(filter: Filter): Finding[] {
  switch (filter.variant) {
    case 'amazon':
      return reviewSettings(filter)
    case 'spark':
      return reviewTrips(filter)
    case 'courier':
      return reviewJobs(filter)
  }
}

function reviewStations(filter: Filter, stations: readonly Station[]): Finding[] {
  if (stations.length === 0) return []
  const ids = new Set(stations.map((each) => each.id))
  const field = stationsFieldOf(filter)
  return stationIdsOf(filter).flatMap((stationId, index): Finding[] => {
    if (ids.has(stationId)) return []
    const where = { path: `${field}.${index}`, stationId, settingIndex: null, section: 'stations' } as const
    return [{ ...where, code: 'station_gone', severity: 'never', params: {} }]
  })
}

/**
 * Each setting that decides anything: the shared one if a station has none of its own, and those of the
 * stations.
 */
function reviewSettings(filter: AmazonFilter): Finding[] {
  const sharedUsed = filter.stations.some((choice) => choice.settings.length === 0)
  const shared = sharedUsed ? reviewOne(filter, filter.shared, at('shared')) : []
  const own = filter.stations.flatMap((choice, index) => [
    ...choice.settings.flatMap((setting, settingIndex) => {
      const path = `stations.${index}.settings.${settingIndex}`
      return reviewOne(filter, setting, { path, stationId: choice.stationId, settingIndex })
    }),
    ...reviewCovered(filter, choice, index),
  ])
  return [...shared, ...own]
}

function reviewOne(filter: AmazonFilter, setting: Setting, where: At): Finding[] {
  const unfit = reviewFit(filter, setting, where)
  // If nothing can match, lesser findings are noise.
  const findings = unfit === null ? reviewSetting(filter, setting, where) : [unfit]
  if (setting.schedule === null || unfit?.code === 'schedule_short') return findings
  return [...findings, ...reviewWeek(filter, setting.schedule, { ...where, path: `${where.path}.schedule` })]
}

/** Settings of a station that another setting fully covers; of two equal ones, the later. */
function reviewCovered(filter: AmazonFilter, choice: StationChoice, index: number): Finding[] {
  const alive = choice.settings.map((setting) => reviewFit(filter, setting, at(''))?.severity !== 'never')
  const idle = (place: number, other: number) =>
    covers(choice.settings[other]!, choice.settings[place]!, filter.schedule) &&
    (other < place || !covers(choice.settings[place]!, choice.settings[other]!, filter.schedule))
  return choice.settings.flatMap((_, place): Finding[] => {
    const other = choice.settings.findIndex((__, each) => alive[place] && idle(place, each))
    if (other < 0) return []
    const path = `stations.${index}.settings.${place}`
    const where = { path, stationId: choice.stationId, settingIndex: place, section: 'stations' } as const
    return [
      {
        ...where,
        code: 'setting_covered',
        severity: 'doubtful',
        params: { number: place + 1, other: other + 1 },
      },
    ]
  })
}

/**
 * Whether every block that matches the second setting matches the first one too, so that the second never
 * decides anything.
 */
function covers(one: Setting, other: Setting, global: Schedule): boolean {
  if (one.arrivalMinutes > other.arrivalMinutes) return false
  if (one.schedule !== other.schedule && !coversHours(one.schedule ?? global, other.schedule ?? global))
    return false
  return coversPay(one, other)
}

function coversPay(one: Setting, other: Setting): boolean {
  // A tip can lift the pay over a minimum and over a maximum.
  const tips = one.price.countTip === other.price.countTip
  const { usual, rare } = lengthsOf('amazon')
  return [...usual, ...rare].every((minutes) => {
    const wide = paySpans(one.price, 0, minutes)
    return paySpans(other.price, 0, minutes).every((span) =>
      wide.some(
        ({ min, max }) =>
          min <= span.min && (tips ? max >= span.max : one.price.countTip && max === Infinity),
      ),
    )
  })
}

/** Day by day and minute by minute on the wall clock. */
function coversHours(one: Schedule, other: Schedule): boolean {
  if (one.mustEndInside) return other.mustEndInside && sameHours(one, other)
  const wide = minutesOf(one)
  return minutesOf(other).every((open, minute) => !open || wide[minute] === 1)
}

function sameHours(one: Schedule, other: Schedule): boolean {
  const wide = minutesOf(one)
  return minutesOf(other).every((open, minute) => open === wide[minute])
}

const WEEK = 7 * DAY_MINUTES

function minutesOf(schedule: Schedule): Uint8Array {
  const minutes = new Uint8Array(WEEK)
  for (const { day, allDay, ranges } of schedule.days) {
    const midnight = (day - 1) * DAY_MINUTES
    for (const { startMinute, endMinute } of allDay ? [{ startMinute: 0, endMinute: DAY_MINUTES }] : ranges) {
      const end = endMinute < startMinute ? endMinute + DAY_MINUTES : endMinute
      for (let minute = startMinute; minute < end; minute++) minutes[(midnight + minute) % WEEK] = 1
    }
  }
  return minutes
}
