import { useQuery } from '@tanstack/react-query'
import type { Variant } from '@madruga/core/offers.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { pricesQuery } from '../billing/queries.ts'

/** What a win will cost, said before the bot is first started. */
export function StartPrice({ variant }: { variant: Variant }) {
  const { t, money } = useWords()
  const { data: prices } = useQuery(pricesQuery)
  const included = variant === 'amazon' && recallDriver()?.plan !== 'basic'
  if (prices === undefined) return null
  return (
    <p className="px-1 text-center text-sm leading-snug text-muted">
      {included
        ? t('price.start_plan')
        : variant === 'amazon'
          ? t('price.start_block', { block: money(prices.blockCents) })
          : t('price.start_trip', {
              curbside: money(prices.tripCents.curbside),
              shopping: money(prices.tripCents.shopping),
              delivery: money(prices.tripCents.delivery),
            })}
    </p>
  )
}
