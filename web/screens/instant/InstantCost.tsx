import { useWords } from '../../i18n.ts'
import type { InstantView } from './queries.ts'
import { formatDay } from '@madruga/core/days.ts'

/** The price of a day, and this week's days. */
export function InstantCost({ view: { days, dayCents } }: { view: InstantView }) {
  const { t, money, locale } = useWords()
  return (
    <section aria-labelledby="instant-cost" className="grid gap-3">
      <h2 id="instant-cost" className="text-xl font-extrabold tracking-[-0.01em]">
        {t('instant.cost')}
      </h2>
      <div className="card px-5 py-4">
        <p className="tnum text-2xl font-extrabold leading-tight">{money(days.length * dayCents)}</p>
        <p className="text-muted">
          {days.length === 0 ? t('instant.cost_none') : t('instant.cost_days', { count: days.length })}
        </p>
        {days.length > 0 && (
          <ul className="mt-2 flex flex-wrap gap-1.5">
            {days.map((day) => (
              <li key={day} className="plate">
                {formatDay(locale, day, { weekday: 'short' })}
              </li>
            ))}
          </ul>
        )}
        <p className="mt-2 leading-snug text-muted">{t('instant.cost_day', { pay: money(dayCents) })}</p>
      </div>
    </section>
  )
}
