/**
 * Money, numbers, dates and spans in a language of the United States. Timestamps are epoch ms, money is
 * cents.
 */
export type Formats = {
  locale: string
  /** The default zone of times: the driver's; undefined = the device's. */
  timeZone: string | undefined
  number: (value: number) => string
  /** `$92.50`, and `$94` without cents. */
  money: (cents: number) => string
  /** `Sat 4:15 PM`, from six days ahead `Sat, Nov 28, 4:15 PM`; in the given or the driver's zone. */
  dayTime: (at: number, timeZone?: string) => string
  /** `Sat 5:16:58 PM`, for rows of the log. In the given or the driver's zone. */
  clock: (at: number, timeZone?: string) => string
  /**
   * ` (1:16 PM PST)`: the same time on the clock of a station in another zone, or nothing. With the day if
   * that differs.
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
  /** `Monday`, Monday = 1. */
  weekday: (day: number, width?: 'long' | 'short') => string
}

/** A weekday alone is unambiguous only this far ahead. */
const WEEKDAY_REACH_MS = 6 * 86_400_000

/**
 * Formatters of one language and zone, created once: creating an Intl formatter costs far more than using it.
 * `now` is epoch ms.
 */
export function makeFormats(
  language: 'en' | 'es',
  { timeZone, now = Date.now }: { timeZone?: string | undefined; now?: () => number } = {},
): Formats {
  const locale = language === 'es' ? 'es-US' : 'en-US'
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const whole = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 0,
  })
  const exact = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
  const hour = { hour: 'numeric', minute: '2-digit' } as const
  const dayTimes = new Map<
    string,
    Record<'near' | 'weekday' | 'far' | 'time' | 'clock' | 'named' | 'date', Intl.DateTimeFormat>
  >()
  const weekdays = {
    long: new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }),
    short: new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }),
  }
  const partsIn = (given: string | undefined) => {
    const name = given ?? timeZone ?? ''
    const known = dayTimes.get(name)
    if (known) return known
    const zone = name === '' ? {} : { timeZone: name }
    const made = {
      near: new Intl.DateTimeFormat(locale, { weekday: 'short', ...hour, ...zone }),
      weekday: new Intl.DateTimeFormat(locale, { weekday: 'short', ...zone }),
      far: new Intl.DateTimeFormat(locale, {
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        ...hour,
        ...zone,
      }),
      time: new Intl.DateTimeFormat(locale, { ...hour, ...zone }),
      clock: new Intl.DateTimeFormat(locale, { weekday: 'short', ...hour, second: '2-digit', ...zone }),
      named: new Intl.DateTimeFormat(locale, { ...hour, ...zone, timeZoneName: 'short' }),
      date: new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', ...hour, ...zone }),
    }
    dayTimes.set(name, made)
    return made
  }
  const dayTime = (at: number, zone?: string) => {
    const parts = partsIn(zone)
    return (at - now() <= WEEKDAY_REACH_MS ? parts.near : parts.far).format(at)
  }
  return {
    locale,
    timeZone,
    number: (value) => plain.format(value),
    money: (cents) => (cents % 100 === 0 ? whole : exact).format(cents / 100),
    dayTime,
    clock: (at, zone) => partsIn(zone).clock.format(at),
    there: (at, station) => {
      if (station === undefined) return ''
      const [here, there] = [partsIn(undefined), partsIn(station)]
      if (here.near.format(at) === there.near.format(at)) return ''
      const day = there.weekday.format(at)
      const clock = `${day === here.weekday.format(at) ? '' : `${day} `}${there.named.format(at)}`
      // Non-breaking: no line ends within it.
      return ` (${clock.replaceAll(/\s/g, '\u00a0')})`
    },
    time: (at, zone) => partsIn(zone).time.format(at),
    date: (at, zone) => partsIn(zone).date.format(at),
    hours: (ms) => formatHours(ms, plain),
    span: (ms) => formatSpan(ms, plain),
    // 2024-01-01 was a Monday.
    weekday: (day, width = 'long') => weekdays[width].format(Date.UTC(2024, 0, day)),
  }
}

function formatSpan(ms: number, plain: Intl.NumberFormat): string {
  const hours = Math.floor(Math.round(ms / 60_000) / 60)
  if (hours < 48) return formatHours(ms, plain)
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

function formatHours(ms: number, plain: Intl.NumberFormat): string {
  const minutes = Math.round(ms / 60_000)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${plain.format(minutes)} min`
  return minutes % 60 === 0 ? `${plain.format(hours)} h` : `${plain.format(hours)} h ${minutes % 60} min`
}
