import { describeVariant } from '@madruga/core/variants.ts'
import { useQuery } from '@tanstack/react-query'
import { PAID_PLANS } from '@madruga/core/plans.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { sayCardFee, sayUsePrice } from './price-words.ts'
import { pricesQuery } from './queries.ts'

/** What the service costs, by plan, as the server has it now; for anyone, before an account or a card. */
export function PlanPrices({ app }: { app: Variant }) {
  const words = useWords()
  const { t, money } = words
  const prices = useQuery(pricesQuery)
  if (prices.isError) return <Failed error={prices.error} onRetry={() => void prices.refetch()} />
  return (
    <section aria-label={t('prices.title')} aria-busy={prices.isPending} className="grid gap-3">
      <h2 className="text-xl font-extrabold tracking-[-0.01em]">{t('prices.title')}</h2>
      {prices.data === undefined ? (
        <Skeleton className="h-44 rounded-[1.25rem]" />
      ) : (
        <>
          <dl className="card grid divide-y divide-line px-5 py-1">
            <Row name={t('prices.basic')} text={sayUsePrice(words, prices.data, app)} />
            {describeVariant(app).hasPlans &&
              PAID_PLANS.map((plan) => (
                <Row
                  key={plan}
                  name={t(`prices.${plan}`)}
                  price={t('prices.a_week', { price: money(prices.data.weekCents[plan]) })}
                  text={t('prices.flat')}
                />
              ))}
          </dl>
          <p className="px-1 text-sm leading-snug text-muted">
            {t('prices.no_card')} {sayCardFee(words, prices.data.fees.card)}
          </p>
        </>
      )}
    </section>
  )
}

function Row({ name, price, text }: { name: string; price?: string; text: string }) {
  return (
    <div className="py-3">
      <dt className="flex flex-wrap items-baseline justify-between gap-x-3 font-extrabold">
        {name}
        {price !== undefined && <span className="tnum">{price}</span>}
      </dt>
      <dd className="leading-snug text-muted">{text}</dd>
    </div>
  )
}
