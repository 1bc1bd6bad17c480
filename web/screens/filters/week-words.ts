import type { Words } from '../../i18n.ts'
import { endMinute, parseClock } from './fields.ts'
import type { DayFields, HoursFields } from './fields.ts'
import { formatMinute } from '@madruga/core/days.ts'

/** A short summary of a day's hours. */
export function dayText(words: Words, day: DayFields): string {
  if (!day.on) return words.t('filter.day_off')
  if (day.allDay) return words.t('filter.all_day')
  const spans = [day, ...(day.second ? [day.second] : [])]
  if (spans.some((span) => Number.isNaN(parseClock(span.from) + parseClock(span.to))))
    return words.t('error.filters.no_range')
  return spans.map((span) => spanText(words, span)).join(', ')
}

function spanText(words: Words, { from, to }: HoursFields): string {
  return words.t('filter.hours_of', {
    from: formatMinute(words, parseClock(from)),
    to: formatMinute(words, endMinute(to)),
  })
}
