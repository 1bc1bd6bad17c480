import { LANGUAGES } from '../languages.ts'
import type { Language } from '../languages.ts'

/** Browser and system names from the user agent; null if unknown. */
export type NamedDevice = { browser: string | null; system: string | null }

/** A device, with what it looks like. */
export type Device = NamedDevice & { kind: 'phone' | 'computer' }

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

/** The device behind a user agent. */
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

/** A device in a driver's words: `Chrome on Android`. */
export function nameDevice(language: Language, { browser, system }: NamedDevice): string {
  const texts = LANGUAGES[language].device
  if (browser !== null && system !== null) return texts.both(browser, system)
  return browser ?? system ?? texts.unknown
}
