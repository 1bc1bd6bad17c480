/** The one place that makes formatters: for the app, mails, documents, the calendar feed and the landing. */
export type Language = 'en' | 'es'
type Locale = 'en-US' | 'es-US'

/** Both languages, as in the United States. */
export function localeOf(language: Language): Locale {
  return language === 'es' ? 'es-US' : 'en-US'
}

const made = new Map<string, unknown>()

/** Made when first needed and kept: making an `Intl` formatter costs far more than using it. */
function keep<F>(kind: string, locale: string, options: object, make: () => F): F {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`
  const known = made.get(key) as F | undefined
  if (known !== undefined) return known
  const fresh = make()
  made.set(key, fresh)
  return fresh
}

/** Throws RangeError for an unknown zone. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return keep('date', locale, options, () => new Intl.DateTimeFormat(locale, options))
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
 * `$92.50`, and `$94` without cents: the same in both languages of the United States. Without `Intl`, whose
 * first formatter of money is a long task on a phone; a test compares the two.
 */
export function formatMoney(cents: number): string {
  const [dollars = '', rest] = (Math.abs(cents) / 100).toFixed(cents % 100 === 0 ? 0 : 2).split('.')
  const text = `$${group(dollars)}${rest === undefined ? '' : `.${rest}`}`
  return cents < 0 ? `-${text}` : text
}

/** The same in any currency, `€36.50`; none = US dollars. */
export function formatMoneyOf(locale: string, cents: number, currency: string | null | undefined): string {
  if (!currency || currency === 'USD') return formatMoney(cents)
  const digits = cents % 100 === 0 ? { minimumFractionDigits: 0 } : {}
  return numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...digits,
  }).format(cents / 100)
}

/** `1,234.5`: at most one decimal, the same in both languages, as `formatMoney` is. */
export function formatNumber(value: number): string {
  const tenths = Math.round(Math.abs(value) * 10)
  const text = group(String(Math.floor(tenths / 10))) + (tenths % 10 === 0 ? '' : `.${tenths % 10}`)
  return value < 0 && tenths > 0 ? `-${text}` : text
}

function group(digits: string): string {
  return digits.replaceAll(/(?<=\d)(?=(\d{3})+$)/g, ',')
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

/**
 * Money, numbers, dates and spans in a language of the United States. Timestamps are epoch ms, money is
 * cents.
 */
export type Formats = {
  locale: string
  /** The default zone of times: the driver's; undefined = the device's. */
  timeZone: string | undefined
  number: (value: number) => string
  /** `$92.50`, and `$94` without cents; `currency` is ISO 4217, none = US dollars. */
  money: (cents: number, currency?: string | null) => string
  /** `Sat 4:15 PM`, from six days ahead `Sat, Nov 28, 4:15 PM`; in the given or the driver's zone. */
  dayTime: (at: number, timeZone?: string) => string
  /** `Sat 5:16:58 PM`, for rows of the log. In the given or the driver's zone. */
  clock: (at: number, timeZone?: string) => string
  /**
   * ` (1:16 PM Pacific)`: the same time on the clock of a station in another zone, or nothing. With the day
   * if that differs.
   */
  there: (at: number, station: string | undefined) => string
  /** `5:16 PM`, in the given or the driver's zone. */
  time: (at: number, timeZone?: string) => string
  /** `Nov 20, 5:16 PM`, in the given or the driver's zone. */
  date: (at: number, timeZone?: string) => string
  /** `55 min`, `3 h 30 min`, `52 h` for a length in ms. */
  hours: (ms: number) => string
  /** `2 h 5 min`, from two days on `3 d 4 h`, for sentences. */
  span: (ms: number) => string
  /** `5.4%` for 0.054. */
  percent: (share: number) => string
  /** `Monday`, Monday = 1. */
  weekday: (day: number, width?: 'long' | 'short') => string
}

/** A weekday alone is unambiguous only this far ahead. */
const WEEKDAY_REACH_MS = 6 * 86_400_000

const HOUR = { hour: 'numeric', minute: '2-digit' } as const
const DATES = {
  near: { weekday: 'short', ...HOUR },
  weekday: { weekday: 'short' },
  far: { weekday: 'short', month: 'short', day: 'numeric', ...HOUR },
  time: HOUR,
  clock: { weekday: 'short', ...HOUR, second: '2-digit' },
  date: { month: 'short', day: 'numeric', ...HOUR },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** The formats of one language and zone. `now` is epoch ms. */
export function makeFormats(
  language: Language,
  { timeZone, now }: { timeZone?: string | undefined; now: () => number },
): Formats {
  const locale = localeOf(language)
  const format = (kind: keyof typeof DATES, at: number, given?: string) => {
    const zone = given ?? timeZone
    return dateFormat(locale, { ...DATES[kind], ...(zone !== undefined && { timeZone: zone }) }).format(at)
  }
  return {
    locale,
    timeZone,
    number: formatNumber,
    money: (cents, currency) => formatMoneyOf(locale, cents, currency),
    percent: (share) => numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share),
    dayTime: (at, zone) => format(at - now() <= WEEKDAY_REACH_MS ? 'near' : 'far', at, zone),
    clock: (at, zone) => format('clock', at, zone),
    there: (at, station) => {
      if (station === undefined || format('near', at) === format('near', at, station)) return ''
      const day = format('weekday', at, station)
      const named = day === format('weekday', at) ? '' : `${day} `
      const zone = zoneName(locale, station).replace(/ Time$/, '')
      // Non-breaking: no line ends within it.
      return ` (${`${named}${format('time', at, station)} ${zone}`.replaceAll(/\s/g, '\u00a0')})`
    },
    time: (at, zone) => format('time', at, zone),
    date: (at, zone) => format('date', at, zone),
    hours: formatHours,
    span: formatSpan,
    // 2024-01-01 was a Monday.
    weekday: (day, width = 'long') =>
      dateFormat(locale, { weekday: width, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day)),
  }
}

function formatSpan(ms: number): string {
  const hours = Math.floor(Math.round(ms / 60_000) / 60)
  if (hours < 48) return formatHours(ms)
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

function formatHours(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${formatNumber(minutes)} min`
  return minutes % 60 === 0 ? `${formatNumber(hours)} h` : `${formatNumber(hours)} h ${minutes % 60} min`
}
