import { useQuery } from '@tanstack/react-query'
import { isUnstated } from '@madruga/core/offers.ts'
import { isBilled } from '../../paid.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { howToCountMiles, leftAfter } from '../../pay-left.ts'
import { OtherPay } from '../../ui/OtherPay.tsx'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SavingNotice } from '../billing/SavingNotice.tsx'
import { runningWeekQuery } from './week-query.ts'
import type { RunningWeek } from './week-query.ts'

/** The running week on home: what it pays, what we charge, and what is left an hour. */
export function WeekSoFar() {
  const words = useWords()
  const { t } = words
  const { data: week, isError } = useQuery(runningWeekQuery)
  if (week === undefined) return isError ? null : <Skeleton className="h-[4.75rem] w-full" />
  return (
    <section className="grid min-h-[4.75rem] content-start gap-1" aria-labelledby="week-so-far">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="week-so-far" className="font-bold">
          {t('week.title')}
        </h2>
        <p className="tnum text-right text-xl font-extrabold leading-tight">
          <PayAmount pay={week} sum />
        </p>
      </div>
      <OtherPay of={week} className="text-right" />
      <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        <span>
          {week.blocks === 0
            ? t('week.none')
            : t('week.blocks', { count: week.blocks, hours: words.hours(week.minutes * 60_000) })}
        </span>
        {(week.costs.feeCents > 0 || isBilled()) && (
          <span className="tnum font-semibold text-text">
            {t('week.fees', { fees: words.money(week.costs.feeCents) })}
          </span>
        )}
      </p>
      {week.minutes > 0 && !isUnstated(week) && (
        <p className="tnum text-sm text-muted">{sayLeft(words, week)}</p>
      )}
      {week.saving !== null && <SavingNotice useCents={week.useCents} saving={week.saving} />}
    </section>
  )
}

/** What is left an hour, after what; and what the driver can do so that the miles are counted. */
function sayLeft({ t, money }: Words, week: RunningWeek): string {
  const { left, costs, payBasis, currency } = week
  const missing = howToCountMiles(costs)
  const toDo = missing === null ? [] : [t(missing)]
  if (left === null) return [t('week.left_unknown'), ...toDo].join(' ')
  const after = leftAfter(week, costs)
  if (left.perHourCents === null || after === null) return toDo.join(' ')
  const pay = `${payBasis ? '~' : ''}${money(left.perHourCents, currency)}`
  return [t(`week.left_${after}`, { pay }), ...toDo].join(' ')
}
