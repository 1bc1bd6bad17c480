import type { CSSProperties } from 'react'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { busiest, DAYS, HOURS, LEVELS, levelOf, offersAt } from './heat.ts'
import './forecast.css'
import { formatHour } from '@madruga/core/days.ts'

/** The week hour by hour: a picture, its sentence, and a table behind it. */
export function HeatMap({ week }: { week: readonly number[] }) {
  const words = useWords()
  const { t } = words
  const top = busiest(week)
  const sentence =
    top === null
      ? t('forecast.none')
      : t('forecast.say', {
          day: words.weekday(top.day),
          from: hourText(words, top.hour),
          to: hourText(words, top.hour + 1),
          offers: countText(words, top.offers),
        })
  return (
    <>
      <p className="mt-1 text-muted">{sentence}</p>
      {top && (
        <>
          <Picture week={week} top={top} label={sentence} />
          <Scale />
          <HourTable week={week} />
        </>
      )}
    </>
  )
}

function Picture({
  week,
  top,
  label,
}: {
  week: readonly number[]
  top: { day: number; hour: number; offers: number }
  label: string
}) {
  const words = useWords()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, not fetched
    <div role="img" aria-label={label} className="heat tnum mt-4 text-xs text-muted">
      {DAYS.map((day) => (
        <span key={day} className="heat-day" style={placeOf(day, -1)}>
          {words.weekday(day, 'short')}
        </span>
      ))}
      {HOURS.map((hour) => (
        <span
          key={hour}
          className={`heat-hour ${hour % 3 === 0 ? '' : 'invisible'}`}
          style={placeOf(0, hour)}
        >
          {hourText(words, hour)}
        </span>
      ))}
      {DAYS.flatMap((day) =>
        HOURS.map((hour) => {
          const step = levelOf(offersAt(week, day, hour), top.offers)
          return (
            <span
              key={`${day} ${hour}`}
              className="heat-cell"
              data-step={step}
              data-top={day === top.day && hour === top.hour}
              style={{ ...placeOf(day, hour), '--step': step } as CSSProperties}
            />
          )
        }),
      )}
    </div>
  )
}

function placeOf(day: number, hour: number): CSSProperties {
  return { '--day': DAYS.findIndex((each) => each === day) + 1, '--hour': hour } as CSSProperties
}

/** The legend of the steps. */
function Scale() {
  const { t } = useWords()
  return (
    <div className="mt-3 flex items-center gap-2 text-xs text-muted" aria-hidden>
      <span>{t('forecast.few')}</span>
      {Array.from({ length: LEVELS + 1 }, (_, step) => (
        <span
          key={step}
          className="heat-cell h-4.5 w-6"
          data-step={step}
          style={{ '--step': step } as CSSProperties}
        />
      ))}
      <span>{t('forecast.many')}</span>
    </div>
  )
}

function HourTable({ week }: { week: readonly number[] }) {
  const words = useWords()
  const { t } = words
  return (
    <details className="mt-2">
      <summary className="-mb-2 flex min-h-12 cursor-pointer items-center text-sm font-bold underline">
        {t('chart.table')}
      </summary>
      <table className="tnum mt-2 w-full table-fixed text-right text-xs lg:text-sm">
        <caption className="sr-only">{t('forecast.caption')}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1 text-left font-semibold">
              {t('forecast.hour')}
            </th>
            {DAYS.map((day) => (
              <th key={day} scope="col" className="py-1 font-semibold">
                {words.weekday(day, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {HOURS.map((hour) => (
            <tr key={hour} className="border-t border-line">
              <th scope="row" className="whitespace-nowrap py-1.5 text-left font-semibold text-muted">
                {hourText(words, hour)}
              </th>
              {DAYS.map((day) => (
                <td key={day} className="py-1.5">
                  {countText(words, offersAt(week, day, hour))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** `5 AM`; narrow enough for a column. */
function hourText(words: Words, hour: number): string {
  return formatHour(words, hour).replaceAll('.', '')
}

/** Tenths only if they are informative. */
function countText(words: Words, offers: number): string {
  return words.number(offers >= 9.95 ? Math.round(offers) : Math.round(offers * 10) / 10)
}
