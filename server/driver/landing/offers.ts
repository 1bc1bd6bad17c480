import type { Outputs } from '@madruga/core/contract.ts'
import { compileFilter } from '@madruga/core/filters.ts'
import { sampleFilter } from '@madruga/core/landing.ts'
import type { Observations } from '../observations.ts'

type Facts = Outputs['landing']['facts']
type Observed = Awaited<ReturnType<Observations['readLatest']>>[number]

/** What the page says about the sample filter. */
export function describeSample(): Facts['sample'] {
  const filter = sampleFilter('amazon', 'UTC', [])
  const trips = sampleFilter('spark', 'UTC', [])
  const { curbside, shopping, multiple } = trips.kinds
  const { price, arrivalMinutes } = filter.shared
  const [range] = filter.schedule.days[0]?.ranges ?? []
  return {
    perHourMinCents: price.perHourMinCents,
    tripMinCents: {
      curbside: curbside.minPayCents,
      shopping: shopping.minPayCents,
      multiple: multiple.minPayCents,
    },
    fromMinute: range?.startMinute ?? 0,
    toMinute: range?.endMinute ?? 1_440,
    arrivalMinutes,
    tripArrivalMinutes: trips.arrivalMinutes,
  }
}

/** An row as the sample filter judges it when it was seen, for a driver without blocks. */
export function judgeObserved(row: Observed): Facts['offers'][number] {
  const { stationId, expiresAt: _, id, ...facts } = row
  const filter = sampleFilter(row.variant, row.timeZone, [stationId])
  const offer = { ...row, id: String(id) }
  const verdict = compileFilter(filter, row.seenAt).judge(offer, { now: row.seenAt, held: [] })
  return { id, ...facts, failed: verdict.explain().failed[0] ?? null }
}
