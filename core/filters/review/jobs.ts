import type { CourierFilter } from '../model.ts'
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
  const found =
    unfit === null
      ? reviewSetting(filter, setting, HERE)
      : [takesUnpaid(filter) ? { ...unfit, severity: 'doubtful' as const } : unfit]
  const top = found.map((each) => ({ ...each, path: each.path.replace(/^\./, '') }))
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
