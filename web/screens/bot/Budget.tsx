import { useWords } from '../../i18n.ts'
import type { Today } from './state.ts'

/** From this share on the bot saves its requests. */
const LOW = 0.9

function shareOf({ requests: { usedThisHour, perHour } }: Pick<Today, 'requests'>): number {
  return perHour > 0 ? Math.min(1, usedThisHour / perHour) : 0
}

/** Whether the bot slows down because its requests of this hour are nearly used up. */
export function isBudgetLow(today: Pick<Today, 'requests'>): boolean {
  return shareOf(today) > LOW
}

/** The used share of the platform's hourly budget. */
export function Budget({ today }: { today: Pick<Today, 'requests'> }) {
  const { t, number } = useWords()
  const { usedThisHour, perHour, shared } = today.requests
  const share = shareOf(today)
  const text = t('budget.text', { used: number(usedThisHour), total: number(perHour) })
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-bold" id="budget">
          {t('budget.title')}
        </h2>
        <span className="tnum font-bold">{number(Math.round(share * 100))}%</span>
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no browser lets its own meter be coloured alike
        role="meter"
        aria-labelledby="budget"
        aria-valuemin={0}
        aria-valuemax={perHour}
        aria-valuenow={Math.min(usedThisHour, perHour)}
        aria-valuetext={text}
        className="mt-2 h-2.5 overflow-hidden rounded-full bg-surface-2"
      >
        <div
          className={`h-full origin-left rounded-full transition-transform duration-500 motion-reduce:transition-none ${share > LOW ? 'bg-red' : 'bg-green'}`}
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <p className="tnum mt-1.5 text-sm text-muted">{share > LOW ? t('budget.low') : text}</p>
      {shared && <p className="text-sm text-muted">{t('budget.shared')}</p>}
    </div>
  )
}
