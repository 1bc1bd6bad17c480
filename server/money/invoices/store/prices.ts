import { freePrices, withoutFees } from '@madruga/core/invoices.ts'
import type { Prices } from '@madruga/core/invoices.ts'
import type { BillingSettings } from '@madruga/core/settings.ts'
import type { Db } from '../../payers.ts'

type PriceSettings = Pick<BillingSettings, 'prices' | 'charges' | 'cardFees'>

/** What things cost now: what an operator set last, or the settings'; nothing where no one pays. */
export async function readPrices(db: Db, settings: PriceSettings): Promise<Prices> {
  if (!settings.charges) return freePrices(settings.prices)
  const row = await db
    .selectFrom('price_lists')
    .select('prices')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return completePrices(row?.prices ?? {}, settings)
}

/** Stored prices, with the settings' for what they were written without; fees only where they are added. */
export function completePrices(
  stored: Partial<Prices>,
  { prices, cardFees }: Pick<PriceSettings, 'prices' | 'cardFees'>,
): Prices {
  const complete = { ...prices, ...stored }
  return cardFees ? complete : withoutFees(complete)
}
