import type { Cents } from '../../money.ts'
import type { Station } from '../../offers.ts'
import { DEFAULT_SETTINGS } from '../../settings.ts'
import { MINUTE_MS } from '../../time.ts'
import { SPARK_KINDS } from '../model.ts'
import type { Filter, PriceRule } from '../model.ts'
import { isPriced, settingsInUse } from '../settings.ts'
import { stationIdsOf } from '../stations.ts'
import { at } from './model.ts'
import type { Finding } from './model.ts'
import { cheapestBlock } from './settings.ts'
import { isAlwaysOpen } from './stretches.ts'

/** Findings about confirmation requests, safety limits, net pay and speed that never apply, or always do. */
export function reviewExtras(filter: Filter, stations: readonly Station[]): Finding[] {
  return [
    ...reviewSpeed(filter),
    ...reviewConfirmation(filter),
    ...reviewSafetyLimits(filter, stations),
    ...reviewNet(filter),
  ]
}

function reviewSpeed({ custom }: Filter): Finding[] {
  if (custom === null) return []
  const { perHour, reserveShare } = DEFAULT_SETTINGS.budget
  const budget = Math.floor(perHour * (1 - reserveShare))
  const cycle = custom.runMinutes + custom.sleepMinutes
  const rounds = Math.floor(60 / cycle)
  const running = rounds * custom.runMinutes + Math.min(custom.runMinutes, 60 - rounds * cycle)
  const polls = Math.floor((running * MINUTE_MS) / custom.refreshMs)
  if (!(polls > budget)) return []
  const params = { polls, budget }
  return [
    { ...at('custom.refreshMs'), code: 'speed_over_budget', severity: 'doubtful', section: 'speed', params },
  ]
}

/**
 * The driver is asked about offers that fail the filter and match the wider one: none if the two are equal.
 */
function reviewConfirmation(filter: Filter): Finding[] {
  const { enabled, lowerPayPercent, lessArrivalMinutes, anyHour } = filter.confirmation
  const widens =
    (lowerPayPercent > 0 && asksPay(filter)) ||
    (lessArrivalMinutes > 0 && asksArrival(filter)) ||
    (anyHour && !isOpenAlways(filter)) ||
    (filter.variant === 'courier' && filter.unknownPay === 'ask')
  if (!enabled || widens) return []
  return [
    {
      ...at('confirmation'),
      code: 'confirmation_same',
      severity: 'never',
      section: 'confirmation',
      params: {},
    },
  ]
}

function asksPay(filter: Filter): boolean {
  if (filter.net.perHourMinCents > 0) return true
  if (isPriced(filter)) return settingsInUse(filter).some(({ price }) => hasMinimum(price))
  const kinds = SPARK_KINDS.map((kind) => filter.kinds[kind])
  const rows = [...kinds.filter((rule) => rule.enabled), ...filter.milesTiers]
  return rows.some((row) => row.minPayCents > 0)
}

function hasMinimum(price: PriceRule): boolean {
  if (price.byDuration.length > 0) return price.byDuration.some((row) => row.minCents > 0)
  return price.perHourMinCents > 0 || price.totalMinCents > 0
}

function asksArrival(filter: Filter): boolean {
  if (!isPriced(filter)) return filter.arrivalMinutes > 0
  return settingsInUse(filter).some((setting) => setting.arrivalMinutes > 0)
}

function isOpenAlways(filter: Filter): boolean {
  if (!isPriced(filter)) return isAlwaysOpen(filter.schedule)
  return settingsInUse(filter).every((setting) => isAlwaysOpen(setting.schedule ?? filter.schedule))
}

function reviewSafetyLimits(filter: Filter, stations: readonly Station[]): Finding[] {
  const { pauseAfterMisses, weekGoalCents: goalCents, keepDrivingTime } = filter.safetyLimits
  const findings: Finding[] = []
  const doubt = (code: Finding['code'], field: string, params: Finding['params'] = {}) =>
    findings.push({
      ...at(`safetyLimits.${field}`),
      code,
      severity: 'doubtful',
      section: 'safetyLimits',
      params,
    })
  if (pauseAfterMisses === 1) doubt('pause_first_miss', 'pauseAfterMisses')
  const payCents = leastPay(filter)
  if (goalCents > 0 && goalCents <= payCents)
    doubt('goal_first_block', 'weekGoalCents', { goalCents, payCents })
  if (keepDrivingTime && stations.length > 0) {
    const ids = new Set(stationIdsOf(filter))
    const places = stations
      .filter((each) => ids.has(each.id))
      .map((each) => `${each.latitude} ${each.longitude}`)
    if (new Set(places).size < 2) doubt('driving_one_place', 'keepDrivingTime')
  }
  return findings
}

/** The least that a matching offer can pay; Infinity if none matches, 0 without a minimum. */
function leastPay(filter: Filter): Cents {
  if (isPriced(filter)) {
    const least = settingsInUse(filter).map((setting) =>
      // With tips counted, the pay itself is unbounded.
      setting.price.countTip ? 0 : (cheapestBlock(filter, setting)?.cents ?? Infinity),
    )
    const most = Math.min(...least)
    return most === Infinity ? 0 : most
  }
  if (filter.countTip) return 0
  const kinds = SPARK_KINDS.filter((kind) => filter.kinds[kind].enabled).map(
    (kind) => filter.kinds[kind].minPayCents,
  )
  const tiers = filter.milesTiers.map((tier) => tier.minPayCents)
  return Math.max(Math.min(...kinds), tiers.length > 0 ? Math.min(...tiers) : 0)
}

function reviewNet(filter: Filter): Finding[] {
  const { perHourMinCents, cost, fuelCentsPerGallon, milesPerHour } = filter.net
  if (perHourMinCents === 0) return []
  const free = cost === 'fuel' && fuelCentsPerGallon === 0
  // Trips and orders state their miles; most blocks do not.
  if (!free && (filter.variant !== 'amazon' || milesPerHour > 0)) return []
  const path = free ? 'net.fuelCentsPerGallon' : 'net.milesPerHour'
  return [{ ...at(path), code: 'net_costs_nothing', severity: 'doubtful', section: 'net', params: {} }]
}
