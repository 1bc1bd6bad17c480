import { IconCheck } from '../../icons/check.ts'
import { PAID_PLANS } from '@madruga/core/plans.ts'
import { useWords } from '../../i18n.ts'
import { OFFERS } from '../filters/plan-offers.ts'
import type { Account, Order } from './queries.ts'

type PaidPlan = Order['plan']

/**
 * The plans with their price and what each gives; the chosen one is a guide sign. Native radios
 * underneath.
 */
export function PlanCards({
  prices,
  value,
  onChange,
}: {
  prices: Account['prices']
  value: PaidPlan
  onChange: (plan: PaidPlan) => void
}) {
  const { t } = useWords()
  return (
    <fieldset>
      <legend className="text-xl font-extrabold leading-tight tracking-[-0.01em]">
        {t('activation.choose')}
      </legend>
      <p className="mb-3 mt-1 max-w-[56ch] leading-snug text-muted">{t('activation.choose_text')}</p>
      <div className="grid gap-2 min-[40rem]:grid-cols-2">
        {PAID_PLANS.map((plan) => (
          <Card
            key={plan}
            plan={plan}
            weekCents={prices.weekCents[plan]}
            checked={plan === value}
            onChoose={() => onChange(plan)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Card({
  plan,
  weekCents,
  checked,
  onChoose,
}: {
  plan: PaidPlan
  weekCents: number
  checked: boolean
  onChoose: () => void
}) {
  const { t, money } = useWords()
  return (
    <label className="choice relative cursor-pointer !px-4 !py-3.5">
      <input type="radio" className="sr-only" name="plan" checked={checked} onChange={onChoose} />
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-xl font-extrabold leading-tight">{t(`activation.${plan}`)}</span>
        <span className="tnum font-bold">{t('activation.a_week', { price: money(weekCents) })}</span>
      </span>
      <span className="mt-2 grid gap-1.5">
        {plan === 'professional' && (
          <span className="font-semibold leading-snug">{t('activation.all_of_advanced')}</span>
        )}
        {OFFERS[plan].map((offer) => (
          <span key={offer} className="flex gap-2 leading-snug">
            <IconCheck size={20} aria-hidden className="shrink-0" />
            <span>{t(`plan.gives_${offer}`)}</span>
          </span>
        ))}
      </span>
    </label>
  )
}
