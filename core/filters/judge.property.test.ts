import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compileFilter, proposeExtras, proposeFilter, RULES, UNKNOWN_PAYS } from '../filters.ts'
import type {
  CourierFilter,
  DurationPrice,
  Filter,
  Geography,
  JudgeContext,
  MilesTier,
  PriceRule,
  Setting,
} from '../filters.ts'
import type { Place } from '../geo.ts'
import { HOUSE_LIMITS, NO_HOUSE_RULES } from '../house-rules.ts'
import type { HouseRules } from '../house-rules.ts'
import type { Offer } from '../offers.ts'
import type { Schedule, Weekday } from '../schedule.ts'
import { checkEveryCourse } from '../testing.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { leastPrice } from './settings.ts'

/** Two days before New York's clocks change, so that the week of offers includes the change. */
const NOWS = [Date.parse('2026-03-06T15:00Z'), Date.parse('2026-10-30T15:00Z')]
const ZONES = ['America/New_York', 'America/Los_Angeles', 'America/Phoenix', 'Pacific/Honolulu']

const isAmazon = (kind: Offer['kind']) => ['block', 'instant', 'reserved'].includes(kind)
const isTrip = (kind: Offer['kind']) => ['curbside', 'shopping', 'delivery'].includes(kind)
const isUsed = (min: number, max: number | null) => min > 0 || max !== null
const isBetween = (value: number, min: number, max: number | null) =>
  value >= min && (max === null || value <= max)

/** Home, and two of the three stations; the location of the third is unknown. */
const GEOGRAPHY: Geography = {
  home: { latitude: 40, longitude: -75 },
  currency: 'EUR',
  places: new Map([
    ['s1', { latitude: 40.1, longitude: -75 }],
    ['s2', { latitude: 40, longitude: -74.5 }],
  ]),
}

/** Road miles by the law of cosines; the product uses haversines. */
function roadMilesOf(one: Place, other: Place): number {
  const [a, b, turn] = [one.latitude, other.latitude, other.longitude - one.longitude].map(
    (degrees) => (degrees * Math.PI) / 180,
  ) as [number, number, number]
  return 1.3 * 3958.7613 * Math.acos(Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(turn))
}

function stationsOf(filter: Filter): string[] {
  if (filter.variant === 'amazon') return filter.stations.map((choice) => choice.stationId)
  return filter.variant === 'spark' ? filter.storeIds : filter.placeIds
}

function settingsOf(amazon: Filter & { variant: 'amazon' }, { stationId, kind }: Offer): Setting[] {
  if (!isAmazon(kind)) return []
  const own = amazon.stations.find((choice) => choice.stationId === stationId)!.settings
  return own.length > 0 ? own : [amazon.shared]
}

/**
 * The reference that the compiled filter must agree with: independent, minute by minute over Intl, written
 * only for clarity.
 */
function wants(filter: Filter, house: HouseRules, offer: Offer, context: JudgeContext): boolean {
  const { now, held, firstSeenAt } = context
  if (!stationsOf(filter).includes(offer.stationId)) return false
  return (
    fitsRules() &&
    !overlaps() &&
    !isTooFar() &&
    withinHours('day', filter.maxMinutesPerDay) &&
    withinHours('week', filter.maxMinutesPerWeek) &&
    rests(filter.rest?.hoursBetweenDays ?? 0, filter.rest?.hoursPerWeek ?? 0) &&
    daysInARow() <= (filter.rest?.maxDaysInARow || 99) &&
    keepsHouse()
  )

  function keepsHouse(): boolean {
    const isSpread =
      withinHours('day', house.maxHoursPerDay === null ? null : house.maxHoursPerDay * 60) &&
      withinHours('week', house.maxHoursPerWeek === null ? null : house.maxHoursPerWeek * 60) &&
      rests(house.restHoursBetweenDays ?? 0, house.restHoursPerWeek ?? 0)
    const taken = [...held, offer].map((span) => {
      const aheadHours = (span.startAt - now) / HOUR_MS
      const whole = (span.endAt - span.startAt) / HOUR_MS
      return aheadHours <= 0 ? 0 : aheadHours <= 24 ? whole / 2 : whole
    })
    const isAllowed = taken.reduce((sum, one) => sum + one) <= (house.allowanceHours ?? Infinity)
    const places = held.filter((span) => span.isWaitListed).length
    const hasPlace = !offer.full || places + 1 <= (house.waitListPlaces ?? Infinity)
    return isSpread && isAllowed && hasPlace && isPastHeadStart()
  }
  function isPastHeadStart(): boolean {
    if (firstSeenAt === undefined || house.headStartMinutes === null) return true
    const aheadMinutes = (offer.startAt - firstSeenAt) / MINUTE_MS
    const share = aheadMinutes >= 1440 ? 1 : aheadMinutes / 1440
    const headStart = Math.min(house.headStartMinutes * share, aheadMinutes / 4)
    return (now - firstSeenAt) / MINUTE_MS >= headStart
  }
  function dateOf(at: number): string {
    return readWall(filter.timeZone, at).date
  }
  function weekOf(at: number): string {
    return readWall(filter.timeZone, at).week
  }
  function rests(betweenDays: number, inWeek: number): boolean {
    const others = held.filter((span) => dateOf(span.startAt) !== dateOf(offer.startAt))
    const isNear = others.some(
      (span) => Math.max(span.startAt - offer.endAt, offer.startAt - span.endAt) < betweenDays * HOUR_MS,
    )
    if (betweenDays > 0 && isNear) return false
    return (
      inWeek === 0 || [offer.startAt, offer.endAt - 1].every((at) => longestRest(weekOf(at)) >= inWeek * 4)
    )
  }
  /** Quarters of an hour: everything here begins and ends with one. */
  function longestRest(week: string): number {
    const quarter = 15 * MINUTE_MS
    let longest = 0
    let free = 0
    for (let at = offer.startAt - 8 * 96 * quarter; at < offer.startAt + 8 * 96 * quarter; at += quarter) {
      if (weekOf(at) !== week) continue
      free = [...held, offer].some((span) => span.startAt <= at && at < span.endAt) ? 0 : free + 1
      longest = Math.max(longest, free)
    }
    return longest
  }
  function daysInARow(): number {
    const worked = new Set([...held, offer].map((span) => dateOf(span.startAt)))
    let days = 1
    for (let date = next(dateOf(offer.startAt), -1); worked.has(date); date = next(date, -1)) days++
    for (let date = next(dateOf(offer.startAt), 1); worked.has(date); date = next(date, 1)) days++
    return days
  }

  function fitsRules(): boolean {
    if (filter.variant === 'amazon') return settingsOf(filter, offer).some(fitsSetting)
    return filter.variant === 'spark' ? fitsTrip(filter) : fitsJob(filter)
  }
  function fitsJob(jobs: CourierFilter): boolean {
    const minutes = (offer.endAt - offer.startAt) / MINUTE_MS
    const wanted = offer.kind === 'shift' ? jobs.kinds.shift : offer.kind === 'order' && jobs.kinds.order
    if (!wanted || !isBetween(minutes, jobs.minMinutes, jobs.maxMinutes)) return false
    if (jobs.waitlist === 'leave' && offer.full) return false
    if (jobs.maxMiles > 0 && (offer.miles === null || offer.miles > jobs.maxMiles)) return false
    const has = jobs.skills.map((skill) => skill.toUpperCase().replaceAll(' ', ''))
    if ((offer.skills ?? []).some((skill) => !has.includes(skill.toUpperCase().replaceAll(' ', ''))))
      return false
    return fitsSetting({ price: jobs.price, arrivalMinutes: jobs.arrivalMinutes, schedule: null })
  }
  function fitsSetting(setting: Setting): boolean {
    const near = offer.kind === 'instant' || (offer.kind === 'order' && minutesUntil() <= 0)
    const late = !near && setting.arrivalMinutes > 0 && minutesUntil() < setting.arrivalMinutes
    const inTime = !late && fitsSchedule(setting.schedule ?? filter.schedule)
    if (offer.payBasis === 'unknown' && !isEstimated()) return inTime && takesUnknownPay(setting.price)
    return inTime && fitsPrice(setting.price) && fitsNet(setting.price.countTip)
  }
  function isEstimated(): boolean {
    return filter.variant === 'courier' && filter.unknownPay === 'own_rate'
  }
  function takesUnknownPay(price: PriceRule): boolean {
    if (filter.variant === 'courier') return filter.unknownPay === 'take'
    const used = isUsed(price.perHourMinCents, price.perHourMaxCents)
    const total = isUsed(price.totalMinCents, price.totalMaxCents)
    return !used && !total && price.byDuration.length === 0 && filter.net.perHourMinCents === 0
  }
  /** The pay that is judged, without tips: what is stated, or what the driver's own rate makes of it. */
  function payCents(): number {
    if (offer.payBasis !== 'unknown' || filter.variant !== 'courier') return offer.payCents
    const hours = (offer.endAt - offer.startAt) / HOUR_MS
    const { perHourCents, perMileCents } = filter.ownRate
    return Math.round(perHourCents * hours + perMileCents * (offer.miles ?? 0))
  }
  function fitsTrip(spark: Filter & { variant: 'spark' }): boolean {
    if (!isTrip(offer.kind)) return false
    const asked = Object.values(spark.kinds).some((rule) => rule.minPayCents > 0)
    const priced = asked || filter.net.perHourMinCents > 0 || spark.milesTiers.length > 0
    if (offer.payBasis === 'unknown' && priced) return false
    const many = offer.batched || (offer.stops ?? 0) > 3
    const rule = spark.kinds[many ? 'multiple' : offer.kind === 'shopping' ? 'shopping' : 'curbside']
    const pay = offer.payCents + (spark.countTip ? offer.tipCents : 0)
    if (!rule.enabled || pay < rule.minPayCents) return false
    if (rule.maxStops > 0 && (offer.stops === null || offer.stops > rule.maxStops)) return false
    if (spark.arrivalMinutes > 0 && minutesUntil() < spark.arrivalMinutes) return false
    const tier = spark.milesTiers.find(({ upToMiles }) => offer.miles !== null && offer.miles <= upToMiles)
    if (spark.milesTiers.length > 0 && (tier === undefined || pay < tier.minPayCents)) return false
    return fitsSchedule(spark.schedule) && fitsNet(spark.countTip)
  }
  function fitsNet(countTip: boolean): boolean {
    const { perHourMinCents, cost, milesPerHour, ownCentsPerMile = 0 } = filter.net
    if (perHourMinCents === 0) return true
    // The place pays in euros, in which the driver states what a mile costs; the tax rate is in dollars.
    if ((offer.currency === 'EUR') !== (cost !== 'tax')) return false
    const station = GEOGRAPHY.places.get(offer.stationId)
    if (station === undefined) return false
    const hours = (offer.endAt - offer.startAt) / HOUR_MS
    const miles = 2 * roadMilesOf(GEOGRAPHY.home!, station) + (offer.miles ?? milesPerHour * hours)
    // 2026: 72.5 c a mile; or 25 miles a gallon at 3.50.
    const perMile = { tax: 72.5, fuel: 14, own: ownCentsPerMile }[cost]
    const left = payCents() + (countTip ? offer.tipCents : 0) - miles * perMile
    return left / hours >= perHourMinCents
  }
  function isTooFar(): boolean {
    const there = GEOGRAPHY.places.get(offer.stationId)
    if (!filter.safetyLimits.keepDrivingTime || there === undefined) return false
    return held.some((span) => {
      const place = GEOGRAPHY.places.get(span.stationId ?? '')
      if (place === undefined || span.stationId === offer.stationId) return false
      const freeMs = Math.max(span.startAt - offer.endAt, offer.startAt - span.endAt)
      return freeMs < (roadMilesOf(place, there) / filter.safetyLimits.drivingMph) * HOUR_MS
    })
  }
  function minutesUntil(): number {
    return (offer.startAt - now) / MINUTE_MS
  }
  function fitsPrice(price: PriceRule): boolean {
    const pay = payCents() + (price.countTip ? offer.tipCents : 0)
    const minutes = (offer.endAt - offer.startAt) / MINUTE_MS
    if (price.byDuration.length > 0) {
      return price.byDuration.some(
        (row) => row.minutes === minutes && isBetween(pay, row.minCents, row.maxCents),
      )
    }
    const answers = []
    if (isUsed(price.perHourMinCents, price.perHourMaxCents)) {
      answers.push(isBetween((pay * 60) / minutes, price.perHourMinCents, price.perHourMaxCents))
    }
    if (isUsed(price.totalMinCents, price.totalMaxCents)) {
      answers.push(isBetween(pay, price.totalMinCents, price.totalMaxCents))
    }
    return (
      answers.length === 0 || (price.combine === 'either' ? answers.includes(true) : !answers.includes(false))
    )
  }
  function fitsSchedule(schedule: Schedule): boolean {
    const last = schedule.mustEndInside ? offer.endAt : offer.startAt + MINUTE_MS
    for (let at = offer.startAt; at < last; at += MINUTE_MS) if (!isInside(schedule, at)) return false
    return true
  }
  function isInside(schedule: Schedule, at: number): boolean {
    const { weekday, minute } = readWall(filter.timeZone, at)
    const before = weekday === 1 ? 7 : weekday - 1
    return schedule.days.some(({ day, allDay, ranges }) => {
      if (allDay) return day === weekday
      return ranges.some(({ startMinute: start, endMinute: end }) => {
        if (start <= end) return day === weekday && minute >= start && minute < end
        return (day === weekday && minute >= start) || (day === before && minute < end)
      })
    })
  }
  function overlaps(): boolean {
    return held.some((span) => Math.max(span.startAt, offer.startAt) < Math.min(span.endAt, offer.endAt))
  }
  function withinHours(unit: 'day' | 'week', maxMinutes: number | null): boolean {
    if (maxMinutes === null) return true
    const name = unit === 'day' ? dateOf : weekOf
    const same = held.filter((span) => name(span.startAt) === name(offer.startAt))
    const sum = [...same, offer].reduce((ms, span) => ms + span.endAt - span.startAt, 0)
    return sum <= maxMinutes * MINUTE_MS
  }
}

const walls = new Map<string, Map<number, { date: string; week: string; weekday: Weekday; minute: number }>>()
const formats = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
)
function readWall(timeZone: string, at: number) {
  const known = walls.get(timeZone) ?? new Map()
  walls.set(timeZone, known)
  let wall = known.get(at)
  if (wall === undefined) {
    // 2026-03-08 01:30
    const text = formats.get(timeZone)!.format(at)
    const date = text.slice(0, 10)
    const weekday = (new Date(date).getUTCDay() || 7) as Weekday
    const week = new Date(Date.parse(date) - (weekday - 1) * 24 * HOUR_MS).toISOString().slice(0, 10)
    wall = { date, week, weekday, minute: Number(text.slice(11, 13)) * 60 + Number(text.slice(14)) }
    known.set(at, wall)
  }
  return wall
}

// Few values each, so that limits are met, missed and hit exactly.
const cents = fc.constantFrom(0, 1000, 1500, 2000, 3000, 6000)
const maxCents = fc.constantFrom(null, null, 2000, 4000, 9000)
const minute = fc.constantFrom(0, 60, 90, 120, 180, 480, 720, 1080, 1320)
const wholeHours = fc.integer({ min: 1, max: 4 })
const schedules: fc.Arbitrary<Schedule> = fc.record({
  days: fc.uniqueArray(
    fc.record({
      day: fc.constantFrom<Weekday>(1, 2, 3, 4, 5, 6, 7),
      allDay: fc.boolean(),
      ranges: fc.array(
        fc
          .record({ startMinute: minute, endMinute: fc.oneof(minute, fc.constant(1440)) })
          .filter((r) => r.startMinute !== r.endMinute),
        { minLength: 1, maxLength: 2 },
      ),
    }),
    { selector: (entry) => entry.day, minLength: 4 },
  ),
  mustEndInside: fc.boolean(),
})
const prices: fc.Arbitrary<PriceRule> = fc.record({
  perHourMinCents: cents,
  perHourMaxCents: maxCents,
  totalMinCents: cents,
  totalMaxCents: maxCents,
  combine: fc.constantFrom('both', 'either'),
  countTip: fc.boolean(),
  byDuration: fc.oneof(
    { weight: 3, arbitrary: fc.constant<DurationPrice[]>([]) },
    fc.uniqueArray(fc.record({ minutes: wholeHours.map((each) => each * 60), minCents: cents, maxCents }), {
      selector: (row) => row.minutes,
    }),
  ),
})
const arrivalMinutes = fc.constantFrom(0, 0, 30, 60)
const settings: fc.Arbitrary<Setting> = fc.record({
  price: prices,
  arrivalMinutes,
  schedule: fc.option(schedules),
})
const base = {
  plan: fc.constant('professional' as const),
  timeZone: fc.constantFrom(...ZONES),
  speed: fc.constant('1X' as const),
  custom: fc.constant(null),
  schedule: schedules,
  switches: fc.constant({
    sleepAfterAwardMinutes: 0,
    sleepDuringDelivery: false,
    logOutOfPlatformOnStart: false,
    hideIgnoredByPrice: false,
  }),
  maxMinutesPerDay: fc.constantFrom(null, null, 240, 480),
  maxMinutesPerWeek: fc.constantFrom(null, null, 480, 1200),
  confirmation: fc.constant(proposeExtras().confirmation),
  safetyLimits: fc.boolean().map((keepDrivingTime) => ({ ...proposeExtras().safetyLimits, keepDrivingTime })),
  net: fc
    .record({
      perHourMinCents: fc.constantFrom(0, 0, 500, 1500),
      cost: fc.constantFrom('fuel' as const, 'tax' as const, 'own' as const),
      ownCentsPerMile: fc.constantFrom(9, 30),
    })
    .map((some) => ({ ...proposeExtras().net, ...some })),
}
const stations = ['s1', 's2']
const kindRule = fc.record({
  enabled: fc.boolean(),
  minPayCents: cents,
  maxStops: fc.constantFrom(0, 0, 2, 3, 5),
})
const filters: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    ...base,
    variant: fc.constant('amazon' as const),
    stations: fc.tuple(
      ...stations.map((stationId) =>
        fc.array(settings, { maxLength: 3 }).map((own) => ({ stationId, settings: own })),
      ),
    ),
    shared: settings,
  }),
  fc.record({
    ...base,
    variant: fc.constant('spark' as const),
    storeIds: fc.constant(stations),
    kinds: fc.record({ curbside: kindRule, shopping: kindRule, multiple: kindRule }),
    milesTiers: fc.oneof(
      fc.constant<MilesTier[]>([]),
      fc.tuple(cents, cents).map(([near, far]) => [
        { upToMiles: 5, minPayCents: near },
        { upToMiles: 10, minPayCents: far },
      ]),
    ),
    countTip: fc.boolean(),
    arrivalMinutes,
  }),
  fc.record({
    ...base,
    variant: fc.constant('courier' as const),
    placeIds: fc.constant(stations),
    kinds: fc.record({ shift: fc.constantFrom(true, true, false), order: fc.constantFrom(true, false) }),
    minMinutes: fc.constantFrom(0, 0, 60, 120),
    maxMinutes: fc.constantFrom(null, null, 120, 180),
    price: prices,
    unknownPay: fc.constantFrom(...UNKNOWN_PAYS),
    ownRate: fc.record({
      perHourCents: fc.constantFrom(0, 1500, 2000),
      perMileCents: fc.constantFrom(0, 75),
    }),
    maxMiles: fc.constantFrom(0, 0, 5, 8),
    skills: fc.subarray(['Bike', 'COLD  box', 'van']),
    waitlist: fc.constantFrom('hold' as const, 'leave' as const),
    arrivalMinutes,
  }),
)

const KINDS: Record<Filter['variant'], Offer['kind'][]> = {
  amazon: ['block', 'block', 'instant', 'reserved', 'delivery'],
  spark: ['curbside', 'shopping', 'delivery', 'block'],
  courier: ['shift', 'shift', 'order', 'order', 'block'],
}

function offersAt(now: number, variant: Filter['variant']): fc.Arbitrary<Offer> {
  return fc
    .record({
      quarter: fc.integer({ min: 0, max: 4 * 24 * 4 }),
      hours: wholeHours,
      stationId: fc.constantFrom('s1', 's1', 's2', 's3'),
      kind: fc.constantFrom(...KINDS[variant]),
      payCents: fc.integer({ min: 0, max: 20 }).map((each) => each * 500),
      tipCents: fc.constantFrom(0, 500),
      miles: fc.constantFrom(null, 4, 5, 8, 11),
      stops: fc.constantFrom(null, 1, 2, 3, 4, 6),
      batched: fc.boolean(),
      payBasis: fc.constantFrom<Offer['payBasis']>(null, undefined, 'unknown'),
      currency: fc.constantFrom(undefined, null, 'USD', 'EUR', 'EUR', 'EUR'),
      skills: fc.oneof(fc.constant(null), fc.subarray(['bike', 'Cold Box'])),
      full: fc.constantFrom(undefined, false, true),
    })
    .map(({ quarter, hours, payCents, ...rest }) => {
      const startAt = now + quarter * 15 * MINUTE_MS
      const known = rest.payBasis === 'unknown' ? 0 : payCents
      return { id: 'o', ...rest, payCents: known, startAt, endAt: startAt + hours * HOUR_MS, expiresAt: null }
    })
}
const heldAt = (now: number) =>
  fc.array(
    fc
      .tuple(fc.integer({ min: -72, max: 96 }), wholeHours, fc.constantFrom('s1', 's2', 's3'), fc.boolean())
      .map(([from, length, stationId, isWaitListed]) => {
        const startAt = now + from * HOUR_MS
        return { startAt, endAt: startAt + length * HOUR_MS, stationId, isWaitListed }
      }),
    { maxLength: 3 },
  )

const rests: fc.Arbitrary<Filter['rest']> = fc.option(
  fc.record({
    hoursBetweenDays: fc.constantFrom(0, 8, 11, 20),
    maxDaysInARow: fc.constantFrom(0, 1, 2, 3),
    hoursPerWeek: fc.constantFrom(0, 35, 72, 96),
  }),
  { nil: undefined, freq: 2 },
)

/** One or two of these rules, so that each is at times the only one to fail. */
const houses: fc.Arbitrary<HouseRules> = fc
  .tuple(
    fc.record({
      headStartMinutes: fc.constantFrom(15, 240),
      allowanceHours: fc.constantFrom(2, 4, 8),
      maxHoursPerDay: fc.constantFrom(2, 3, 5),
      maxHoursPerWeek: fc.constantFrom(2, 4, 8),
      restHoursBetweenDays: fc.constantFrom(11, 20),
      restHoursPerWeek: fc.constantFrom(35, 96, 120),
      waitListPlaces: fc.constantFrom(0, 1),
    }),
    fc.subarray([...HOUSE_LIMITS], { maxLength: 2 }),
  )
  .map(([limits, used]) => ({
    ...NO_HOUSE_RULES,
    ...Object.fromEntries(used.map((limit) => [limit, limits[limit]])),
  }))

const cases = fc.tuple(fc.constantFrom(...NOWS), filters).chain(([now, filter]) =>
  fc.record({
    now: fc.constant(now),
    filter: fc.constant(filter),
    offers: fc.array(offersAt(now, filter.variant), { minLength: 10, maxLength: 20 }),
    held: heldAt(now),
  }),
)

/** Judges one offer; its short answers must agree with its rules, and with the plain reading. */
function judgeTwice(filter: Filter, houseRules: HouseRules, offer: Offer, context: JudgeContext) {
  const compiled = compileFilter(filter, context.now, { geography: { ...GEOGRAPHY, houseRules } })
  const expected = wants(filter, houseRules, offer, context)
  const verdict = compiled.judge(offer, context)
  const { rules: results, failed } = verdict.explain()
  assert.equal(compiled.matches(offer, context), expected)
  assert.equal(verdict.outcome === 'match', expected)
  assert.equal(
    results.every((each) => each.passed),
    expected,
  )
  assert.deepEqual(
    failed,
    results.filter((each) => !each.passed),
  )
  const places = results.map((each) => RULES.indexOf(each.rule))
  assert.deepEqual(
    places,
    [...new Set(places)].sort((a, b) => a - b),
  )
  return { outcome: verdict.outcome, expected, failed }
}

test('matching, judging and explaining agree with each other and with a plain reading of the rules', async () => {
  const seen = { match: 0, ignored: 0 }
  const jobs = { match: 0, unknown: 0, failed: new Set<string>() }
  const property = fc.property(cases, ({ now, filter, offers, held }) => {
    for (const offer of offers) {
      const { outcome, expected, failed } = judgeTwice(filter, NO_HOUSE_RULES, offer, { now, held })
      seen[outcome]++
      if (filter.variant !== 'courier') continue
      if (expected) jobs.match++
      if (expected && offer.payBasis === 'unknown') jobs.unknown++
      if (failed.length === 1) jobs.failed.add(failed[0]!.rule)
    }
  })
  // Every rule of jobs was the only one to fail.
  const rules = ['kind', 'length', 'skills', 'distance', 'full', 'pay_known']
  await checkEveryCourse(property, 300, () => [
    ...rules.filter((rule) => !jobs.failed.has(rule)),
    ...(jobs.match > 5 ? [] : ['a match']),
    ...(jobs.unknown > 0 ? [] : ['a match of unknown pay']),
  ])
  assert.ok(seen.match > 50 && seen.ignored > 50, JSON.stringify(seen))
})

/** Any shift at any hour, so that work, rest and the house alone decide. */
const ANY_SHIFT: Filter = {
  ...proposeFilter('courier', 'professional', ZONES[0]!, stations),
  price: leastPrice(0),
  unknownPay: 'take',
  skills: ['bike', 'cold box'],
  arrivalMinutes: 0,
  schedule: {
    days: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day: day as Weekday, allDay: true, ranges: [] })),
    mustEndInside: false,
  },
}

const shiftCases = fc.constantFrom(...NOWS).chain((now) =>
  fc.record({
    now: fc.constant(now),
    timeZone: fc.constantFrom(...ZONES),
    maxMinutesPerDay: base.maxMinutesPerDay,
    maxMinutesPerWeek: base.maxMinutesPerWeek,
    rest: rests,
    houseRules: houses,
    offers: fc.array(
      offersAt(now, 'courier').map((offer) => ({ ...offer, stationId: 's1', kind: 'shift' as const })),
      { minLength: 5, maxLength: 10 },
    ),
    held: heldAt(now),
    firstSeenAt: fc.constantFrom(undefined, now, now - 5 * MINUTE_MS, now - 2 * HOUR_MS),
  }),
)

test('limits of work, of rest and of a house agree with a plain reading of them', () => {
  const only = new Set<string>()
  const property = fc.property(shiftCases, ({ now, houseRules, offers, held, firstSeenAt, ...changes }) => {
    for (const offer of offers) {
      const context = { now, held, firstSeenAt }
      const { failed } = judgeTwice({ ...ANY_SHIFT, ...changes }, houseRules, offer, context)
      if (failed.length === 1) only.add(failed[0]!.rule)
    }
  })
  fc.assert(property, { numRuns: 400 })
  for (const rule of RULES.slice(RULES.indexOf('hours_day')))
    assert.ok(only.has(rule), `${rule} was never the only one to fail`)
})

function next(date: string, by: number): string {
  return new Date(Date.parse(date) + by * 24 * HOUR_MS).toISOString().slice(0, 10)
}
