import { useWords } from '../../i18n.ts'
import { Bars } from './Bars.tsx'
import { Chart } from './Chart.tsx'
import { cellsOf, headOf } from './cells.ts'
import { best, dayWords, hourOf, sayEarned, sayNoBest } from './figures.ts'
import type { Sum } from './figures.ts'
import type { WeekRecap } from './queries.ts'

/** Pay by the day on which a block starts, and that day's hourly pay. */
export function DayChart({ byDay: days, total }: Pick<WeekRecap, 'byDay' | 'total'>) {
  const words = useWords()
  const { t } = words
  const money = (cents: number, { payBasis }: Sum) =>
    `${payBasis ? '~' : ''}${words.money(cents, total.currency)}`
  const top = best(days, (day) => day.payCents)
  const sentence =
    top === null
      ? sayNoBest(words, total, 'recap.days_none')
      : t('recap.days_say', {
          day: dayWords(words, top.day, 'long'),
          pay: sayEarned(words, top, total.currency),
        })
  return (
    <Chart
      title={t('recap.days')}
      sentence={sentence}
      table={
        total.payCents === 0 && total.offered === 0
          ? null
          : {
              head: headOf(words, 'recap.day'),
              rows: days.map((day) => [dayWords(words, day.day), ...cellsOf(words, day)]),
              total: [t('recap.total'), ...cellsOf(words, total)],
            }
      }
    >
      {top && (
        <>
          <Bars
            label={sentence}
            className="mt-3 h-44 gap-1.5 lg:gap-3"
            bars={days.map((day) => ({
              name: day.day,
              layers: [{ value: day.payCents, look: day === top ? 'recap-best' : 'recap-good' }],
              above: day.payCents > 0 ? money(wholeUnits(day.payCents), day) : '',
            }))}
          />
          <div className="mt-1.5 grid auto-cols-fr grid-flow-col gap-1.5 text-center lg:gap-3" aria-hidden>
            {days.map((day, index) => (
              <span key={day.day} className="min-w-0 whitespace-nowrap leading-tight">
                <span className={`block text-sm ${day === top ? 'font-extrabold' : 'font-semibold'}`}>
                  {words.weekday(index + 1, 'short')}
                </span>
                {hourOf(day) > 0 && (
                  <span className="tnum block text-xs text-muted">
                    {t('recap.per_hour', { pay: money(wholeUnits(hourOf(day)), day) })}
                  </span>
                )}
              </span>
            ))}
          </div>
        </>
      )}
    </Chart>
  )
}

/** Seven amounts side by side have no room for cents; the table has them. */
const wholeUnits = (cents: number) => Math.round(cents / 100) * 100
