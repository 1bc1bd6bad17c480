import { CURBSIDE_MAX_STOPS, SPARK_KINDS } from '../model.ts'
import type { CourierFilter, SparkFilter } from '../model.ts'
import { jobSetting } from '../settings.ts'
import { lengthsOf } from './lengths.ts'
import { at } from './model.ts'
import type { Finding } from './model.ts'
import { findCap, reviewFit, reviewSetting } from './settings.ts'

/** The courier's one rule is at the top of the filter: its paths have no prefix. */
const HERE = at('')

/** Findings about kinds, lengths, price, unknown pay and arrival time of the courier filter. */
export function reviewJobs(filter: CourierFilter): Finding[] {
  const setting = jobSetting(filter)
  const unfit = reviewFit(filter, setting, HERE)
  const findings =
    unfit === null
      ? reviewSetting(filter, setting, HERE)
      : [takesUnpaid(filter) ? { ...unfit, severity: 'doubtful' as const } : unfit]
  const top = findings.map((each) => ({ ...each, path: each.path.replace(/^\./, '') }))
  return [...top, ...reviewLength(filter), ...reviewUnknownPay(filter)]
}

/** Whether jobs of unknown pay are taken, which meet no price, and some of them are short enough. */
function takesUnpaid(filter: CourierFilter): boolean {
  if (filter.unknownPay !== 'take') return false
  const cap = findCap(filter, filter.schedule)?.minutes ?? Infinity
  return cap >= Math.min(...lengthsOf(filter.variant).rare)
}

function reviewLength(filter: CourierFilter): Finding[] {
  const { minMinutes } = filter
  const cap = findCap(filter, filter.schedule)
  if (cap === null || minMinutes <= cap.minutes) return []
  const params = { minMinutes, capMinutes: cap.minutes }
  return [{ ...at('minMinutes'), code: 'length_over_cap', severity: 'never', section: 'length', params }]
}

function reviewUnknownPay({ unknownPay, kinds, ownRate, price }: CourierFilter): Finding[] {
  const doubtful = { severity: 'doubtful', section: 'unknownPay' } as const
  if (unknownPay === 'leave' && kinds.shift)
    return [{ ...at('unknownPay'), ...doubtful, code: 'shifts_unpaid', params: {} }]
  const { perHourCents: rateCents, perMileCents } = ownRate
  const hourlyCents = price.perHourMinCents
  const both = price.combine === 'both' || price.totalMinCents === 0
  if (unknownPay === 'own_rate' && perMileCents === 0 && both && rateCents < hourlyCents)
    return [
      {
        ...at('ownRate.perHourCents'),
        ...doubtful,
        code: 'rate_below_price',
        params: { rateCents, hourlyCents },
      },
    ]
  return []
}

/** Most trips start within the hour; a driver who needs longer to get there finds few that wait. */
const ARRIVAL_LONG_MINUTES = 60
/** Hardly any trip is shorter. */
const MILES_LEAST = 2

/** Findings about kinds, miles and arrival time of the spark filter. */
export function reviewTrips(filter: SparkFilter): Finding[] {
  const findings: Finding[] = [...reviewKinds(filter), ...reviewTiers(filter)]
  const { arrivalMinutes } = filter
  if (arrivalMinutes > ARRIVAL_LONG_MINUTES) {
    const arrival = { ...at('arrivalMinutes'), section: 'arrival', params: { arrivalMinutes } } as const
    findings.push({ ...arrival, code: 'arrival_long', severity: 'doubtful' })
  }
  return findings
}

function reviewKinds({ kinds }: SparkFilter): Finding[] {
  const findings: Finding[] = []
  if (kinds.multiple.enabled && kinds.multiple.maxStops === 1) {
    const where = { ...at('kinds.multiple.maxStops'), section: 'kinds', params: {} } as const
    findings.push({ ...where, code: 'multiple_one_stop', severity: 'never' })
  }
  const stops = kinds.shopping.maxStops
  if (kinds.shopping.enabled && stops > CURBSIDE_MAX_STOPS) {
    const where = { ...at('kinds.shopping.maxStops'), section: 'kinds', params: { stops } } as const
    findings.push({ ...where, code: 'shopping_stops_idle', severity: 'doubtful' })
  }
  return findings
}

function reviewTiers({ kinds, milesTiers }: SparkFilter): Finding[] {
  const kindCents = Math.min(
    ...SPARK_KINDS.filter((kind) => kinds[kind].enabled).map((kind) => kinds[kind].minPayCents),
  )
  const findings = milesTiers.flatMap((tier, index): Finding[] => {
    const where = { ...at(`milesTiers.${index}`), section: 'miles' } as const
    const { upToMiles: miles, minPayCents: cents } = tier
    const before = milesTiers[index - 1]
    if (miles <= (before?.upToMiles ?? 0))
      return [{ ...where, code: 'tier_empty', severity: 'never', params: { miles } }]
    if (before !== undefined && cents < before.minPayCents) {
      const params = { miles, cents, otherMiles: before.upToMiles, otherCents: before.minPayCents }
      return [{ ...where, code: 'tier_pays_less', severity: 'doubtful', params }]
    }
    if (cents === 0 || cents >= kindCents) return []
    return [{ ...where, code: 'tier_below_kinds', severity: 'doubtful', params: { miles, cents, kindCents } }]
  })
  const last = milesTiers.at(-1)
  if (last !== undefined && last.upToMiles > 0 && last.upToMiles < MILES_LEAST) {
    const where = { ...at(`milesTiers.${milesTiers.length - 1}.upToMiles`), section: 'miles' } as const
    findings.push({ ...where, code: 'tiers_short', severity: 'doubtful', params: { miles: last.upToMiles } })
  }
  return findings
}
