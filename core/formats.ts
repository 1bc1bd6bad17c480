import { LANGUAGES, localeOf } from './languages.ts'
import type { Language } from './languages.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'

/** The one place that makes formatters: for the app, mails, documents, the calendar feed and the landing. */

/** An hour and its minutes. */
export const HOUR = { hour: 'numeric', minute: '2-digit' } as const
const formats = new Map<string, unknown>()

/** Their IANA names, the old ones too. */
const US_ZONE =
  /^(US\/|(America\/(New_York|Detroit|Indiana|Kentucky|Indianapolis|Fort_Wayne|Louisville|Chicago|Menominee|North_Dakota|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Puerto_Rico|St_Thomas)|Pacific\/(Honolulu|Guam|Saipan|Pago_Pago))($|\/))/

/** Whether a zone is one of the United States. */
export function isInUnitedStates(timeZone: string): boolean {
  return US_ZONE.test(timeZone)
}

/**
 * How people of a zone read a clock: outside of the United States without AM and PM. Without a zone,
 * and for UTC, as the language does.
 */
export function clockOf(timeZone: string | undefined): { hourCycle: 'h23' | undefined } {
  const isAsWritten = timeZone === undefined || timeZone === 'UTC' || isInUnitedStates(timeZone)
  return { hourCycle: isAsWritten ? undefined : 'h23' }
}

/** Made when first needed and kept: making an `Intl` formatter costs far more than using it. */
function keep<F>(kind: string, locale: string, options: object, make: () => F): F {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`
  let format = formats.get(key) as F | undefined
  if (format === undefined) formats.set(key, (format = make()))
  return format
}

/** Throws RangeError for an unknown zone. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return keep('date', locale, options, () => new Intl.DateTimeFormat(locale, options))
}

/** A clock goes back by an hour, or by half of one, and then shows the times before that again. */
const STEPS_BACK_MS = [HOUR_MS, HOUR_MS / 2]
/** Clocks change at quarter hours: one answer serves all of its times. */
export const QUARTER_MS = HOUR_MS / 4
const repeats = new Map<string, boolean>()

/** Whether the clock of a zone, or of the device, shows a time twice that day. */
function isShownTwice(at: number, timeZone: string | undefined): boolean {
  const key = `${timeZone} ${Math.floor(at / QUARTER_MS)}`
  let cache = repeats.get(key)
  if (cache === undefined) {
    const wall = dateFormat('en-US', {
      hourCycle: 'h23',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      timeZone,
    })
    const wallTime = wall.format(at)
    cache = STEPS_BACK_MS.some((ms) => wall.format(at - ms) === wallTime || wall.format(at + ms) === wallTime)
    repeats.set(key, cache)
  }
  return cache
}

/**
 * A time in a zone, or the device's: every time that anyone reads is written here. In the hour that a clock
 * shows twice in autumn it says which: `1:30 AM EDT`. Throws RangeError for an unknown zone.
 */
export function formatTime(
  locale: string,
  options: Intl.DateTimeFormatOptions,
  at: number,
  timeZone: string | undefined,
): string {
  return dateFormat(locale, {
    ...clockOf(timeZone),
    ...options,
    timeZone,
    ...(options.hour !== undefined && isShownTwice(at, timeZone) && { timeZoneName: 'short' }),
  }).format(at)
}

/** `9:00 AM – 12:00 PM`, `2:00 – 4:00 PM`, and `10:55 PM – 12:00 AM` over midnight, without the days. */
export function formatTimes(
  locale: string,
  { startAt, endAt }: { startAt: number; endAt: number },
  timeZone: string | undefined,
): string {
  const day = dateFormat('en-US', { dateStyle: 'short', timeZone })
  const isOneDay = day.format(startAt) === day.format(endAt)
  return isOneDay && ![startAt, endAt].some((at) => isShownTwice(at, timeZone))
    ? dateFormat(locale, { ...HOUR, ...clockOf(timeZone), timeZone }).formatRange(startAt, endAt)
    : [startAt, endAt].map((at) => formatTime(locale, HOUR, at, timeZone)).join(' – ')
}

export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return keep('number', locale, options, () => new Intl.NumberFormat(locale, options))
}

/** `Monday and Tuesday`. */
export function listFormat(locale: string): Intl.ListFormat {
  const options = { type: 'conjunction' } as const
  return keep('list', locale, options, () => new Intl.ListFormat(locale, options))
}

/** `tomorrow`. */
export function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  const options = { numeric: 'auto' } as const
  return keep('relative', locale, options, () => new Intl.RelativeTimeFormat(locale, options))
}

/** The form of a count: `one`, `other`, and in Spanish `many`. */
export function pluralRules(language: string): Intl.PluralRules {
  return keep('plural', language, {}, () => new Intl.PluralRules(language))
}

/**
 * Dollars: `$92.50`, and `$94` without cents; in French `92,50 $`. Without `Intl`, whose first formatter of
 * money is a long task on a phone; a test compares the two.
 */
export function formatMoney(language: Language, cents: number): string {
  const { decimal, dollars } = LANGUAGES[language].figures
  const [whole = '', rest] = (Math.abs(cents) / 100).toFixed(cents % 100 === 0 ? 0 : 2).split('.')
  const text = dollars(`${group(language, whole)}${rest === undefined ? '' : `${decimal}${rest}`}`)
  return cents < 0 ? `-${text}` : text
}

/** The same in any currency, `€36.50`; none = US dollars. */
export function formatMoneyOf(
  language: Language,
  cents: number,
  currency: string | null | undefined,
): string {
  if (!currency || currency === 'USD') return formatMoney(language, cents)
  const digits = cents % 100 === 0 ? { minimumFractionDigits: 0 } : {}
  return numberFormat(localeOf(language), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...digits,
  }).format(cents / 100)
}

/** `1,234.5`, in French `1 234,5`: at most one decimal, without `Intl` as `formatMoney` is. */
export function formatNumber(language: Language, value: number): string {
  const tenths = Math.round(Math.abs(value) * 10)
  const { decimal } = LANGUAGES[language].figures
  const text =
    group(language, String(Math.floor(tenths / 10))) + (tenths % 10 === 0 ? '' : `${decimal}${tenths % 10}`)
  return value < 0 && tenths > 0 ? `-${text}` : text
}

function group(language: Language, digits: string): string {
  return digits.replaceAll(/(?<=\d)(?=(\d{3})+$)/g, LANGUAGES[language].figures.group)
}

/** A zone's name, such as `Eastern Time` or `hora oriental`; its IANA name if the platform has none. */
export function zoneName(locale: string, timeZone: string): string {
  try {
    const parts = dateFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
    return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
  } catch {
    return timeZone
  }
}

/** Money, numbers, dates and spans in a language. Timestamps are epoch ms, money is cents. */
export type Formats = {
  locale: string
  /** The default zone of times: the driver's; undefined = the device's. */
  timeZone: string | undefined
  number: (value: number) => string
  /** `$92.50`, and `$94` without cents; `currency` is ISO 4217, none = US dollars. */
  money: (cents: number, currency?: string | null) => string
  /**
   * `Sat 4:15 PM`, from six days away on `Sat, Nov 28, 4:15 PM`, with the year if it is another one. As all
   * times: in the given or the driver's zone, and with the zone's name in the hour that a clock shows twice.
   */
  dayTime: (at: number, timeZone?: string) => string
  /** `Sat 5:16:58 PM`, for rows of the log; from six days away on with the date, as `dayTime`. */
  clock: (at: number, timeZone?: string) => string
  /**
   * ` (1:16 PM Pacific)`: the same time on the clock of a station in another zone, or nothing. With the day
   * if that differs.
   */
  there: (at: number, station: string | undefined) => string
  /** `5:16 PM`, where the day is said beside it. */
  time: (at: number, timeZone?: string) => string
  /** `Nov 20, 5:16 PM`, with the year if it is another one. */
  date: (at: number, timeZone?: string) => string
  /** A calendar day, `2026-11-21`, by default `Sat, Nov 21`; with the year if it is another one. */
  day: (day: string, options?: Intl.DateTimeFormatOptions) => string
  /** `55 min`, `3 h 30 min`, `52 h` for a length in ms. */
  hours: (ms: number) => string
  /** `2 h 5 min`, from two days on `3 d 4 h`, for sentences. */
  span: (ms: number) => string
  /** `5.4%` for 0.054. */
  percent: (share: number) => string
  /** `Monday`, Monday = 1. */
  weekday: (day: number, width?: 'long' | 'short') => string
}

/** A weekday alone is unambiguous only this far away. */
const WEEKDAY_REACH_MS = 6 * DAY_MS

const DATES = {
  near: { weekday: 'short', ...HOUR },
  weekday: { weekday: 'short' },
  far: { weekday: 'short', month: 'short', day: 'numeric', ...HOUR },
  time: HOUR,
  clock: { weekday: 'short', ...HOUR, second: '2-digit' },
  clockFar: { month: 'short', day: 'numeric', ...HOUR, second: '2-digit' },
  date: { month: 'short', day: 'numeric', ...HOUR },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** The formats of one language and zone. `now` is epoch ms. */
export function makeFormats(
  language: Language,
  { timeZone, now }: { timeZone?: string | undefined; now: () => number },
): Formats {
  const locale = localeOf(language)
  const format = (kind: keyof typeof DATES, at: number, zone?: string, year = {}) =>
    formatTime(locale, { ...clockOf(timeZone ?? zone), ...DATES[kind], ...year }, at, zone ?? timeZone)
  /** The same with the year, if it is another one. */
  const dated = (kind: keyof typeof DATES, at: number, zone?: string) =>
    format(kind, at, zone, yearUnless(yearOf(at, zone) === yearOf(now(), zone)))
  const yearOf = (at: number, zone = timeZone) =>
    dateFormat('en-US', { year: 'numeric', timeZone: zone }).format(at)
  const isNear = (at: number) => Math.abs(at - now()) <= WEEKDAY_REACH_MS
  return {
    locale,
    timeZone,
    number: (value) => formatNumber(language, value),
    money: (cents, currency) => formatMoneyOf(language, cents, currency),
    percent: (share) => numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share),
    dayTime: (at, zone) => (isNear(at) ? format('near', at, zone) : dated('far', at, zone)),
    clock: (at, zone) => (isNear(at) ? format('clock', at, zone) : dated('clockFar', at, zone)),
    there: (at, station) => {
      if (station === undefined || format('near', at) === format('near', at, station)) return ''
      const day = format('weekday', at, station)
      const weekday = day === format('weekday', at) ? '' : `${day} `
      const zone = zoneName(locale, station).replace(/ Time$/, '')
      // Non-breaking: no line ends within it.
      return ` (${`${weekday}${format('time', at, station)} ${zone}`.replaceAll(/\s/g, '\u00a0')})`
    },
    time: (at, zone) => format('time', at, zone),
    date: (at, zone) => dated('date', at, zone),
    day: (name, options = { weekday: 'short', month: 'short', day: 'numeric' }) => {
      const year = yearUnless(name.slice(0, 4) === yearOf(now()))
      const at = Date.parse(`${name}T00:00:00Z`)
      return dateFormat(locale, { ...options, ...year, timeZone: 'UTC' }).format(at)
    },
    hours: (ms) => formatHours(language, ms),
    span: (ms) => formatSpan(language, ms),
    // 2024-01-01 was a Monday.
    weekday: (day, width = 'long') =>
      dateFormat(locale, { weekday: width, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day)),
  }
}

function yearUnless(same: boolean): Intl.DateTimeFormatOptions {
  return same ? {} : { year: 'numeric' }
}

function formatSpan(language: Language, ms: number): string {
  const hours = Math.floor(Math.round(ms / MINUTE_MS) / 60)
  if (hours < 48) return formatHours(language, ms)
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

function formatHours(language: Language, ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${formatNumber(language, minutes)} min`
  const whole = `${formatNumber(language, hours)} h`
  return minutes % 60 === 0 ? whole : `${whole} ${minutes % 60} min`
}
