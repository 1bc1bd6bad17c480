import { CURBSIDE_MAX_STOPS, SPARK_KINDS } from '../model.ts'
import type { SparkFilter } from '../model.ts'
import { ARRIVAL_MAX_MINUTES } from './amazon.ts'
import { checkCount, refuse } from './findings.ts'
import type { Findings } from './findings.ts'
import { PAY_MAX_CENTS } from './price.ts'

const STOPS_MAX = 1000
const MILES_MAX = 10_000

/** Kinds, at least one of them enabled, ascending miles tiers, and the arrival time. */
export function checkSpark(findings: Findings, filter: SparkFilter): void {
  checkKinds(findings, filter)
  let milesBefore = 0
  for (const [index, tier] of filter.milesTiers.entries()) {
    const path = `milesTiers.${index}`
    checkCount(findings, `${path}.minPayCents`, tier.minPayCents, PAY_MAX_CENTS)
    if (!checkCount(findings, `${path}.upToMiles`, tier.upToMiles, MILES_MAX, false)) continue
    if (tier.upToMiles < milesBefore) {
      refuse(findings, `${path}.upToMiles`, 'filters.miles_descending', { miles: milesBefore })
    }
    milesBefore = tier.upToMiles
  }
  checkCount(findings, 'arrivalMinutes', filter.arrivalMinutes, ARRIVAL_MAX_MINUTES)
}

function checkKinds(findings: Findings, filter: SparkFilter): void {
  const { kinds } = filter
  if (SPARK_KINDS.every((kind) => !kinds[kind].enabled)) refuse(findings, 'kinds', 'filters.no_kind')
  for (const kind of SPARK_KINDS) {
    const rule = kinds[kind]
    checkCount(findings, `kinds.${kind}.minPayCents`, rule.minPayCents, PAY_MAX_CENTS)
    const path = `kinds.${kind}.maxStops`
    if (!checkCount(findings, path, rule.maxStops, STOPS_MAX)) continue
    if (kind === 'curbside' && rule.maxStops > CURBSIDE_MAX_STOPS) {
      refuse(findings, path, 'filters.curbside_stops', { max: CURBSIDE_MAX_STOPS })
    }
  }
}
