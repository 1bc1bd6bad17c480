import type { Setting } from '../model.ts'
import { usesHourly, usesTotal } from '../settings.ts'
import type { PricedFilter } from '../settings.ts'
import { lengthsOf, paySpans, usualMinutes } from './lengths.ts'
import type { At, Finding } from './model.ts'
import { findStretches } from './stretches.ts'

/** What keeps blocks short: the hours in which they must end, or a limit. */
export type Cap = { minutes: number; by: 'schedule' | 'day' | 'week' }

/** The tightest cap on the block length of a schedule; null if there is none. */
export function findCap(filter: PricedFilter, schedule: Setting['schedule']): Cap | null {
  const caps: Cap[] = []
  if (filter.maxMinutesPerDay !== null) caps.push({ minutes: filter.maxMinutesPerDay, by: 'day' })
  if (filter.maxMinutesPerWeek !== null) caps.push({ minutes: filter.maxMinutesPerWeek, by: 'week' })
  if (schedule?.mustEndInside) {
    const longest = Math.max(...findStretches(schedule).map((each) => each.minutes))
    caps.push({ minutes: longest, by: 'schedule' })
  }
  return caps.reduce<Cap | null>(
    (least, cap) => (least === null || cap.minutes < least.minutes ? cap : least),
    null,
  )
}

/** The shortest usual block that a setting accepts, and its minimum pay; null if it accepts none. */
export function cheapestBlock(
  filter: PricedFilter,
  setting: Setting,
): { minutes: number; cents: number } | null {
  const cap = findCap(filter, setting.schedule ?? filter.schedule)?.minutes ?? Infinity
  const { usual } = lengthsOf(filter.variant)
  let cheapest: { minutes: number; cents: number } | null = null
  for (const minutes of usual) {
    if (minutes > cap) continue
    for (const { min } of paySpans(setting.price, filter.net.perHourMinCents, minutes)) {
      if (cheapest === null || min < cheapest.cents) cheapest = { minutes, cents: min }
    }
  }
  return cheapest
}

/**
 * Whether pay, hours and limits leave any block that a setting could accept. Caps on the blocks of all
 * settings are reported once for the filter, and not here.
 */
export function reviewFit(filter: PricedFilter, setting: Setting, where: At): Finding | null {
  const { price } = setting
  const net = filter.net.perHourMinCents
  const cap = findCap(filter, setting.schedule ?? filter.schedule)
  const { usual, rare } = lengthsOf(filter.variant)
  const paid = (minutes: number) => paySpans(price, net, minutes).length > 0
  const fits = (minutes: number) => minutes <= (cap?.minutes ?? Infinity) && paid(minutes)
  if (usual.some(fits)) return null
  const severity = rare.some(fits) ? 'doubtful' : 'never'
  const { least } = usualMinutes(filter.variant)
  if (!usual.some(paid)) return { ...where, severity, ...explainPay(filter, setting, where.path) }
  if (cap === null) return null
  if (cap.minutes < least) {
    if (cap.by !== 'schedule' || setting.schedule === null) return null
    return {
      ...where,
      path: `${where.path}.schedule`,
      severity,
      code: 'schedule_short',
      section: 'week',
      params: { capMinutes: cap.minutes, usualMinutes: least },
    }
  }
  return {
    ...where,
    path: `${where.path}.price`,
    severity,
    code: `pay_over_${cap.by}`,
    section: 'pay',
    params: { needMinutes: Math.min(...usual.filter(paid)), capMinutes: cap.minutes },
  }
}

/** Why a price rule accepts no usual block: two bounds that exclude each other. */
function explainPay(
  filter: PricedFilter,
  setting: Setting,
  path: string,
): Pick<Finding, 'code' | 'section' | 'path' | 'params'> {
  const { price } = setting
  const netCents = filter.net.perHourMinCents
  const { usual } = lengthsOf(filter.variant)
  const { least, most } = usualMinutes(filter.variant)
  if (usual.some((minutes) => paySpans(price, 0, minutes).length > 0))
    return { code: 'net_above_pay', section: 'net', path: 'net.perHourMinCents', params: { netCents } }
  const found = (code: Finding['code'], field: string, params: Finding['params'] = {}) =>
    ({ code, section: 'pay', path: `${path}.price.${field}`, params }) as const
  if (price.byDuration.length > 0) {
    const hasUsual = price.byDuration.some((row) => usual.includes(row.minutes))
    return hasUsual ? found('max_zero', 'byDuration', { maxCents: 0 }) : found('rows_no_block', 'byDuration')
  }
  const { perHourMinCents, perHourMaxCents, totalMinCents, totalMaxCents } = price
  if (perHourMaxCents === 0) return found('max_zero', 'perHourMaxCents', { maxCents: 0 })
  if (totalMaxCents === 0) return found('max_zero', 'totalMaxCents', { maxCents: 0 })
  if (perHourMaxCents !== null) {
    const mostCents = Math.floor((perHourMaxCents * most) / 60)
    const params = { totalCents: totalMinCents, hourlyCents: perHourMaxCents, mostCents }
    if (mostCents < totalMinCents) return found('total_above_hourly', 'totalMinCents', params)
  }
  if (totalMaxCents !== null) {
    const leastCents = Math.ceil((perHourMinCents * least) / 60)
    const params = { hourlyCents: perHourMinCents, totalCents: totalMaxCents, leastCents }
    if (leastCents > totalMaxCents) return found('hourly_above_total', 'perHourMinCents', params)
  }
  return found('pay_gap', 'totalMinCents')
}

/** Hourly pay this high is more often a typo than intended (our choice: more than five times the usual). */
const HOURLY_HIGH_CENTS = 10_000
/** No one drives longer than this to a block. */
const ARRIVAL_LONG_MINUTES = 180

/** Parts of a setting that work, but hardly as intended, and rows that no block can match. */
export function reviewSetting(filter: PricedFilter, setting: Setting, where: At): Finding[] {
  const found: Finding[] = []
  const { price, arrivalMinutes } = setting
  const doubt = (
    code: Finding['code'],
    section: Finding['section'],
    field: string,
    params: Finding['params'],
  ) => found.push({ ...where, severity: 'doubtful', code, section, path: `${where.path}.${field}`, params })
  if (arrivalMinutes > ARRIVAL_LONG_MINUTES)
    doubt('arrival_long', 'arrival', 'arrivalMinutes', { arrivalMinutes })
  if (price.byDuration.length > 0) return [...found, ...reviewRows(filter, setting, where)]
  const { perHourMinCents: hourlyCents, totalMinCents: totalCents } = price
  if (hourlyCents > HOURLY_HIGH_CENTS) doubt('hourly_high', 'pay', 'price.perHourMinCents', { hourlyCents })
  if (
    !usesHourly(price) ||
    !usesTotal(price) ||
    price.perHourMaxCents !== null ||
    price.totalMaxCents !== null
  )
    return found
  const { most } = usualMinutes(filter.variant)
  const least = Math.min(...lengthsOf(filter.variant).rare)
  // If it decides at the shortest instant offer, or not even at the longest block, one of the two is
  // redundant.
  const hourlySays = (hourlyCents * least) / 60 >= totalCents
  const totalSays = (totalCents * 60) / most >= hourlyCents
  const idle =
    price.combine === 'both'
      ? { total: hourlySays, hourly: totalSays }
      : { total: totalSays, hourly: hourlySays }
  if (idle.total) doubt('total_idle', 'pay', 'price.totalMinCents', { hourlyCents, totalCents })
  else if (idle.hourly) doubt('hourly_idle', 'pay', 'price.perHourMinCents', { hourlyCents, totalCents })
  return found
}

function reviewRows(filter: PricedFilter, setting: Setting, where: At): Finding[] {
  const { price } = setting
  const { usual, rare } = lengthsOf(filter.variant)
  const cap = findCap(filter, setting.schedule ?? filter.schedule)?.minutes ?? Infinity
  return price.byDuration.flatMap((row, index): Finding[] => {
    const found = { ...where, path: `${where.path}.price.byDuration.${index}`, section: 'pay' } as const
    const rowMinutes = row.minutes
    if (!usual.includes(rowMinutes) && !rare.includes(rowMinutes))
      return [{ ...found, code: 'row_length', severity: 'never', params: { rowMinutes } }]
    if (rowMinutes > cap)
      return [{ ...found, code: 'row_over_cap', severity: 'never', params: { rowMinutes, capMinutes: cap } }]
    const perHour = Math.floor((row.minCents * 60) / rowMinutes)
    const hourlyCents = price.perHourMinCents
    if (row.minCents > 0 && perHour < hourlyCents) {
      const params = { rowMinutes, rowCents: perHour, hourlyCents }
      return [{ ...found, code: 'row_below_hourly', severity: 'doubtful', params }]
    }
    const other = price.byDuration.find((each) => each.minutes < rowMinutes && each.minCents > row.minCents)
    if (row.minCents === 0 || other === undefined) return []
    const params = {
      rowMinutes,
      rowCents: row.minCents,
      otherMinutes: other.minutes,
      otherCents: other.minCents,
    }
    return [{ ...found, code: 'row_pays_less', severity: 'doubtful', params }]
  })
}
