import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { isPaid } from '../../paid.ts'
import { useWords } from '../../i18n.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Incidents } from './Incidents.tsx'
import { DemoShare } from './billing/DemoShare.tsx'
import { LoadingCard } from './Results.tsx'
import { StateChart } from './StateChart.tsx'
import { SignUpChart, WinChart } from './WeekCharts.tsx'
import { WeekChart } from './billing/WeekChart.tsx'
import { percentOf, sumWins } from './figures.ts'
import { overviewQuery, serviceStateQuery } from './queries.ts'
import type { Overview as View, Range } from './queries.ts'
import './overview.css'

/** Where an operator lands: what is wrong, and how drivers, wins and revenue develop. */
export function Overview() {
  const { t } = useWords()
  const [range, setRange] = useState<Range>('day')
  const overview = useQuery(overviewQuery(range))
  if (overview.isPending) return <LoadingCard rows={8} />
  if (!overview.data) return <Failed error={overview.error} onRetry={() => void overview.refetch()} />
  const { incidents, states, wins, signUps, revenue } = overview.data
  return (
    <div className="overview">
      <Incidents incidents={incidents} />
      <Figures view={overview.data} />
      {isPaid() && <DemoShare demo={revenue.demo} />}
      <div className="overview-charts">
        <StateChart states={states} range={range} onRange={setRange} busy={overview.isPlaceholderData} />
        <WinChart wins={wins} />
        {isPaid() && <WeekChart title={t('overview.weeks')} weeks={revenue.byWeek} />}
        <SignUpChart signUps={signUps} />
      </div>
    </div>
  )
}

function Figures({ view }: { view: View }) {
  const { t } = useWords()
  return (
    <section className="card console-part" aria-labelledby="figures">
      <h2 id="figures">{t('overview.figures')}</h2>
      <dl className="overview-figures tnum">
        <DriverFigures view={view} />
        <ShareFigures view={view} />
        {isPaid() && <MoneyFigures view={view} />}
      </dl>
    </section>
  )
}

function DriverFigures({ view: { drivers, signUps } }: { view: View }) {
  const { t, number } = useWords()
  const service = useQuery(serviceStateQuery).data
  const { running, sleeping } = { running: 0, sleeping: 0, ...service?.phases }
  return (
    <>
      <Figure
        label={t('overview.active')}
        text={t('overview.active_text', { before: number(drivers.activeBefore), all: number(drivers.all) })}
      >
        {number(drivers.active)}
      </Figure>
      <Figure
        label={t('overview.running')}
        text={t('overview.running_text', {
          sleeping: number(sleeping),
          starting: number(service?.starting ?? 0),
        })}
      >
        {service === undefined ? '–' : number(running)}
      </Figure>
      <Figure
        label={t('overview.sign_ups')}
        text={t('overview.sign_ups_text', { before: number(signUps.at(-2)?.count ?? 0) })}
      >
        {number(signUps.at(-1)?.count ?? 0)}
      </Figure>
    </>
  )
}

/** The win rate, and how many drivers left. */
function ShareFigures({ view: { wins, churn } }: { view: View }) {
  const { t, number } = useWords()
  const { accepted, missed } = sumWins(wins)
  const percent = percentOf(accepted, accepted + missed)
  const lossPercent = percentOf(churn.lost, churn.from)
  return (
    <>
      <Figure
        label={t('overview.win_rate')}
        text={
          percent === null
            ? t('overview.no_wins')
            : t('overview.win_rate_text', { won: number(accepted), missed: number(missed) })
        }
      >
        {percent === null ? '–' : t('overview.percent', { percent: number(percent) })}
      </Figure>
      <Figure
        label={t('overview.churn')}
        text={
          lossPercent === null
            ? t('overview.churn_none')
            : t('overview.churn_text', { lost: number(churn.lost), from: number(churn.from) })
        }
      >
        {lossPercent === null ? '–' : t('overview.percent', { percent: number(lossPercent) })}
      </Figure>
    </>
  )
}

function MoneyFigures({ view: { revenue } }: { view: View }) {
  const { t, money } = useWords()
  const { byWeek, running } = revenue
  return (
    <>
      <Figure
        label={t('overview.revenue')}
        text={t('overview.revenue_text', { before: money(byWeek.at(-2)?.cents ?? 0) })}
      >
        {money(byWeek.at(-1)?.cents ?? 0)}
      </Figure>
      <Figure label={t('overview.charges')} text={t('overview.charges_text', { count: running.count })}>
        {money(running.cents)}
      </Figure>
    </>
  )
}

function Figure({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{children}</b>
        <span>{text}</span>
      </dd>
    </div>
  )
}
