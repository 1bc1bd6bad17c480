import type { FieldError } from '@madruga/core/errors.ts'
import { SPARK_KINDS, fitPlan } from '@madruga/core/filters.ts'
import type { SparkFilter, SparkKind } from '@madruga/core/filters.ts'
import {
  areTexts,
  checkWeek,
  commonField,
  fromCommon,
  isWeek,
  mendCommon,
  orNaN,
  plainCommon,
  toCents,
  toCommon,
  toAmount,
} from '../fields.ts'
import type { CommonFields } from '../fields.ts'
import type { FormKind } from '../use-filter-form.ts'

/** One kind of trip: amounts in the currency's main unit; 0 stops = no limit. */
export type KindFields = { enabled: boolean; minPay: number | null; maxStops: number | null }
/** "Up to so many miles pays at least so much." */
export type TierFields = { miles: number | null; pay: number | null }

/** The spark filter in its form; null for a cleared number. */
export type SparkFields = CommonFields & {
  storeIds: string[]
  kinds: Record<SparkKind, KindFields>
  tiers: TierFields[]
  countTip: boolean
  arrivalMinutes: number | null
}

/** The spark filter's forms, for each plan. */
export const SPARK_FORM: FormKind<SparkFilter, SparkFields> = {
  variant: 'spark',
  toFields,
  toFilter,
  chosen: (fields) => fields.storeIds,
  without: (fields, ids) => ({ ...fields, storeIds: fields.storeIds.filter((id) => !ids.has(id)) }),
  fieldOf,
  checkTyped: (fields) => checkWeek(fields.week, 'week'),
  plain: (fields) => ({
    ...fields,
    ...(plainCommon(fields) as object),
    // The order in which stores were tapped does not matter.
    storeIds: fields.storeIds.toSorted(),
  }),
  mend,
}

const eachKind = <T>(make: (kind: SparkKind) => T): Record<SparkKind, T> => ({
  curbside: make('curbside'),
  shopping: make('shopping'),
  multiple: make('multiple'),
})

/** The form's view of a filter, without what its plan does not have. */
function toFields(filter: SparkFilter): SparkFields {
  return {
    ...toCommon(fitPlan(filter, filter.plan).filter),
    storeIds: [...filter.storeIds],
    kinds: eachKind((kind) => {
      const { enabled, minPayCents, maxStops } = filter.kinds[kind]
      return { enabled, minPay: toAmount(minPayCents), maxStops }
    }),
    tiers: filter.milesTiers.map((tier) => ({ miles: tier.upToMiles, pay: toAmount(tier.minPayCents) })),
    countTip: filter.countTip,
    arrivalMinutes: filter.arrivalMinutes,
  }
}

function toFilter(fields: SparkFields, base: SparkFilter): SparkFilter {
  return {
    ...fromCommon(fields, base),
    variant: 'spark',
    storeIds: fields.storeIds,
    kinds: eachKind((kind) => {
      const { enabled, minPay, maxStops } = fields.kinds[kind]
      return { enabled, minPayCents: toCents(minPay), maxStops: orNaN(maxStops) }
    }),
    milesTiers: fields.tiers.map((tier) => ({
      upToMiles: orNaN(tier.miles),
      minPayCents: toCents(tier.pay),
    })),
    countTip: fields.countTip,
    arrivalMinutes: orNaN(fields.arrivalMinutes),
  }
}

/** The form field of an error's path in the filter; `form` if there is none. */
function fieldOf({ path }: FieldError, filter: SparkFilter): string {
  const common = commonField(path, filter)
  if (common !== null) return common
  if (path.startsWith('storeIds')) return 'storeIds'
  const tier = /^milesTiers\.(\d+)\.(\w+)$/.exec(path)
  if (tier) return `tiers.${tier[1]}.${tier[2] === 'upToMiles' ? 'miles' : 'pay'}`
  if (/^(kinds|arrivalMinutes)\b/.test(path)) return path.replace(/minPayCents$/, 'minPay')
  return 'form'
}

/**
 * A completed draft: values that an older version of the app did not have come from `fallback`. Null if it is
 * invalid.
 */
function mend(draft: object, fallback: SparkFields): SparkFields | null {
  const fields: SparkFields = { ...fallback, ...draft }
  const sound =
    isWeek(fields.week) &&
    areTexts(fields.storeIds) &&
    Array.isArray(fields.tiers) &&
    fields.tiers.every((tier) => typeof tier === 'object' && tier !== null) &&
    SPARK_KINDS.every((kind) => typeof fields.kinds?.[kind]?.enabled === 'boolean')
  if (!sound) return null
  return {
    ...fields,
    kinds: eachKind((kind) => ({ ...fallback.kinds[kind], ...fields.kinds[kind] })),
    tiers: fields.tiers.map((tier) => ({ miles: tier.miles ?? null, pay: tier.pay ?? null })),
    ...mendCommon(fields, fallback),
  }
}

/** Miles and pay that a new tier adds to the previous one. */
const STEP = { miles: 5, pay: 5 }

/** One more tier: five miles and 5.00 more; the first has the cheapest kind's minimum. */
export function proposeTier(fields: Pick<SparkFields, 'tiers' | 'kinds'>): TierFields {
  const last = fields.tiers.at(-1)
  if (last) return { miles: (last.miles ?? 0) + STEP.miles, pay: (last.pay ?? 0) + STEP.pay }
  const amounts = SPARK_KINDS.map((kind) => fields.kinds[kind])
    .filter((kind) => kind.enabled)
    .map((kind) => kind.minPay ?? 0)
  return { miles: STEP.miles, pay: amounts.length > 0 ? Math.min(...amounts) : 0 }
}

/** The contract's maximum number of tiers. */
export const TIERS_MAX = 20
