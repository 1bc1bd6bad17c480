import type { DaySchedule, Schedule } from '../schedule.ts'
import type { Filter, Setting, StationChoice } from './model.ts'
import type { Plan } from '../plans.ts'
import { changeSettings, isPriced } from './settings.ts'

/** Features of a filter that require a higher plan. */
export const HIGHER_PLAN_PARTS = [
  'settings',
  'own_hours',
  'second_hours',
  'max_pay',
  'pay_by_length',
  'own_rhythm',
] as const
export type HigherPlanPart = (typeof HIGHER_PLAN_PARTS)[number]

/**
 * The filter reduced to what a plan allows, and the removed parts in the order of HIGHER_PLAN_PARTS. Settings
 * per station, their own hours and second ranges of a day require the advanced plan; maxima, pay by length
 * and 4X the professional one. The input is never changed.
 */
export function fitPlan<F extends Filter>(filter: F, plan: Plan): { filter: F; dropped: HigherPlanPart[] }
export function fitPlan(filter: Filter, plan: Plan): { filter: Filter; dropped: HigherPlanPart[] } {
  const drops = new Set<HigherPlanPart>()
  const isAdvanced = plan !== 'basic'
  const professional = plan === 'professional'
  const noteIf = (part: HigherPlanPart, is: boolean) => void (is && drops.add(part))

  const fitSchedule = (schedule: Schedule): Schedule => {
    if (isAdvanced) return schedule
    noteIf('second_hours', schedule.days.some(hasSecond))
    return { ...schedule, days: schedule.days.map((day) => ({ ...day, ranges: day.ranges.slice(0, 1) })) }
  }
  const fitSetting = (setting: Setting): Setting => {
    const { price } = setting
    noteIf('own_hours', !isAdvanced && setting.schedule !== null)
    noteIf('max_pay', !professional && (price.perHourMaxCents !== null || price.totalMaxCents !== null))
    noteIf('pay_by_length', !professional && price.byDuration.length > 0)
    return {
      ...setting,
      price: professional ? price : { ...price, perHourMaxCents: null, totalMaxCents: null, byDuration: [] },
      schedule: isAdvanced ? setting.schedule : null,
    }
  }
  const fitStation = (choice: StationChoice): StationChoice => {
    noteIf('settings', !isAdvanced && choice.settings.length > 0)
    return { ...choice, settings: isAdvanced ? choice.settings.map(fitSetting) : [] }
  }

  const ownRunSchedule = filter.speed === '4X' && !professional
  noteIf('own_rhythm', ownRunSchedule)
  const common: Pick<Filter, 'plan' | 'speed' | 'custom' | 'schedule'> = {
    plan,
    speed: ownRunSchedule ? '1X' : filter.speed,
    custom: professional ? filter.custom : null,
    schedule: fitSchedule(filter.schedule),
  }
  const result: Filter =
    filter.variant === 'amazon'
      ? { ...filter, ...common, shared: fitSetting(filter.shared), stations: filter.stations.map(fitStation) }
      : isPriced(filter)
        ? changeSettings({ ...filter, ...common }, fitSetting)
        : { ...filter, ...common }
  return { filter: result, dropped: HIGHER_PLAN_PARTS.filter((part) => drops.has(part)) }
}

/** Whether a plan allows the filter as it is, with every rule. */
export function fitsPlan(filter: Filter, plan: Plan): boolean {
  return fitPlan(filter, plan).dropped.length === 0
}

function hasSecond(day: DaySchedule): boolean {
  return !day.allDay && day.ranges.length > 1
}
