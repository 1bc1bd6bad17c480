import { useQuery } from '@tanstack/react-query'
import { useSearch } from '../../address.ts'
import { IconRoad } from '../../icons/road.ts'
import { dayNames, isDay } from '@madruga/core/days.ts'
import { useWords } from '../../i18n.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Forecast } from '../forecast/Forecast.tsx'
import { DayChart } from './DayChart.tsx'
import { Earned } from './Earned.tsx'
import { HourChart } from './HourChart.tsx'
import { Missed } from './Missed.tsx'
import { NetPay } from './NetPay.tsx'
import { Outcomes } from './Outcomes.tsx'
import { StationChart } from './StationChart.tsx'
import { WeekBar } from './WeekBar.tsx'
import { WouldHave } from './WouldHave.tsx'
import { isEmpty } from './figures.ts'
import { recapQuery } from './queries.ts'
import type { WeekRecap } from './queries.ts'
import './recap.css'

/** A week in figures: its pay, offers won, missed and ignored, counterfactuals, and the hours to come. */
export function Recap() {
  const { day } = useSearch()
  const recap = useQuery(recapQuery(day !== undefined && isDay(day) ? day : undefined))
  if (recap.data === undefined)
    return recap.isError ? <Failed error={recap.error} onRetry={() => void recap.refetch()} /> : <Waiting />
  const week = recap.data
  const today = dayNames(week.timeZone)(week.now)
  const empty = isEmpty(week)
  const current = today >= week.from && today <= week.to
  return (
    <div
      aria-busy={recap.isPlaceholderData}
      className={`recap mx-auto grid w-full max-w-[72rem] content-start gap-3 px-3 pb-8 lg:gap-4 min-[22.5rem]:px-4 lg:px-6 ${recap.isPlaceholderData ? 'opacity-60' : ''}`}
    >
      <div>
        <WeekBar week={week} today={today} empty={empty} />
        {empty ? <Nothing /> : <Earned week={week} current={current} />}
      </div>
      {!empty && <Parts week={week} />}
      <Forecast />
    </div>
  )
}

function Parts({ week }: { week: WeekRecap }) {
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2 lg:gap-4">
      <div className="grid gap-3 lg:gap-4">
        <DayChart {...week} />
        <Outcomes {...week} />
        <Missed week={week} />
      </div>
      <div className="grid gap-3 lg:gap-4">
        <WouldHave week={week} />
        <HourChart {...week} />
        <StationChart {...week} />
        <NetPay {...week} />
      </div>
    </div>
  )
}

function Nothing() {
  const { t } = useWords()
  return (
    <div className="card grid justify-items-center gap-1 px-6 py-16 text-center">
      <IconRoad size={36} aria-hidden className="mb-2 text-muted" />
      <p className="text-lg font-extrabold">{t('recap.nothing')}</p>
      <p className="max-w-[36ch] text-muted">{t('recap.nothing_text')}</p>
    </div>
  )
}

function Waiting() {
  const { t } = useWords()
  return (
    <div className="mx-auto grid w-full max-w-[72rem] gap-3 px-4 lg:px-6" aria-busy="true">
      <span className="sr-only">{t('shell.loading')}</span>
      <Skeleton className="mx-auto h-12 w-48" />
      <Skeleton className="h-44 rounded-[1.25rem]" />
      <Skeleton className="h-64 rounded-[1.25rem]" />
      <Skeleton className="h-40 rounded-[1.25rem]" />
    </div>
  )
}
