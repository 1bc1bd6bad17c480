import { useWords } from '../../../i18n.ts'
import { Bars } from '../../recap/Bars.tsx'
import { Chart } from '../../recap/Chart.tsx'
import type { RevenueReport } from './queries.ts'
import { bestWeek } from './revenue.ts'
import { Plot } from '../Plot.tsx'
import { columnAt, ticksOf } from '../figures.ts'
import { sayDay, sayShortDay } from './say.ts'
import '../overview.css'
import '../../recap/recap.css'

/** The revenue of each week, by its Monday. */
export function WeekChart({ title, weeks }: { title: string; weeks: RevenueReport['byWeek'] }) {
  const words = useWords()
  const { t, money } = words
  const best = bestWeek(weeks)
  const sentence =
    best === null
      ? t('accounting.weeks_none')
      : t('accounting.weeks_say', { week: sayDay(words, best.week), amount: money(best.cents) })
  const ticks = ticksOf(Math.max(0, ...weeks.map(({ cents }) => cents)), 100)
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
        <Plot
          label={title}
          ticks={ticks}
          say={money}
          points={weeks.map(({ week, cents }, index) => ({
            x: columnAt(index, weeks.length),
            name: `${t('accounting.week_of')} ${sayDay(words, week)}:`,
            says: money(cents),
            tick: sayShortDay(words, week),
          }))}
        >
          <Bars
            label={sentence}
            top={ticks.at(-1)!}
            className="h-full gap-1.5 lg:gap-3"
            bars={weeks.map((week) => ({
              name: week.week,
              // Negative amounts have no bar; the values and the table have them.
              layers: [{ value: Math.max(0, week.cents), look: week === best ? 'recap-best' : 'recap-good' }],
            }))}
          />
        </Plot>
      )}
    </Chart>
  )
}
