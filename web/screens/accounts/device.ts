import type { Words } from '../../i18n.ts'

/** Browser and system names from the user agent; null if unknown. */
export type Device = { browser: string | null; system: string | null; kind: 'phone' | 'computer' }

// The first match: Edge, Opera and Samsung also claim to be Chrome, and Chrome claims to be Safari.
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/[\d.]+.*Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
const PHONES = new Set(['iPhone', 'iPad', 'Android'])

/** A driver's name for the device behind a user agent. */
export function readDevice(userAgent: string | null): Device {
  const find = (table: readonly [RegExp, string][]) =>
    table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null
  const system = find(SYSTEMS)
  return {
    browser: find(BROWSERS),
    system,
    kind: system !== null && PHONES.has(system) ? 'phone' : 'computer',
  }
}

/** The device behind a user agent as a driver's own words for it. */
export function nameDevice(userAgent: string | null, t: Words['t']): string {
  const { browser, system } = readDevice(userAgent)
  if (browser !== null && system !== null) return t('profile.device', { browser, system })
  return browser ?? system ?? t('profile.device_unknown')
}
