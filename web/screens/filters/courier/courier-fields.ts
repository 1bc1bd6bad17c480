import type { FieldError } from '@madruga/core/errors.ts'
import { UNKNOWN_PAYS, fitPlan } from '@madruga/core/filters.ts'
import type { CourierFilter, UnknownPay } from '@madruga/core/filters.ts'
import { JOB_KINDS } from '@madruga/core/offers.ts'
import type { JobKind } from '@madruga/core/offers.ts'
import {
  areTexts,
  checkSetting,
  checkWeek,
  commonField,
  fromCommon,
  isWeek,
  mendCommon,
  orNaN,
  plainCommon,
  plainSetting,
  settingField,
  toCents,
  toCommon,
  toAmount,
  toSetting,
  toSettingFields,
} from '../fields.ts'
import type { CommonFields, SettingFields } from '../fields.ts'
import type { FormKind } from '../use-filter-form.ts'

/** The driver's own rate in whole units; it decides only if unknown pay is calculated by it. */
export type RateFields = { perHour: number | null; perMile: number | null }

/** The courier filter in its form; null for a cleared number, 0 = unused. */
export type CourierFields = CommonFields & {
  placeIds: string[]
  kinds: Record<JobKind, boolean>
  minMinutes: number | null
  maxMinutes: number | null
  /** Pay and arrival time, one rule for all places. */
  setting: SettingFields
  unknownPay: UnknownPay
  ownRate: RateFields
  maxMiles: number | null
  skills: string[]
  waitlist: CourierFilter['waitlist']
}

/** The courier filter's form. */
export const COURIER_FORM: FormKind<CourierFilter, CourierFields> = {
  variant: 'courier',
  toFields,
  toFilter,
  chosen: (fields) => fields.placeIds,
  without: (fields, ids) => ({ ...fields, placeIds: fields.placeIds.filter((id) => !ids.has(id)) }),
  fieldOf,
  checkTyped: (fields) => [...checkWeek(fields.week, 'week'), ...checkSetting(fields.setting, 'setting')],
  plain: (fields) => ({
    ...fields,
    ...(plainCommon(fields) as object),
    setting: plainSetting(fields.setting),
    // The order in which places and skills were tapped does not matter.
    placeIds: fields.placeIds.toSorted(),
    skills: fields.skills.toSorted(),
  }),
  mend,
}

function toFields(filter: CourierFilter): CourierFields {
  const fit = fitPlan(filter, filter.plan).filter
  const common = toCommon(fit)
  const { price, arrivalMinutes } = fit
  return {
    ...common,
    placeIds: [...fit.placeIds],
    kinds: { ...fit.kinds },
    minMinutes: fit.minMinutes,
    maxMinutes: fit.maxMinutes ?? 0,
    setting: toSettingFields({ price, arrivalMinutes, schedule: null }, common.week),
    unknownPay: fit.unknownPay,
    ownRate: {
      perHour: toAmount(fit.ownRate.perHourCents),
      perMile: toAmount(fit.ownRate.perMileCents),
    },
    maxMiles: fit.maxMiles,
    skills: [...fit.skills],
    waitlist: fit.waitlist,
  }
}

function toFilter(fields: CourierFields, base: CourierFilter): CourierFilter {
  const { price, arrivalMinutes } = toSetting(fields.setting)
  return {
    ...fromCommon(fields, base),
    variant: 'courier',
    placeIds: fields.placeIds,
    kinds: fields.kinds,
    minMinutes: orNaN(fields.minMinutes),
    maxMinutes: fields.maxMinutes === 0 ? null : orNaN(fields.maxMinutes),
    price,
    unknownPay: fields.unknownPay,
    ownRate: { perHourCents: toCents(fields.ownRate.perHour), perMileCents: toCents(fields.ownRate.perMile) },
    maxMiles: orNaN(fields.maxMiles),
    skills: fields.skills,
    waitlist: fields.waitlist,
    arrivalMinutes,
  }
}

const RATE_FIELD = /^ownRate\.(perHour|perMile)Cents$/

/** The form field of an error's path in the filter; `form` if there is none. */
function fieldOf({ path }: FieldError, filter: CourierFilter): string {
  const common = commonField(path, filter)
  if (common !== null) return common
  if (path.startsWith('placeIds')) return 'placeIds'
  if (path.startsWith('skills')) return 'skills'
  if (path === 'arrivalMinutes' || path.startsWith('price')) return `setting.${settingField(path, undefined)}`
  const rate = RATE_FIELD.exec(path)
  if (rate) return `ownRate.${rate[1]}`
  return /^(kinds|minMinutes|maxMinutes|maxMiles|unknownPay|waitlist)\b/.test(path) ? path : 'form'
}

/**
 * A completed draft: values that an older version of the app did not have come from `fallback`. Null if it is
 * invalid.
 */
function mend(draft: object, fallback: CourierFields): CourierFields | null {
  const fields: CourierFields = { ...fallback, ...draft }
  const sound =
    isWeek(fields.week) &&
    areTexts(fields.placeIds) &&
    areTexts(fields.skills) &&
    JOB_KINDS.every((kind) => typeof fields.kinds?.[kind] === 'boolean') &&
    UNKNOWN_PAYS.includes(fields.unknownPay) &&
    typeof fields.setting === 'object' &&
    fields.setting !== null
  if (!sound) return null
  return {
    ...fields,
    setting: { ...fallback.setting, ...fields.setting },
    ownRate: { ...fallback.ownRate, ...fields.ownRate },
    waitlist: fields.waitlist === 'leave' ? 'leave' : 'hold',
    ...mendCommon(fields, fallback),
  }
}

/** The skills with one added or removed. */
export function toggleSkill(skills: readonly string[], skill: string): string[] {
  return skills.includes(skill) ? skills.filter((each) => each !== skill) : [...skills, skill]
}

/**
 * Whether the limits of pay decide nothing: the delivery app states no pay, and no own rate of the driver
 * takes its place.
 */
export function isPayIdle(statesPay: boolean, unknownPay: UnknownPay): boolean {
  return !statesPay && unknownPay !== 'own_rate'
}
