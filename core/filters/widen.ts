import { WEEKDAYS } from '../schedule.ts'
import type { Schedule } from '../schedule.ts'
import { SPARK_KINDS } from './model.ts'
import type { CourierFilter, Filter, PriceRule } from './model.ts'
import { changeSettings } from './settings.ts'

const ANY_HOUR: Schedule = {
  days: WEEKDAYS.map((day) => ({ day, allDay: true, ranges: [] })),
  mustEndInside: false,
}

/**
 * The wider filter for confirmation requests: lower price minimums, less time to get there, any hour, as
 * `filter.confirmation` says, and jobs of unknown pay if a courier wants to be asked about them, whether
 * other requests are wanted or not. Every offer that matches the filter matches this one too. null if the
 * driver wants no requests.
 */
export function widenFilter(filter: Filter): Filter | null {
  const { enabled, lowerPayPercent, lessArrivalMinutes, anyHour } = filter.confirmation
  if (!enabled) return asksPay(filter) ? { ...filter, unknownPay: 'take' } : null
  // Never down to 0, which would mean that the minimum is unused; "either" would then check only the other
  // one.
  const lower = (cents: number) =>
    cents === 0 ? 0 : Math.max(1, Math.floor((cents * (100 - lowerPayPercent)) / 100))
  const sooner = (minutes: number) => Math.max(0, minutes - lessArrivalMinutes)
  const schedule = anyHour ? ANY_HOUR : filter.schedule
  const common = {
    confirmation: { ...filter.confirmation, enabled: false },
    net: { ...filter.net, perHourMinCents: lower(filter.net.perHourMinCents) },
    schedule,
  }
  if (filter.variant === 'spark') {
    const kinds = Object.fromEntries(
      SPARK_KINDS.map((kind) => {
        const rule = filter.kinds[kind]
        return [kind, { ...rule, minPayCents: lower(rule.minPayCents) }]
      }),
    ) as typeof filter.kinds
    const milesTiers = filter.milesTiers.map((tier) => ({ ...tier, minPayCents: lower(tier.minPayCents) }))
    return { ...filter, ...common, kinds, milesTiers, arrivalMinutes: sooner(filter.arrivalMinutes) }
  }
  const wide = asksPay(filter)
    ? { ...filter, ...common, unknownPay: 'take' as const }
    : { ...filter, ...common }
  return changeSettings(wide, (setting) => ({
    price: lowerPrices(setting.price, lower),
    arrivalMinutes: sooner(setting.arrivalMinutes),
    schedule: anyHour ? null : setting.schedule,
  }))
}

/** The driver wants to be asked about jobs whose pay is unknown. */
function asksPay(filter: Filter): filter is CourierFilter {
  return filter.variant === 'courier' && filter.unknownPay === 'ask'
}

function lowerPrices(price: PriceRule, lower: (cents: number) => number): PriceRule {
  return {
    ...price,
    perHourMinCents: lower(price.perHourMinCents),
    totalMinCents: lower(price.totalMinCents),
    byDuration: price.byDuration.map((row) => ({ ...row, minCents: lower(row.minCents) })),
  }
}
