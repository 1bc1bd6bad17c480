import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isDay } from '@madruga/core/days.ts'
import { useWords } from '../../../i18n.ts'
import { FailedOr } from '../../../ui/Failed.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { LoadingCard } from '../Results.tsx'
import { Accounts } from './Accounts.tsx'
import { Balances } from './Balances.tsx'
import { DemoShare } from './DemoShare.tsx'
import { WeekChart } from './WeekChart.tsx'
import { usePlace } from './address.ts'
import { revenueQuery } from './queries.ts'
import { readDays } from './revenue.ts'
import { sayDays } from './say.ts'

/** Receipts and costs over some days, and current debts. */
export function Revenue() {
  const words = useWords()
  const { t, money } = words
  const { place, show } = usePlace()
  const asked = readDays(place)
  const revenue = useQuery(revenueQuery(asked))
  const report = revenue.data
  const { from, to } = { ...report, ...asked }
  return (
    <>
      {from !== undefined && to !== undefined && <Days from={from} to={to} onChoose={show} />}
      {report === undefined ? (
        <FailedOr query={revenue}>
          <LoadingCard rows={8} />
        </FailedOr>
      ) : (
        <div className="accounting-columns" aria-busy={revenue.isPlaceholderData}>
          <div className="grid content-start gap-4">
            <section className="card console-part" aria-labelledby="net">
              <h2 id="net">{t('accounting.net')}</h2>
              <p className="accounting-net tnum">{money(report.netCents)}</p>
              <p className="text-muted">{sayDays(words, report.from, report.to)}</p>
              <DemoShare demo={report.demo} />
            </section>
            <WeekChart title={t('accounting.weeks')} weeks={report.byWeek} />
            <Balances report={report} />
          </div>
          <Accounts report={report} />
        </div>
      )}
    </>
  )
}

/** The days of the report; invalid days, or an end before the start, are marked and not requested. */
function Days({
  from,
  to,
  onChoose,
}: {
  from: string
  to: string
  onChoose: (days: { from: string; to: string }) => void
}) {
  const { t } = useWords()
  const [typed, setTyped] = useState<{ from: string; to: string } | null>(null)
  const days = typed ?? { from, to }
  const fit = isDay(days.from) && isDay(days.to) && days.from <= days.to
  const choose = (part: Partial<typeof days>) => {
    const next = { ...days, ...part }
    const whole = isDay(next.from) && isDay(next.to) && next.from <= next.to
    setTyped(whole ? null : next)
    if (whole) onChoose(next)
  }
  return (
    <div className="accounting-days">
      <TextField
        type="date"
        label={t('accounting.from')}
        value={days.from}
        onChange={(event) => choose({ from: event.target.value })}
      />
      <TextField
        type="date"
        label={t('accounting.to')}
        value={days.to}
        error={fit ? undefined : t('accounting.wrong_days')}
        onChange={(event) => choose({ to: event.target.value })}
      />
    </div>
  )
}
