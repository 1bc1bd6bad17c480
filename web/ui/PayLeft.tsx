import { payLeft } from '@madruga/core/costs.ts'
import type { PayCosts } from '@madruga/core/costs.ts'
import type { Pay } from '@madruga/core/offers.ts'
import type { ReactNode } from 'react'
import { useWords } from '../i18n.ts'
import { isNetKnown } from '../pay-left.ts'

/** What is left of a pay after its miles and our fee, in all and an hour; nothing if the pay is not known. */
export function PayLeft({ pay, minutes, costs }: { pay: Pay; minutes: number; costs: PayCosts }) {
  const { t, money } = useWords()
  if (!isNetKnown(pay)) return null
  const left = payLeft(pay.payCents, minutes, costs)
  const about = pay.payBasis ? '~' : ''
  const known = costs.milesCents !== null
  return (
    <section aria-label={t('keep.title')} className="rounded-2xl bg-surface-2 px-4 py-3">
      <dl className="tnum grid gap-0.5">
        <Line name={t('keep.miles')}>
          {costs.milesCents === null ? t('keep.miles_unknown') : money(-costs.milesCents)}
        </Line>
        <Line name={t('keep.fee')}>{costs.feeCents === 0 ? t('keep.fee_none') : money(-costs.feeCents)}</Line>
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-1.5 font-extrabold">
          <dt>{t('keep.title')}</dt>
          <dd>
            {`${about}${money(left.cents)}`}
            {minutes > 0 && `, ${t('keep.hour', { pay: `${about}${money(left.perHourCents)}` })}`}
          </dd>
        </div>
      </dl>
      <p className="text-sm leading-snug text-muted">{t(known ? 'keep.after_both' : 'keep.after_fee')}</p>
    </section>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 text-sm">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-bold">{children}</dd>
    </div>
  )
}
