import type { Words } from '../../i18n.ts'
import { endMinute, parseClock } from './fields.ts'
import type { DayFields, HoursFields } from './fields.ts'

/** A minute of the day as the language writes it, whatever the device's zone. */
export function clockText(words: Words, minute: number): string {
  return new Intl.DateTimeFormat(words.locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(minute * 60_000)
}

/** A day's hours in a few words. */
export function dayText(words: Words, day: DayFields): string {
  if (!day.on) return words.t('filter.day_off')
  if (day.allDay) return words.t('filter.all_day')
  const spans = [day, ...(day.second ? [day.second] : [])]
  if (spans.some((span) => Number.isNaN(parseClock(span.from) + parseClock(span.to))))
    return words.t('error.filters.no_range')
  return spans.map((span) => spanText(words, span)).join(', ')
}

/** A zone as the language calls it; its own name where it has none. */
export function zoneName(words: Words, timeZone: string): string {
  try {
    const parts = new Intl.DateTimeFormat(words.locale, {
      timeZone,
      timeZoneName: 'longGeneric',
    }).formatToParts()
    return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
  } catch {
    return timeZone
  }
}

function spanText(words: Words, { from, to }: HoursFields): string {
  return words.t('filter.hours_of', {
    from: clockText(words, parseClock(from)),
    to: clockText(words, endMinute(to)),
  })
}
