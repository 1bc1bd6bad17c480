import { describeVariant } from '@madruga/core/variants.ts'
import { useQuery } from '@tanstack/react-query'
import type { Variant } from '@madruga/core/offers.ts'
import { recallDriver } from '../../driver.ts'
import { isBilled } from '../../paid.ts'
import { useWords } from '../../i18n.ts'
import { inMoney } from '../billing/price-words.ts'
import { pricesQuery } from '../billing/queries.ts'

/** What a win will cost, said before the bot is first started. */
export function StartPrice({ variant }: { variant: Variant }) {
  const { t, money } = useWords()
  const { data: prices } = useQuery(pricesQuery)
  const { hasPlans, word } = describeVariant(variant)
  const isIncluded = hasPlans && recallDriver()?.plan !== 'basic'
  if (prices === undefined || !isBilled(variant)) return null
  return (
    <p className="px-1 text-center text-sm leading-snug text-muted">
      {isIncluded
        ? t('price.start_plan')
        : word === 'trip'
          ? t('price.start_trip', inMoney(money, prices.tripCents))
          : t('price.start_block', { block: money(prices.blockCents) })}
    </p>
  )
}
