import { changeSettings, isPriced, settingsInUse } from '../filters.ts'
import type { Filter, PricedFilter, PriceRule } from '../filters.ts'
import { WEEKDAYS } from '../schedule.ts'
import type { Schedule, TimeRange } from '../schedule.ts'
import { DAY_MINUTES } from '../time.ts'

/** Rules whose change a recap tries. */
export const CHANGED_RULES = [
  'price_per_hour',
  'price_total',
  'price_duration',
  'price_kind',
  'price_net',
  'time',
  'schedule',
] as const
export type ChangedRule = (typeof CHANGED_RULES)[number]

/**
 * One change of a filter: the limit as it is and as changed, in cents (of several settings, lengths or kinds
 * the lowest in use), minutes to get there, or hours a week, by the rule. Of a schedule that is the same on
 * all seven days also its hours.
 */
export type FilterChange = { rule: ChangedRule; from: number; to: number; hours?: TimeRange; filter: Filter }

const HOURLY_STEPS = [50, 100, 200, 400]
const TOTAL_STEPS = [500, 1_000, 2_000]
const TRIP_STEPS = [100, 200, 400]
const ARRIVAL_STEPS = [10, 20, 30]
const WEEK_HOURS = 168

/**
 * The changes worth trying, each rule's smallest first: lower prices, less time to get there, every hour of
 * the week.
 */
export function listChanges(filter: Filter): FilterChange[] {
  return [...listPrices(filter), ...listNets(filter), ...listArrivals(filter), ...listHours(filter)]
}

function listPrices(filter: Filter): FilterChange[] {
  if (!isPriced(filter)) {
    const kinds = Object.values(filter.kinds).filter((rule) => rule.enabled && rule.minPayCents > 0)
    return steps(
      kinds.map((rule) => rule.minPayCents),
      TRIP_STEPS,
    ).map(({ from, to, step }) => {
      const changed = structuredClone(filter)
      for (const rule of Object.values(changed.kinds)) rule.minPayCents = lower(rule.minPayCents, step)
      for (const tier of changed.milesTiers) tier.minPayCents = lower(tier.minPayCents, step)
      return { rule: 'price_kind', from, to, filter: changed }
    })
  }
  const byRule = (
    rule: 'price_per_hour' | 'price_total',
    field: 'perHourMinCents' | 'totalMinCents',
    sizes: readonly number[],
  ): FilterChange[] =>
    steps(
      settingsInUse(filter).map(({ price }) => (price.byDuration.length > 0 ? 0 : price[field])),
      sizes,
    ).map(({ from, to, step }) => ({
      rule,
      from,
      to,
      filter: changeSettings(filter, (setting) => ({
        ...setting,
        price: { ...setting.price, [field]: lower(setting.price[field], step) } satisfies PriceRule,
      })),
    }))
  return [
    ...byRule('price_per_hour', 'perHourMinCents', HOURLY_STEPS),
    ...byRule('price_total', 'totalMinCents', TOTAL_STEPS),
    ...listLengths(filter),
  ]
}

/** The pay of every length lower by one step. */
function listLengths(filter: PricedFilter): FilterChange[] {
  const rows = settingsInUse(filter).flatMap(({ price }) => price.byDuration.map((row) => row.minCents))
  return steps(rows, TOTAL_STEPS).map(({ from, to, step }) => ({
    rule: 'price_duration',
    from,
    to,
    filter: changeSettings(filter, (setting) => {
      const byDuration = setting.price.byDuration.map((row) => ({
        ...row,
        minCents: lower(row.minCents, step),
      }))
      return { ...setting, price: { ...setting.price, byDuration } }
    }),
  }))
}

function listNets(filter: Filter): FilterChange[] {
  return steps([filter.net.perHourMinCents], HOURLY_STEPS).map(({ from, to }) => ({
    rule: 'price_net',
    from,
    to,
    filter: { ...filter, net: { ...filter.net, perHourMinCents: to } },
  }))
}

function listArrivals(filter: Filter): FilterChange[] {
  const used = isPriced(filter)
    ? settingsInUse(filter).map((setting) => setting.arrivalMinutes)
    : [filter.arrivalMinutes]
  return steps(used, ARRIVAL_STEPS, 0).map(({ from, to, step }) => ({
    rule: 'time',
    from,
    to,
    filter: isPriced(filter)
      ? changeSettings(filter, (setting) => ({
          ...setting,
          arrivalMinutes: Math.max(0, setting.arrivalMinutes - step),
        }))
      : { ...filter, arrivalMinutes: Math.max(0, filter.arrivalMinutes - step) },
  }))
}

function listHours(filter: Filter): FilterChange[] {
  const from = Math.round(openMinutes(filter.schedule) / 60)
  if (from >= WEEK_HOURS) return []
  const schedule: Schedule = {
    days: WEEKDAYS.map((day) => ({ day, allDay: true, ranges: [] })),
    mustEndInside: false,
  }
  const open = { ...filter, schedule }
  const changed = isPriced(open) ? changeSettings(open, (setting) => ({ ...setting, schedule: null })) : open
  return [{ rule: 'schedule', from, to: WEEK_HOURS, ...dailyHours(filter.schedule), filter: changed }]
}

/**
 * The lowest limit in use, and the result of each step; nothing below `floor`, and nothing if no limit is in
 * use.
 */
function steps(
  limits: readonly number[],
  sizes: readonly number[],
  floor = 1,
): { from: number; to: number; step: number }[] {
  const used = limits.filter((limit) => limit > 0)
  if (used.length === 0) return []
  const from = Math.min(...used)
  return sizes.filter((step) => from - step >= floor).map((step) => ({ from, to: from - step, step }))
}

/** 0 stays: it means that the limit is unused. */
function lower(cents: number, step: number): number {
  return cents === 0 ? 0 : Math.max(1, cents - step)
}

/** The hours that all seven days have, if they have one range each and the same. */
function dailyHours({ days }: Schedule): Pick<FilterChange, 'hours'> {
  const hours = days[0]?.ranges[0]
  const isDaily = ({ allDay, ranges }: Schedule['days'][number]) =>
    !allDay &&
    ranges.length === 1 &&
    ranges[0]!.startMinute === hours?.startMinute &&
    ranges[0]!.endMinute === hours.endMinute
  return hours && days.length === WEEKDAYS.length && days.every(isDaily) ? { hours } : {}
}

function openMinutes({ days }: Schedule): number {
  const ranges = days.flatMap((day) =>
    day.allDay ? [{ startMinute: 0, endMinute: DAY_MINUTES }] : day.ranges,
  )
  return ranges.reduce(
    (sum, { startMinute: from, endMinute: to }) => sum + to - from + (to < from ? DAY_MINUTES : 0),
    0,
  )
}
