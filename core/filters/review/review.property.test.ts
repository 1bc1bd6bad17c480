import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  compileFilter,
  UNKNOWN_PAYS,
  proposeExtras,
  proposeFilter,
  reviewFilter,
  validateFilter,
  widenFilter,
} from '../../filters.ts'
import type {
  AmazonFilter,
  CourierFilter,
  DurationPrice,
  Filter,
  Finding,
  PriceRule,
  Setting,
  SparkFilter,
} from '../../filters.ts'
import type { Offer } from '../../offers.ts'
import { WEEKDAYS } from '../../schedule.ts'
import type { Schedule, TimeRange, Weekday } from '../../schedule.ts'
import { checkEveryCourse } from '../../testing.ts'
import { DAY_MS, MINUTE_MS } from '../../time.ts'

/** Two days before New York's clocks change: the night in which a short range lasts longer lies ahead. */
const NOWS = [Date.parse('2026-03-06T15:00Z'), Date.parse('2026-10-30T15:00Z')]
const ZONE = 'America/New_York'

// Few values each, chosen so that they often exclude one another.
const cents = fc.constantFrom(0, 0, 1000, 2500, 6000, 20_000)
const maxCents = fc.constantFrom(null, null, null, null, 0, 900, 2500, 5000, 40_000)
const price: fc.Arbitrary<PriceRule> = fc.record({
  perHourMinCents: cents,
  perHourMaxCents: maxCents,
  totalMinCents: cents,
  totalMaxCents: maxCents,
  combine: fc.constantFrom('both', 'both', 'either'),
  countTip: fc.boolean(),
  byDuration: fc.oneof(
    { weight: 2, arbitrary: fc.constant<DurationPrice[]>([]) },
    fc.uniqueArray(
      fc.record({ minutes: fc.constantFrom(30, 90, 120, 180, 300, 480), minCents: cents, maxCents }),
      { selector: (row) => row.minutes, minLength: 1, maxLength: 3 },
    ),
  ),
})
const minute = fc.constantFrom(0, 60, 70, 90, 150, 480, 600, 1320, 1380)
const schedule: fc.Arbitrary<Schedule> = fc.record({
  days: fc.uniqueArray(
    fc.record({
      day: fc.constantFrom<Weekday>(...WEEKDAYS),
      allDay: fc.constantFrom(false, false, false, false, true),
      ranges: fc.oneof(
        {
          weight: 2,
          arbitrary: fc
            .tuple(minute, fc.constantFrom(10, 60, 120, 480))
            .map(([startMinute, length]) => [{ startMinute, endMinute: (startMinute + length) % 1440 }]),
        },
        fc.constant<TimeRange[]>([
          { startMinute: 480, endMinute: 490 },
          { startMinute: 600, endMinute: 900 },
        ]),
      ),
    }),
    { selector: (entry) => entry.day, minLength: 1 },
  ),
  mustEndInside: fc.boolean(),
})
const setting: fc.Arbitrary<Setting> = fc.record({
  price,
  arrivalMinutes: fc.constantFrom(0, 30),
  schedule: fc.option(schedule),
})
const extras = proposeExtras()
const base = {
  plan: fc.constant('professional' as const),
  timeZone: fc.constant(ZONE),
  speed: fc.constant('1X' as const),
  custom: fc.constant(null),
  schedule,
  switches: fc.constant({
    sleepAfterAwardMinutes: 0,
    sleepDuringDelivery: false,
    logOutOfPlatformOnStart: false,
    hideIgnoredByPrice: false,
  }),
  maxMinutesPerDay: fc.constantFrom(null, null, null, 10, 60, 150, 240),
  maxMinutesPerWeek: fc.constantFrom(null, null, null, 100, 600),
  confirmation: fc.record({
    enabled: fc.boolean(),
    lowerPayPercent: fc.constantFrom(0, 0, 20),
    lessArrivalMinutes: fc.constantFrom(0, 0, 10),
    anyHour: fc.boolean(),
  }),
  safetyLimits: fc.constant(extras.safetyLimits),
  net: fc.constantFrom(0, 0, 0, 3000).map((perHourMinCents) => ({ ...extras.net, perHourMinCents })),
}
const kind = fc.record({ enabled: fc.boolean(), minPayCents: cents, maxStops: fc.constantFrom(0, 1, 2, 5) })
const amazonFilters: fc.Arbitrary<AmazonFilter> = fc
  .record({
    ...base,
    variant: fc.constant('amazon' as const),
    stations: fc.tuple(
      ...['s1', 's2'].map((stationId) =>
        fc.array(setting, { maxLength: 3 }).map((settings) => ({ stationId, settings })),
      ),
    ),
    shared: setting,
  })
  .filter(isSound)
const sparkFilters: fc.Arbitrary<SparkFilter> = fc
  .record({
    ...base,
    variant: fc.constant('spark' as const),
    storeIds: fc.constant<string[]>(['s1', 's2']),
    kinds: fc.record({ curbside: kind, shopping: kind, multiple: kind }),
    milesTiers: fc
      .array(fc.tuple(fc.constantFrom(0, 3, 5, 9), cents), { maxLength: 3 })
      .map((tiers) =>
        tiers.sort(([a], [b]) => a - b).map(([upToMiles, minPayCents]) => ({ upToMiles, minPayCents })),
      ),
    countTip: fc.boolean(),
    arrivalMinutes: fc.constantFrom(0, 15),
  })
  .filter(isSound)
const courierFilters: fc.Arbitrary<CourierFilter> = fc
  .record({
    ...base,
    plan: fc.constant('basic' as const),
    variant: fc.constant('courier' as const),
    placeIds: fc.constant<string[]>(['s1', 's2']),
    kinds: fc.record({ shift: fc.boolean(), order: fc.boolean() }),
    minMinutes: fc.constantFrom(0, 0, 60, 120, 270),
    maxMinutes: fc.constantFrom(null, null, 90, 240),
    price: price.map((rule) => ({ ...rule, byDuration: [] })),
    unknownPay: fc.constantFrom(...UNKNOWN_PAYS),
    ownRate: fc.record({
      perHourCents: fc.constantFrom(0, 1000, 2500),
      perMileCents: fc.constantFrom(0, 60),
    }),
    maxMiles: fc.constantFrom(0, 0, 5),
    skills: fc.constant<string[]>([]),
    waitlist: fc.constantFrom('hold', 'leave'),
    arrivalMinutes: fc.constantFrom(0, 30),
  })
  .filter(isSound)
// Mixed only when valid: most of the first kind are not, and the rest of an earlier mixture is of the second.
type Weighted = { weight: number; arbitrary: fc.Arbitrary<Filter> }
const filters = fc.oneof<[Weighted, fc.Arbitrary<Filter>, fc.Arbitrary<Filter>]>(
  { weight: 3, arbitrary: amazonFilters },
  sparkFilters,
  courierFilters,
)

function isSound(filter: Filter): boolean {
  return validateFilter(filter).length === 0
}

const KINDS = {
  amazon: ['block', 'reserved'],
  spark: ['curbside', 'shopping', 'delivery'],
  courier: ['shift', 'order'],
} as const

/** Offers as markets make them, including pay exactly at the filter's own bounds. */
function offersFor(filter: Filter, now: number): fc.Arbitrary<Offer> {
  const amazon = filter.variant === 'amazon'
  const length = amazon
    ? fc.constantFrom(120, 120, 150, 180, 225, 300, 360, 15, 30, 45)
    : filter.variant === 'courier'
      ? fc.constantFrom(20, 40, 75, 120, 180, 240, 270, 480)
      : fc.constantFrom(15, 25, 40, 55, 90)
  const shape = fc.record({
    quarter: fc.integer({ min: 0, max: 9 * 96 }),
    minutes: length,
    stationId: fc.constantFrom('s1', 's2'),
    kind: fc.constantFrom<Offer['kind']>(...KINDS[filter.variant]),
    tipCents: fc.constantFrom(0, 500),
    miles: fc.constantFrom(null, 1.2, 3, 4.5, 9, 12),
    batched: fc.boolean(),
    stops: fc.constantFrom(null, 1, 2, 3, 5),
    pay: fc.nat(),
    isUnknown: filter.variant === 'courier' ? fc.boolean() : fc.constant(false),
    full: filter.variant === 'courier' ? fc.boolean() : fc.constant(false),
  })
  return shape.map(({ quarter, minutes, pay, stops, isUnknown, ...rest }) => {
    const startAt = now + quarter * 15 * MINUTE_MS
    const edges = paysAt(filter, minutes)
    return {
      id: 'o',
      ...rest,
      kind: amazon && minutes < 60 ? 'instant' : rest.kind,
      // A trip of several orders goes to at least two customers.
      stops: rest.batched && stops === 1 ? 2 : stops,
      startAt,
      endAt: startAt + minutes * MINUTE_MS,
      ...(isUnknown
        ? { payCents: 0, tipCents: 0, payBasis: 'unknown' as const }
        : { payCents: Math.max(1, edges[pay % edges.length]!) }),
      expiresAt: null,
    }
  })
}

function paysAt(filter: Filter, minutes: number): number[] {
  if (filter.variant === 'spark') return [1000, 2500, 6000, 20_000]
  const settings =
    filter.variant === 'courier'
      ? [filter]
      : [filter.shared, ...filter.stations.flatMap((choice) => choice.settings)]
  const bounds = settings.flatMap(({ price: each }) => [
    ...[each.perHourMinCents, each.perHourMaxCents ?? 0, filter.net.perHourMinCents].map(
      (one) => (one * minutes) / 60,
    ),
    each.totalMinCents,
    each.totalMaxCents ?? 0,
    ...each.byDuration.flatMap((row) => [row.minCents, row.maxCents ?? 0]),
  ])
  return [...bounds.flatMap((one) => [Math.ceil(one), Math.floor(one)]), 50_000]
}

/** Isolates an impossible part: the filter in which only that part could match. */
function isolate(filter: Filter, finding: Finding): Filter {
  if (filter.variant === 'spark') {
    const name = /^kinds\.(\w+)/.exec(finding.path)?.[1] as keyof SparkFilter['kinds'] | undefined
    if (name === undefined) return filter
    const kinds = structuredClone(filter.kinds)
    for (const [each, rule] of Object.entries(kinds)) rule.enabled &&= each === name
    return { ...filter, kinds }
  }
  if (filter.variant === 'courier') return filter
  const { stationId, settingIndex } = finding
  const keep = (index: number, one: Setting) =>
    settingIndex !== null
      ? index === settingIndex
      : finding.path === 'schedule'
        ? one.schedule === null
        : true
  const ofShared = finding.path.startsWith('shared') || finding.code === 'net_above_pay'
  const stations = filter.stations.flatMap((choice) => {
    if (stationId !== null && choice.stationId !== stationId) return []
    if (stationId === null && ofShared) return choice.settings.length === 0 ? [choice] : []
    if (choice.settings.length === 0)
      return finding.path === 'schedule' && filter.shared.schedule !== null ? [] : [choice]
    const settings = choice.settings.filter((one, index) => keep(index, one))
    return settings.length === 0 ? [] : [{ ...choice, settings }]
  })
  return { ...filter, stations }
}

/** The filter in which one row or tier accepts no pay, or one range or setting is removed. */
function without(filter: Filter, path: string): Filter {
  // Through JSON: the generator uses one list in several places, which a structured clone would preserve.
  const copy = JSON.parse(JSON.stringify(filter)) as Filter
  const steps = path.split('.')
  const last = Number(steps.pop())
  const list = steps.reduce<unknown>((place, step) => (place as Record<string, unknown>)[step], copy)
  if (/byDuration|milesTiers/.test(path))
    (list as { minCents: number; minPayCents: number }[])[last] = {
      ...(list as object[])[last],
      minCents: 1e9,
      maxCents: null,
      minPayCents: 1e9,
    } as never
  else (list as unknown[]).splice(last, 1)
  return copy
}

const PARTS = new Set(['row_length', 'row_over_cap', 'range_short', 'tier_empty'])

/** The offers that disprove a finding of `never`. */
function disprove(filter: Filter, finding: Finding, offers: readonly Offer[], now: number): Offer[] {
  const context = { now, held: [] }
  const compile = (each: Filter) => compileFilter(each, now)
  const whole = compile(filter)
  const other =
    finding.code === 'confirmation_same'
      ? compile(widenFilter(filter)!)
      : PARTS.has(finding.code)
        ? compile(without(filter, finding.path))
        : null
  if (other !== null)
    return offers.filter((offer) => other.matches(offer, context) !== whole.matches(offer, context))
  const alone = compile(isolate(filter, finding))
  return offers.filter((offer) => alone.matches(offer, context))
}

const casesOf = <F extends Filter>(some: fc.Arbitrary<F>) =>
  fc.tuple(fc.constantFrom(...NOWS), some).chain(([now, filter]) =>
    fc.record({
      now: fc.constant(now),
      filter: fc.constant(filter),
      offers: fc.array(offersFor(filter, now), { minLength: 80, maxLength: 80 }),
    }),
  )

test('a part reported as impossible matches no offer', async () => {
  const codes = new Set<string>()
  let matched = 0
  const property = fc.property(casesOf(filters), ({ now, filter, offers }) => {
    const compiled = compileFilter(filter, now)
    matched += offers.filter((offer) => compiled.matches(offer, { now, held: [] })).length
    for (const finding of reviewFilter(filter)) {
      if (finding.severity !== 'never') continue
      codes.add(finding.code)
      assert.deepEqual(disprove(filter, finding, offers, now), [], finding.code)
    }
  })
  // The test proves something only if filters were impossible in many ways and offers matched others.
  const ways = [
    'total_above_hourly',
    'hourly_above_total',
    'schedule_short',
    'range_short',
    'row_length',
    'row_over_cap',
    'net_above_pay',
    'day_short',
    'multiple_one_stop',
    'tier_empty',
    'confirmation_same',
    'length_over_cap',
  ]
  await checkEveryCourse(property, 600, () => ways.filter((code) => !codes.has(code)))
  assert.ok(matched > 1_000, String(matched))
})

test('a wrong finding is disproved', () => {
  const filter = proposeFilter('amazon', 'professional', ZONE, ['s1', 's2'])
  const now = NOWS[0]!
  const offers = fc.sample(offersFor(filter, now), { numRuns: 300, seed: 7 })
  const wrong = {
    severity: 'never',
    section: 'pay',
    stationId: null,
    settingIndex: null,
    params: {},
  } as const
  const finding: Finding = { ...wrong, code: 'pay_gap', path: 'shared' }
  assert.ok(disprove(filter, finding, offers, now).length > 0)
})

test('a covered setting accepts nothing of its own', () => {
  let seen = 0
  const some = casesOf(amazonFilters)
  const property = fc.property(some, fc.constantFrom(0, 500), ({ now, filter: any, offers }, more) => {
    // Each station gets a setting and a stricter copy, so that much is covered.
    const stations = any.stations.map((choice) => {
      const [first = any.shared, ...others] = choice.settings
      const perHourMinCents = first.price.perHourMinCents + more
      return {
        ...choice,
        settings: [{ ...first, price: { ...first.price, perHourMinCents } }, first, ...others],
      }
    })
    const filter: AmazonFilter = { ...any, stations }
    const context = { now, held: [] }
    const whole = compileFilter(filter, now)
    for (const finding of reviewFilter(filter)) {
      if (finding.code !== 'setting_covered' && finding.code !== 'range_inside') continue
      seen++
      const rest = compileFilter(without(filter, finding.path), now)
      for (const offer of offers) assert.equal(rest.matches(offer, context), whole.matches(offer, context))
    }
  })
  fc.assert(property, { numRuns: 100 })
  // Some hundred and seventy on average; zero would prove nothing.
  assert.ok(seen > 50, String(seen))
})

test('a proposal has no findings', () => {
  const ids = ['s1', 's2', 's3']
  const places = ids.map((id, index) => ({ id, latitude: 33 + index, longitude: -84 }))
  for (const variant of ['amazon', 'spark'] as const) {
    const stations = places.map((place) => ({
      ...place,
      variant,
      code: place.id,
      name: place.id,
      address: '',
      city: '',
      state: '',
      programme: 'store',
      timeZone: ZONE,
    }))
    for (const plan of ['basic', 'advanced', 'professional'] as const)
      for (const count of [1, 3]) {
        const filter = proposeFilter(variant, plan, ZONE, ids.slice(0, count))
        assert.deepEqual(reviewFilter(filter, stations), [])
        assert.deepEqual(reviewFilter(filter), [])
      }
  }
  assert.ok(NOWS[1]! - NOWS[0]! > DAY_MS)
})
