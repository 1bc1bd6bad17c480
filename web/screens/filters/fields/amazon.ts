import type { FieldError } from '@madruga/core/errors.ts'
import { fitPlan } from '@madruga/core/filters.ts'
import type { AmazonFilter } from '@madruga/core/filters.ts'
import { commonField, fromCommon, mendCommon, plainCommon, toCommon } from './common.ts'
import type { CommonFields, FilterOrigin } from './common.ts'
import { checkSetting, plainSetting, settingField, toSetting, toSettingFields } from './setting.ts'
import type { SettingFields } from './setting.ts'
import { checkWeek, isWeek } from './week.ts'
import type { TypedRefusal } from './week.ts'

/** A selected station; without its own settings the shared one applies. */
export type StationFields = { stationId: string; settings: SettingFields[] }

/** An amazon filter in its form, for any plan. */
export type FilterFields = CommonFields & { stations: StationFields[]; shared: SettingFields }

/** The form's view of a filter, without what its plan does not have. */
export function toFields(filter: AmazonFilter): FilterFields {
  const fit = fitPlan(filter, filter.plan).filter
  const common = toCommon(fit)
  return {
    ...common,
    stations: fit.stations.map(({ stationId, settings }) => ({
      stationId,
      settings: settings.map((setting) => toSettingFields(setting, common.week)),
    })),
    shared: toSettingFields(fit.shared, common.week),
  }
}

/** The filter of the input, in its plan and time zone. */
export function toFilter(fields: FilterFields, base: FilterOrigin): AmazonFilter {
  return {
    ...fromCommon(fields, base),
    variant: 'amazon',
    stations: fields.stations.map(({ stationId, settings }) => ({
      stationId,
      settings: settings.map(toSetting),
    })),
    shared: toSetting(fields.shared),
  }
}

/** The form field of an error's path in the filter; `form` if there is none. */
export function fieldOf(error: FieldError, filter: AmazonFilter): string {
  const { path } = error
  const common = commonField(path, filter)
  if (common !== null) return common
  if (path.startsWith('shared.')) return `shared.${settingField(path.slice('shared.'.length), filter.shared)}`
  const own = /^stations\.(\d+)\.settings\.(\d+)\.(.+)$/.exec(path)
  if (own) {
    const [, station, place, inside] = own
    const setting = filter.stations[Number(station)]?.settings[Number(place)]
    return `stations.${station}.settings.${place}.${settingField(inside!, setting)}`
  }
  return path.startsWith('stations') ? path.replace(/\.stationId$/, '') : 'form'
}

/** Errors that only a form can have. */
export function checkTyped(fields: FilterFields): TypedRefusal[] {
  return [
    ...checkWeek(fields.week, 'week'),
    ...checkSetting(fields.shared, 'shared'),
    ...fields.stations.flatMap(({ settings }, station) =>
      settings.flatMap((setting, place) => checkSetting(setting, `stations.${station}.settings.${place}`)),
    ),
  ]
}

/** The meaningful part of the input; the order in which stations were tapped is not. */
export function plainFields(fields: FilterFields): unknown {
  return {
    ...plainCommon(fields),
    shared: plainSetting(fields.shared),
    stations: fields.stations
      .map(({ stationId, settings }) => [stationId, settings.map(plainSetting)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  }
}

/**
 * A completed draft: values that an older version of the app did not have come from `fallback`. Null if it is
 * invalid.
 */
export function mendFields(draft: object, fallback: FilterFields): FilterFields | null {
  const fields: FilterFields = { ...fallback, ...draft }
  const whole = (setting: SettingFields): SettingFields => ({ ...fallback.shared, ...setting })
  const sound =
    isWeek(fields.week) &&
    Array.isArray(fields.stations) &&
    fields.stations.every(
      (station) =>
        typeof station?.stationId === 'string' &&
        Array.isArray(station.settings) &&
        station.settings.every(isSetting),
    ) &&
    isSetting(fields.shared)
  if (!sound) return null
  return {
    ...fields,
    shared: whole(fields.shared),
    stations: fields.stations.map((station) => ({ ...station, settings: station.settings.map(whole) })),
    ...mendCommon(fields, fallback),
  }
}

function isSetting(value: unknown): boolean {
  const { lengths, week } = (value ?? {}) as Partial<SettingFields>
  return (lengths === undefined || Array.isArray(lengths)) && (week === undefined || isWeek(week))
}
