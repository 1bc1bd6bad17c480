import { z } from 'zod'
import { UNKNOWN_PAYS } from '../filters.ts'
import { SPEEDS } from '../settings.ts'
import { PLANS } from '../plans.ts'
import { id, storable } from './shapes.ts'

/** A number that a driver typed; `validateFilter` checks its limits, with specific messages. */
const amount = z.number().min(-1_000_000_000).max(1_000_000_000)

const timeRange = z.object({ startMinute: amount, endMinute: amount })
const weekday = z.union([
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(5),
  z.literal(6),
  z.literal(7),
])
const schedule = z.object({
  days: z.array(z.object({ day: weekday, allDay: z.boolean(), ranges: z.array(timeRange).max(10) })).max(14),
  mustEndInside: z.boolean(),
})
const price = z.object({
  perHourMinCents: amount,
  perHourMaxCents: amount.nullable(),
  totalMinCents: amount,
  totalMaxCents: amount.nullable(),
  combine: z.enum(['both', 'either']),
  countTip: z.boolean(),
  byDuration: z.array(z.object({ minutes: amount, minCents: amount, maxCents: amount.nullable() })).max(48),
})
const setting = z.object({ price, arrivalMinutes: amount, schedule: schedule.nullable() })
const commonFilter = {
  plan: z.enum(PLANS),
  timeZone: storable.min(1).max(64),
  speed: z.enum(SPEEDS),
  custom: z.object({ refreshMs: amount, runMinutes: amount, sleepMinutes: amount }).nullable(),
  schedule,
  switches: z.object({
    sleepAfterAwardMinutes: amount,
    sleepDuringDelivery: z.boolean(),
    logOutOfPlatformOnStart: z.boolean(),
    hideIgnoredByPrice: z.boolean(),
  }),
  maxMinutesPerDay: amount.nullable(),
  maxMinutesPerWeek: amount.nullable(),
  rest: z.object({ hoursBetweenDays: amount, maxDaysInARow: amount, hoursPerWeek: amount }).optional(),
  confirmation: z.object({
    enabled: z.boolean(),
    lowerPayPercent: amount,
    lessArrivalMinutes: amount,
    anyHour: z.boolean(),
  }),
  safetyLimits: z.object({
    pauseAfterMisses: amount,
    pauseAfterReleases: amount,
    pauseMinutes: amount,
    weekGoalCents: amount,
    keepDrivingTime: z.boolean(),
    drivingMph: amount,
  }),
  net: z.object({
    perHourMinCents: amount,
    cost: z.enum(['fuel', 'tax', 'own']),
    milesPerGallon: amount,
    fuelCentsPerGallon: amount,
    ownCentsPerMile: amount.optional(),
    milesPerHour: amount,
  }),
}
const kindRule = z.object({ enabled: z.boolean(), minPayCents: amount, maxStops: amount })

/** Only the shape of a filter; `validateFilter` checks its rules (which values may be combined). */
export const filter = z.discriminatedUnion('variant', [
  z.object({
    ...commonFilter,
    variant: z.literal('amazon'),
    stations: z.array(z.object({ stationId: id, settings: z.array(setting).max(20) })).max(500),
    shared: setting,
  }),
  z.object({
    ...commonFilter,
    variant: z.literal('spark'),
    storeIds: z.array(id).max(500),
    kinds: z.object({ curbside: kindRule, shopping: kindRule, multiple: kindRule }),
    milesTiers: z.array(z.object({ upToMiles: amount, minPayCents: amount })).max(20),
    countTip: z.boolean(),
    arrivalMinutes: amount,
  }),
  z.object({
    ...commonFilter,
    variant: z.literal('courier'),
    placeIds: z.array(id).max(500),
    kinds: z.object({ shift: z.boolean(), order: z.boolean() }),
    minMinutes: amount,
    maxMinutes: amount.nullable(),
    price,
    unknownPay: z.enum(UNKNOWN_PAYS),
    ownRate: z.object({ perHourCents: amount, perMileCents: amount }),
    maxMiles: amount,
    skills: z.array(storable.max(100)).max(50),
    waitlist: z.enum(['hold', 'leave']),
    arrivalMinutes: amount,
  }),
])
