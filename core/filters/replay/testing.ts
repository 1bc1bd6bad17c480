import * as fc from 'fast-check'
import type { Offer, OfferKind, Variant } from '../../offers.ts'
import { WEEKDAYS } from '../../schedule.ts'
import type { Schedule } from '../../schedule.ts'
import type { Observation } from '../../observations.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time.ts'
import { UNKNOWN_PAYS } from '../model.ts'
import type { Filter, Geography, MilesTier, PriceRule, Setting } from '../model.ts'
import { proposeFilter } from '../propose.ts'

// Filters of every plan and variant, and histories across a change of the clocks, for the tests of replay.

/** Ten days before New York's clocks change, in spring and in autumn. */
export const BEGINNINGS = [Date.parse('2026-02-27T12:00Z'), Date.parse('2026-10-22T12:00Z')]
const STATIONS = ['s1', 's2', 's3']

/** Two stations a drive apart, one with an unknown location, and a home near the first. */
export const GEOGRAPHY: Geography = {
  home: { latitude: 40.7, longitude: -74 },
  places: new Map([
    ['s1', { latitude: 40.75, longitude: -74 }],
    ['s2', { latitude: 41.2, longitude: -74 }],
  ]),
}

const cents = fc.constantFrom(0, 0, 1500, 2000, 2500, 6000)
const maxCents = fc.constantFrom(null, null, null, 2600, 9000)
const minute = fc.constantFrom(0, 120, 150, 480, 720, 1080, 1320)
const wholeHours = fc.integer({ min: 1, max: 4 })

const schedules: fc.Arbitrary<Schedule> = fc.record({
  days: fc.subarray([...WEEKDAYS], { minLength: 4 }).chain((days) =>
    fc.tuple(
      ...days.map((day) =>
        fc.tuple(fc.boolean(), minute, minute).map(([allDay, startMinute, endMinute]) => ({
          day,
          allDay,
          ranges: [{ startMinute, endMinute }],
        })),
      ),
    ),
  ),
  mustEndInside: fc.boolean(),
})

const prices = (byTable: boolean): fc.Arbitrary<PriceRule> =>
  fc.record({
    perHourMinCents: cents,
    perHourMaxCents: maxCents,
    totalMinCents: cents,
    totalMaxCents: maxCents,
    combine: fc.constantFrom('both', 'either'),
    countTip: fc.boolean(),
    byDuration: byTable
      ? fc.uniqueArray(
          fc.record({ minutes: wholeHours.map((each) => each * 60), minCents: cents, maxCents }),
          { selector: (row) => row.minutes, maxLength: 3 },
        )
      : fc.constant([]),
  })

const settings = (byTable: boolean, ownSchedule: boolean): fc.Arbitrary<Setting> =>
  fc.record({
    price: prices(byTable),
    arrivalMinutes: fc.constantFrom(0, 0, 30, 600),
    schedule: ownSchedule ? fc.option(schedules) : fc.constant(null),
  })

const extras = fc.record({
  timeZone: fc.constantFrom('America/New_York', 'America/Phoenix', 'America/Los_Angeles'),
  schedule: schedules,
  maxMinutesPerDay: fc.constantFrom(null, null, 150, 480),
  maxMinutesPerWeek: fc.constantFrom(null, null, 170, 1200),
  keepDrivingTime: fc.boolean(),
  netPerHour: fc.constantFrom(0, 0, 1000, 2000),
})

const kindRule = fc.record({
  enabled: fc.constantFrom(true, true, false),
  minPayCents: cents,
  maxStops: fc.constantFrom(0, 0, 2, 5),
})

const spark = fc.record({
  kinds: fc.record({ curbside: kindRule, shopping: kindRule, multiple: kindRule }),
  milesTiers: fc.oneof(
    fc.constant<MilesTier[]>([]),
    fc.tuple(cents, cents).map(([near, far]) => [
      { upToMiles: 5, minPayCents: near },
      { upToMiles: 10, minPayCents: far },
    ]),
  ),
  countTip: fc.boolean(),
  arrivalMinutes: fc.constantFrom(0, 0, 30),
})

const SKILLS = ['Bike', 'cold box', 'van']
const courier = fc.record({
  kinds: fc.record({ shift: fc.boolean(), order: fc.boolean() }),
  minMinutes: fc.constantFrom(0, 0, 60, 90),
  maxMinutes: fc.constantFrom(null, null, 120, 180),
  price: prices(false),
  unknownPay: fc.constantFrom(...UNKNOWN_PAYS),
  ownRate: fc.record({
    perHourCents: fc.constantFrom(1500, 2000, 2450),
    perMileCents: fc.constantFrom(0, 60),
  }),
  maxMiles: fc.constantFrom(0, 0, 5, 10),
  skills: fc.subarray(['bike', 'Cold  Box', 'VAN']),
  waitlist: fc.constantFrom('hold', 'leave'),
  arrivalMinutes: fc.constantFrom(0, 0, 30),
})

/** Filters of all variants and, for amazon, of every plan: two of the three stations are selected. */
export const filters: fc.Arbitrary<Filter> = fc
  .tuple(fc.constantFrom('basic', 'advanced', 'professional', 'spark', 'courier'), extras)
  .chain(([kind, { keepDrivingTime, netPerHour, timeZone, ...rest }]) => {
    const plan = kind === 'advanced' || kind === 'professional' ? kind : 'basic'
    const proposed = proposeFilter(
      kind === 'spark' || kind === 'courier' ? kind : 'amazon',
      plan,
      timeZone,
      STATIONS.slice(0, 2),
    )
    const base = {
      ...proposed,
      ...rest,
      safetyLimits: { ...proposed.safetyLimits, keepDrivingTime },
      net: { ...proposed.net, perHourMinCents: netPerHour },
    }
    if (base.variant === 'spark') return spark.map((trips): Filter => ({ ...base, ...trips }))
    if (base.variant === 'courier') return courier.map((jobs): Filter => ({ ...base, ...jobs }))
    const one = settings(plan === 'professional', plan !== 'basic')
    const own = fc.array(one, { maxLength: plan === 'basic' ? 0 : 3 })
    return fc.record({ shared: one, choices: fc.tuple(own, own) }).map(({ shared, choices }): Filter => ({
      ...base,
      shared,
      stations: base.stations.map((choice, index) => ({ ...choice, settings: choices[index]! })),
    }))
  })

/** The filter of a person who works what it takes: the limits of the market, 40 hours, time to drive. */
export function workable(filter: Filter): Filter & { maxMinutesPerWeek: number } {
  return {
    ...filter,
    maxMinutesPerDay: Math.min(filter.maxMinutesPerDay ?? 720, 720),
    maxMinutesPerWeek: Math.min(filter.maxMinutesPerWeek ?? 2_400, 4_200),
    safetyLimits: { ...filter.safetyLimits, keepDrivingTime: true },
  }
}

const KINDS: Record<Variant, OfferKind[]> = {
  amazon: ['block', 'block', 'block', 'delivery'],
  spark: ['curbside', 'shopping', 'delivery', 'block'],
  courier: ['shift', 'order', 'order', 'delivery'],
}

const listed = (variant: Variant): fc.Arbitrary<Omit<Offer, 'id'>> =>
  fc
    .record({
      quarter: fc.integer({ min: -4, max: 4 * 24 * 2 }),
      hours: wholeHours,
      stationId: fc.constantFrom('s1', ...STATIONS),
      kind: fc.constantFrom(...KINDS[variant]),
      payCents: fc.integer({ min: 2, max: 20 }).map((each) => each * 500),
      tipCents: fc.constantFrom(0, 500),
      miles: fc.constantFrom(null, 4, 5, 8, 11),
      stops: fc.constantFrom(null, 1, 2, 3, 4, 6),
      batched: fc.boolean(),
      payBasis: fc.constantFrom<Offer['payBasis']>(null, null, 'unknown'),
      skills: fc.oneof(fc.constant(null), fc.subarray(SKILLS)),
      full: fc.boolean(),
      currency: fc.constantFrom<Offer['currency']>(null, 'USD', 'EUR'),
    })
    .map(({ quarter, hours, ...rest }) => ({
      ...rest,
      payCents: rest.payBasis === 'unknown' ? 0 : rest.payCents,
      startAt: quarter * 15 * MINUTE_MS,
      endAt: quarter * 15 * MINUTE_MS + hours * HOUR_MS,
      expiresAt: null,
    }))

/** Three weeks of a market, several offers at once, in the order in which they were seen. */
export function histories(variant: Variant): fc.Arbitrary<Observation[]> {
  const wave = fc.record({
    afterMs: fc.integer({ min: 1, max: DAY_MS }),
    offers: fc.array(listed(variant), { minLength: 1, maxLength: 6 }),
  })
  return fc
    .record({ from: fc.constantFrom(...BEGINNINGS), waves: fc.array(wave, { minLength: 30, maxLength: 40 }) })
    .map(({ from, waves }) => {
      let seenAt = from
      let count = 0
      return waves.flatMap(({ afterMs, offers }) => {
        seenAt += afterMs
        // On the quarter-hour grid of markets.
        const grid = seenAt - (seenAt % (15 * MINUTE_MS))
        return offers.map((offer): Observation => ({
          ...offer,
          id: `o${count++}`,
          startAt: offer.startAt + grid,
          endAt: offer.endAt + grid,
          seenAt,
        }))
      })
    })
}
