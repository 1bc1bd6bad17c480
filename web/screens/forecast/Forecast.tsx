import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../i18n.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { HouseRules } from '../platforms/House.tsx'
import { accountQuery } from '../platforms/queries.ts'
import { HeatMap } from './HeatMap.tsx'
import { Suggestions } from './Suggestions.tsx'
import { sumWeek } from './heat.ts'
import { forecastQuery } from './queries.ts'
import type { ForecastView } from './queries.ts'

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
  const [chosen, setChosen] = useState('')
  const shown = stations.filter((station) => chosen === '' || station.stationId === chosen)
  // The station with the most data represents the learning progress: the others follow.
  const days = Math.max(0, ...shown.map((station) => station.days))
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
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
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
          <HeatMap week={sumWeek(shown)} />
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
