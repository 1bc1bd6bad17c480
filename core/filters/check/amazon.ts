import { DAY_MINUTES } from '../../time.ts'
import type { AmazonFilter, Setting } from '../model.ts'
import { checkCount, refuse } from './findings.ts'
import type { Findings } from './findings.ts'
import { checkPrice } from './price.ts'
import { checkSchedule } from './schedule.ts'

/** A day: no one drives longer to a block. */
export const ARRIVAL_MAX_MINUTES = DAY_MINUTES

/**
 * The shared setting and each station's own; own settings require the advanced plan, at most `settingsMax`
 * each.
 */
export function checkAmazon(findings: Findings, filter: AmazonFilter, settingsMax: number): void {
  checkSetting(findings, 'shared', filter.shared, filter)
  for (const [index, choice] of filter.stations.entries()) {
    const path = `stations.${index}.settings`
    if (choice.settings.length > 0 && filter.plan === 'basic') {
      refuse(findings, path, 'filters.needs_advanced')
      continue
    }
    if (choice.settings.length > settingsMax) {
      refuse(findings, path, 'filters.too_many_settings', { max: settingsMax })
    }
    for (const [place, setting] of choice.settings.entries()) {
      checkSetting(findings, `${path}.${place}`, setting, filter)
    }
  }
}

function checkSetting(findings: Findings, path: string, setting: Setting, filter: AmazonFilter): void {
  checkPrice(findings, `${path}.price`, setting.price, filter.plan)
  checkCount(findings, `${path}.arrivalMinutes`, setting.arrivalMinutes, ARRIVAL_MAX_MINUTES)
  if (setting.schedule === null) return
  if (filter.plan === 'basic') refuse(findings, `${path}.schedule`, 'filters.needs_advanced')
  else checkSchedule(findings, `${path}.schedule`, setting.schedule, 'station', filter.plan)
}
