import { IconAlarmPlus } from '../../icons/alarm-plus.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { clockText, DAYS } from './heat.ts'
import type { Suggestion } from './queries.ts'
import { listFormat } from '@madruga/core/formats.ts'

/** Stretches worth searching in, each one tap from an autostart. */
export function Suggestions({ suggestions, thin }: { suggestions: readonly Suggestion[]; thin: boolean }) {
  const words = useWords()
  const { t } = words
  return (
    <section aria-labelledby="forecast-times" className="card p-4 lg:p-5">
      <h2 id="forecast-times" className="text-xl font-extrabold">
        {t('forecast.times')}
      </h2>
      <p className="mt-1 text-muted">
        {suggestions.length > 0
          ? t('forecast.times_say')
          : t(thin ? 'forecast.times_thin' : 'forecast.times_flat')}
      </p>
      {suggestions.length > 0 && (
        <ul className="mt-3 grid gap-3">
          {suggestions.map((one) => (
            <Card key={one.startMinute} suggestion={one} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Card({ suggestion }: { suggestion: Suggestion }) {
  const words = useWords()
  const { t } = words
  const { startMinute, endMinute, days, share } = suggestion
  const from = timeText(words, startMinute)
  const to = timeText(words, endMinute)
  return (
    <li className="rounded-2xl border-2 border-line p-4">
      <p className="tnum text-xl font-extrabold">
        {from} – {to}
      </p>
      <p className="text-muted">{daysText(words, days)}</p>
      <p className="mt-1">{t('forecast.share', { percent: words.number(Math.round(share * 100)) })}</p>
      <ScreenLink
        screen="autostart"
        search={{ time: clockText(startMinute), every: 'range' }}
        className="btn mt-3 w-full"
      >
        <IconAlarmPlus size={20} aria-hidden />
        {t('forecast.autostart', { time: from })}
      </ScreenLink>
    </li>
  )
}

function timeText(words: Words, minute: number): string {
  return words.time(minute * 60_000, 'UTC')
}

function daysText(words: Words, days: readonly number[]): string {
  if (days.length === DAYS.length) return words.t('forecast.every_day')
  const names = days
    .toSorted((one, other) => one - other)
    .map((day) => words.weekday(day, days.length > 2 ? 'short' : 'long'))
  return listFormat(words.locale).format(names)
}
