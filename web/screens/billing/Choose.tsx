import { navigate, useSearch } from '../../address.ts'
import { SUBSCRIPTION_DAYS } from '@madruga/core/subscriptions.ts'
import { useWords } from '../../i18n.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { useTyped } from '../../ui/use-typed.ts'
import type { Shown } from '../invoices/names.ts'
import { CouponField } from './CouponField.tsx'
import { PlanCards } from './PlanCards.tsx'
import { PriceCard } from './PriceCard.tsx'
import { readChoice, writeChoice } from './choice.ts'
import type { Account, Order } from './queries.ts'
import { usePrice } from './use-price.ts'

/**
 * The plans, for how long, a coupon, and what it comes to. Everything chosen stands in the address, so
 * that neither a reload nor the way back loses it.
 */
export function Choose({ account, timeZone }: Shown & { account: Account }) {
  const { t } = useWords()
  const { choice, choose } = useChoice(account)
  const coupon = useTyped(choice.coupon, (typed) => choose({ coupon: typed }))
  const price = usePrice(choice)
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-x-10">
      <div className="grid content-start gap-6">
        <PlanCards prices={account.prices} value={choice.plan} onChange={(plan) => choose({ plan })} />
        <section aria-labelledby="activation-days" className="grid gap-2.5">
          <h2 id="activation-days" className="text-xl font-extrabold leading-tight tracking-[-0.01em]">
            {t('activation.days')}
          </h2>
          <Segmented
            label={t('activation.days')}
            name="days"
            value={String(choice.days)}
            choices={SUBSCRIPTION_DAYS.map((days) => ({
              value: String(days),
              label: t(`activation.days_${days}`),
            }))}
            onChange={(value) => choose({ days: SUBSCRIPTION_DAYS.find((days) => String(days) === value)! })}
          />
        </section>
        <CouponField coupon={coupon} refused={price.refused} takenCents={price.takenCents} />
      </div>
      <PriceCard
        account={account}
        choice={{ ...choice, coupon: price.refused === null ? coupon.typed.trim() : '' }}
        price={price}
        timeZone={timeZone}
      />
    </div>
  )
}

/** What the address says, and how to say something else without a step back for each. */
function useChoice(account: Account): { choice: Order; choose: (part: Partial<Order>) => void } {
  const choice = readChoice(useSearch(), account)
  const choose = (part: Partial<Order>) =>
    navigate('/activation', { search: writeChoice({ ...choice, ...part }), replace: true, stay: true })
  return { choice, choose }
}
