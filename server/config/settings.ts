import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import type { Settings } from '@madruga/core/settings.ts'
import type { Values } from './variables.ts'

/** The zones of the United States, by the IANA list. */
const US_ZONES =
  /^(US\/.+|Pacific\/Honolulu|America\/(New_York|Detroit|Kentucky\/.+|Louisville|Indiana\/.+|Indianapolis|Chicago|Menominee|North_Dakota\/.+|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Puerto_Rico))$/

/**
 * The product's settings, overridden by the operator's, with money as `billing` says; adds a line to
 * `problems` for each invalid name or value.
 */
export function readSettings(
  { SETTINGS: text, SERVICE_TIME_ZONE: timeZone, CARD_FEES }: Values,
  billing: boolean,
  problems: string[],
): Settings {
  const given = parseObject(text)
  if (given === null) problems.push('SETTINGS is not a JSON object: give one such as {"coolingMs": 90000}')
  const merged = merge(DEFAULT_SETTINGS, given ?? {}, '', problems) as Settings
  // Many other countries forbid a surcharge on cards.
  const paid = { charges: billing, cardFees: CARD_FEES ?? (timeZone === null || US_ZONES.test(timeZone)) }
  const settings = { ...merged, billing: { ...merged.billing, ...paid } }
  if (timeZone === null || merged.dailyStop === null) return settings
  return { ...settings, dailyStop: { ...merged.dailyStop, timeZone } }
}

type Fields = Record<string, unknown>

function merge(standard: object, given: Fields, path: string, problems: string[]): Fields {
  const merged: Fields = { ...standard }
  for (const [name, value] of Object.entries(given)) {
    const place = path + name
    const was = merged[name]
    if (!Object.hasOwn(standard, name)) {
      problems.push(`SETTINGS.${place} is not a setting: give one of ${Object.keys(standard).join(', ')}`)
    } else if (value === null && NULLABLE.has(name)) merged[name] = null
    else if (isFields(was) && isFields(value)) merged[name] = merge(was, value, `${place}.`, problems)
    else if (fits(was, value)) merged[name] = value
    else problems.push(`SETTINGS.${place} is ${JSON.stringify(value)}: give ${wanted(was)}`)
  }
  return merged
}

// Settings in which null means "none".
const NULLABLE = new Set(['dailyStop', 'humanWaitMs', 'totalMs', 'waitMs'])

function fits(was: unknown, value: unknown): boolean {
  if (was === null || typeof was === 'number') return typeof value === 'number' && value >= 0
  return typeof was === typeof value && !isFields(was)
}

function wanted(was: unknown): string {
  if (was === null || typeof was === 'number') return 'a number from 0 on'
  return isFields(was) ? `an object with ${Object.keys(was).join(', ')}` : `a ${typeof was}`
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseObject(text: string | null): Fields | null {
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}
