import type { Variant } from '../offers.ts'
import { WEEKDAYS } from '../schedule.ts'
import type {
  CommonFilter,
  ConfirmationRule,
  CourierFilter,
  Filter,
  NetRule,
  RestRule,
  SafetyLimits,
  Setting,
} from './model.ts'
import type { Plan } from '../plans.ts'
import { leastPrice } from './settings.ts'

const FIRST_MINUTE = 5 * 60
const LAST_MINUTE = 23 * 60

/**
 * The editor's initial filter before any save: all given stations, at least $20 an hour (amazon), $12, $15
 * and $20 a trip (spark) or $15 an hour (courier), 05:00 to 23:00 on all days, 1X. Trips and orders start
 * soon, so their drivers get 15 minutes of arrival time instead of 30. Valid if at least one station is
 * given. Returns a new object each time.
 */
export function proposeFilter<V extends Variant>(
  variant: V,
  plan: Plan,
  timeZone: string,
  stationIds: readonly string[],
): Extract<Filter, { variant: V }>
export function proposeFilter(
  variant: Variant,
  plan: Plan,
  timeZone: string,
  stationIds: readonly string[],
): Filter {
  const base = {
    plan,
    timeZone,
    speed: '1X' as const,
    custom: null,
    schedule: {
      days: WEEKDAYS.map((day) => ({
        day,
        allDay: false,
        ranges: [{ startMinute: FIRST_MINUTE, endMinute: LAST_MINUTE }],
      })),
      mustEndInside: false,
    },
    switches: {
      sleepAfterAwardMinutes: 0,
      sleepDuringDelivery: false,
      logOutOfPlatformOnStart: false,
      hideIgnoredByPrice: false,
    },
    maxMinutesPerDay: null,
    maxMinutesPerWeek: null,
    ...proposeExtras(),
  }
  if (variant === 'amazon') {
    return {
      ...base,
      variant,
      stations: stationIds.map((stationId) => ({ stationId, settings: [] })),
      shared: proposeSetting(),
    }
  }
  if (variant === 'courier') return { ...base, variant, placeIds: [...stationIds], ...proposeJobs() }
  return {
    ...base,
    variant,
    storeIds: [...stationIds],
    kinds: {
      curbside: { enabled: true, minPayCents: 1200, maxStops: 3 },
      shopping: { enabled: true, minPayCents: 1500, maxStops: 0 },
      multiple: { enabled: true, minPayCents: 2000, maxStops: 0 },
    },
    milesTiers: [],
    countTip: false,
    arrivalMinutes: 15,
  }
}

function proposeSetting(): Setting {
  return { price: leastPrice(2000), arrivalMinutes: 30, schedule: null }
}

/**
 * Shifts state no pay, and ad-hoc orders often none: the driver is asked about those. The own rate is what
 * the editor starts with; it decides nothing before it is chosen.
 */
function proposeJobs(): Omit<CourierFilter, 'variant' | 'placeIds' | keyof CommonFilter> {
  return {
    kinds: { shift: true, order: true },
    minMinutes: 0,
    maxMinutes: null,
    price: leastPrice(1500),
    unknownPay: 'ask',
    ownRate: { perHourCents: 1800, perMileCents: 0 },
    maxMiles: 0,
    skills: [],
    waitlist: 'hold',
    arrivalMinutes: 15,
  }
}

/**
 * Rest, confirmation requests, safety limits and net pay are off until the driver enables them; the other
 * numbers are the editors' initial values.
 */
export function proposeExtras(): {
  rest: RestRule
  confirmation: ConfirmationRule
  safetyLimits: SafetyLimits
  net: NetRule
} {
  return {
    rest: { hoursBetweenDays: 0, maxDaysInARow: 0, hoursPerWeek: 0 },
    confirmation: { enabled: false, lowerPayPercent: 10, lessArrivalMinutes: 0, anyHour: false },
    safetyLimits: {
      pauseAfterMisses: 0,
      pauseAfterReleases: 0,
      pauseMinutes: 60,
      weekGoalCents: 0,
      keepDrivingTime: false,
      drivingMph: 30,
    },
    net: {
      perHourMinCents: 0,
      cost: 'tax',
      milesPerGallon: 25,
      fuelCentsPerGallon: 350,
      ownCentsPerMile: 0,
      milesPerHour: 12,
    },
  }
}
