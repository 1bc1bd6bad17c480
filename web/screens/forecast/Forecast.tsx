import { useQuery } from '@tanstack/react-query'
import { IconMapPinOff } from '../../icons/map-pin-off.ts'
import { useState } from 'react'
import { useWords } from '../../i18n.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { HouseRules } from '../platforms/House.tsx'
import { accountQuery } from '../platforms/queries.ts'
import { HeatMap } from './HeatMap.tsx'
import { Suggestions } from './Suggestions.tsx'
import { sumWeek } from './heat.ts'
import { forecastQuery } from './queries.ts'
import type { ForecastView } from './queries.ts'

/** When the driver's stations release, hour by hour, and when to autostart. */
export function Forecast() {
  const view = useQuery(forecastQuery)
  if (view.data === undefined)
    return view.isError ? <Failed error={view.error} onRetry={() => void view.refetch()} /> : <Waiting />
  return (
    <div className="mx-auto grid w-full max-w-[72rem] grid-cols-[minmax(0,1fr)] content-start gap-3 px-3 pb-8 min-[22.5rem]:px-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-4 lg:px-6">
      {view.data.stations.length === 0 ? <NoStations /> : <Week view={view.data} />}
    </div>
  )
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
  return (
    <>
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
        {instance && <HouseRules instance={instance} />}
      </div>
    </>
  )
}

function NoStations() {
  const { t } = useWords()
  return (
    <div className="card grid justify-items-center gap-2 px-6 py-10 text-center lg:col-span-2">
      <IconMapPinOff size={36} className="text-muted" aria-hidden />
      <p className="text-lg font-extrabold">{t('forecast.no_stations')}</p>
      <p className="max-w-[36ch] text-muted">{t('forecast.no_stations_say')}</p>
      <ScreenLink screen="sync" className="btn mt-2">
        {t('forecast.connect')}
      </ScreenLink>
    </div>
  )
}

function Waiting() {
  const { t } = useWords()
  return (
    <div className="mx-auto w-full max-w-[72rem] p-4" aria-busy="true">
      <span className="sr-only">{t('shell.loading')}</span>
      <div className="card grid gap-3 p-4">
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-72 w-full" />
      </div>
    </div>
  )
}
