import { useWords } from '../../../i18n.ts'
import { Bars } from '../../recap/Bars.tsx'
import { Chart } from '../../recap/Chart.tsx'
import type { RevenueReport } from './queries.ts'
import { bestWeek } from './revenue.ts'
import { sayDay } from './say.ts'
import '../../recap/recap.css'

/** Maximum number of bars with room for their amounts. */
const MOST_AMOUNTS = 6

/** The revenue of each week, by its Monday. */
export function WeekChart({ title, weeks }: { title: string; weeks: RevenueReport['byWeek'] }) {
  const words = useWords()
  const { t, money } = words
  const best = bestWeek(weeks)
  const sentence =
    best === null
      ? t('accounting.weeks_none')
      : t('accounting.weeks_say', { week: sayDay(words, best.week), amount: money(best.cents) })
  const total = weeks.reduce((sum, { cents }) => sum + cents, 0)
  return (
    <Chart
      title={title}
      sentence={sentence}
      table={
        weeks.length === 0
          ? null
          : {
              head: [t('accounting.week_of'), t('accounting.revenue')],
              rows: weeks.map(({ week, cents }) => [sayDay(words, week), money(cents)]),
              total: [t('accounting.total'), money(total)],
            }
      }
    >
      {best !== null && (
        <Bars
          label={sentence}
          className="mt-3 h-44 gap-1.5 lg:gap-3"
          bars={weeks.map((week) => ({
            name: week.week,
            // Negative amounts have no bar; the table has them.
            layers: [{ value: Math.max(0, week.cents), look: week === best ? 'recap-best' : 'recap-good' }],
            ...(weeks.length <= MOST_AMOUNTS && { above: money(Math.round(week.cents / 100) * 100) }),
          }))}
        />
      )}
    </Chart>
  )
}
