import { useWords } from '../../i18n.ts'
import { Bars } from './Bars.tsx'
import type { Layer } from './Bars.tsx'
import { Chart } from './Chart.tsx'
import { cellsOf, headOf } from './cells.ts'
import { best, hourOf, hourWords } from './figures.ts'
import type { WeekRecap } from './queries.ts'

type Hour = WeekRecap['byHour'][number]

/**
 * The hours of the day: offers, won and missed ones, and the pay of blocks that start then, each on its own
 * scale.
 */
export function HourChart({ byHour: hours, total }: Pick<WeekRecap, 'byHour' | 'total'>) {
  const words = useWords()
  const { t } = words
  const most = best(hours, (hour) => hour.offered)
  const payPeak = best(hours, hourOf)
  const perHour = payPeak && `${payPeak.payBasis ? '~' : ''}${words.money(hourOf(payPeak), total.currency)}`
  const winPeak = best(hours, (hour) => hour.caught + hour.missed)
  const offeredSay = most && t('recap.hours_say', { ...spanWords(most), count: words.number(most.offered) })
  const paidSay = payPeak && perHour && t('recap.hours_paid_say', { ...spanWords(payPeak), perHour })
  return (
    <Chart
      title={t('recap.hours')}
      sentence={[offeredSay, paidSay].filter(Boolean).join(' ') || t('recap.hours_none')}
      table={
        (most ?? payPeak) && {
          head: headOf(words, 'recap.hour'),
          rows: hours
            .filter((hour) => hour.offered > 0 || hour.blocks > 0)
            .map((hour) => [hourWords(words, hour.hour), ...cellsOf(words, hour)]),
          total: [t('recap.total'), ...cellsOf(words, total)],
        }
      }
    >
      {perHour && (
        <Strip
          name={t('recap.strip_paid')}
          most={t('recap.per_hour', { pay: perHour })}
          hours={hours}
          layersOf={(hour) => [{ value: hourOf(hour), look: hour === payPeak ? 'recap-best' : 'recap-good' }]}
        />
      )}
      {winPeak && (
        <Strip
          name={t('recap.strip_won')}
          most={words.number(winPeak.caught + winPeak.missed)}
          hours={hours}
          layersOf={({ caught, missed }) => [
            { value: caught, look: 'recap-best' },
            { value: missed, look: 'recap-missed' },
          ]}
        />
      )}
      {most && (
        <Strip
          name={t('recap.offered')}
          most={words.number(most.offered)}
          hours={hours}
          layersOf={({ offered }) => [{ value: offered, look: 'recap-plain' }]}
        />
      )}
      <div className="tnum mt-1 grid grid-cols-4 text-xs text-muted" aria-hidden>
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour} className="border-l border-edge pl-1">
            {hourWords(words, hour)}
          </span>
        ))}
      </div>
    </Chart>
  )

  function spanWords({ hour }: Hour) {
    return { from: hourWords(words, hour), to: hourWords(words, hour + 1) }
  }
}

/** One series over the 24 hours; the strips share one time scale. */
function Strip({
  name,
  most,
  hours,
  layersOf,
}: {
  name: string
  /** Its highest bar, as text. */
  most: string
  hours: readonly Hour[]
  layersOf: (hour: Hour) => Layer[]
}) {
  const { t } = useWords()
  const top = t('recap.most', { most })
  return (
    <>
      <p className="mt-3 flex justify-between gap-3 text-sm" aria-hidden>
        <span className="font-semibold">{name}</span>
        <span className="tnum whitespace-nowrap text-muted">{top}</span>
      </p>
      <Bars
        label={`${name}: ${top}`}
        className="h-16 gap-0.5"
        bars={hours.map((hour) => ({ name: String(hour.hour), layers: layersOf(hour) }))}
      />
    </>
  )
}
