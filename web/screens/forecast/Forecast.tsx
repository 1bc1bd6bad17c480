import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listFormat } from '@madruga/core/formats.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { IconAlarmPlus } from '../../icons/drawings.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { HouseRules } from '../platforms/House.tsx'
import { accountQuery } from '../platforms/queries.ts'
import { HeatMap } from './HeatMap.tsx'
import { sumWeek, clockText, DAYS } from './heat.ts'
import { forecastQuery } from './queries.ts'
import type { ForecastView, Suggestion } from './queries.ts'

/** When the driver's stations release, hour by hour, and when to autostart; nothing without stations. */
export function Forecast() {
  const view = useQuery(forecastQuery)
  if (view.isError) return <Failed error={view.error} onRetry={() => void view.refetch()} />
  return view.data === undefined || view.data.stations.length === 0 ? null : <Week view={view.data} />
}

function Week({ view }: { view: ForecastView }) {
  const { t } = useWords()
  const { stations, enoughDays, suggestions } = view
  const instance = useQuery(accountQuery).data?.instance
  const [choice, setChoice] = useState('')
  const shownStations = stations.filter((station) => choice === '' || station.stationId === choice)
  // The station with the most data represents the learning progress: the others follow.
  const days = Math.max(0, ...shownStations.map((station) => station.days))
  const thin = days < enoughDays
  const house = instance && <HouseRules instance={instance} />
  if (stations.every((station) => station.days === 0))
    return (
      <div className="grid gap-3 lg:gap-4 print:hidden">
        <Nothing enoughDays={enoughDays} />
        {house}
      </div>
    )
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2 lg:gap-4 print:hidden">
      <section aria-labelledby="forecast-week" className="card p-4 lg:p-5">
        <h2 id="forecast-week" className="text-xl font-extrabold">
          {t('forecast.week')}
        </h2>
        <div className="mt-3">
          <SelectField
            label={t('forecast.station')}
            value={choice}
            onChange={(event) => setChoice(event.target.value)}
          >
            <option value="">{t('forecast.all')}</option>
            {stations.map((station) => (
              <option key={station.stationId} value={station.stationId}>
                {station.code === station.name ? station.code : `${station.code}, ${station.name}`}
              </option>
            ))}
          </SelectField>
        </div>
        {thin && (
          <div className="mt-3">
            <Notice kind="plain">
              {days === 0
                ? t('forecast.nothing', { count: enoughDays })
                : t('forecast.thin', { count: Math.max(1, Math.round(days)), enough: String(enoughDays) })}
            </Notice>
          </div>
        )}
        <div className="mt-3">
          <HeatMap week={sumWeek(shownStations)} />
        </div>
        <p className="mt-3 text-sm text-muted">{t('forecast.how')}</p>
      </section>
      <div className="grid gap-3 lg:gap-4">
        <Suggestions
          suggestions={suggestions}
          thin={stations.every((station) => station.days < enoughDays)}
        />
        {house}
      </div>
    </div>
  )
}

function Nothing({ enoughDays }: Pick<ForecastView, 'enoughDays'>) {
  const { t } = useWords()
  return (
    <section aria-labelledby="forecast-week" className="card p-4 lg:p-5">
      <h2 id="forecast-week" className="text-xl font-extrabold">
        {t('forecast.week')}
      </h2>
      <p className="mt-1 text-muted">{t('forecast.nothing', { count: enoughDays })}</p>
    </section>
  )
}

/** Stretches worth searching in, each one tap from an autostart. */
function Suggestions({ suggestions, thin }: { suggestions: readonly Suggestion[]; thin: boolean }) {
  const words = useWords()
  const { t } = words
  return (
    <section aria-labelledby="forecast-times" className="card p-4 lg:p-5">
      <h2 id="forecast-times" className="text-xl font-extrabold">
        {t('forecast.times')}
      </h2>
      {suggestions.length === 0 && (
        <p className="mt-1 text-muted">{t(thin ? 'forecast.times_thin' : 'forecast.times_flat')}</p>
      )}
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
