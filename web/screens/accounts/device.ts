/** A browser and a system by their own names, as its user agent tells; null where it does not. */
export type Device = { browser: string | null; system: string | null; kind: 'phone' | 'computer' }

// The first that fits: Edge, Opera and Samsung call themselves Chrome too, and Chrome calls itself Safari.
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

/** What a driver would call the device behind a user agent. */
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
