import type { Prices } from '@madruga/core/invoices.ts'
import type { BillingSettings } from '@madruga/core/settings.ts'
import type { Db } from '../../payers.ts'

/** What things cost now: what an operator set last, or the settings'. */
export async function readPrices(db: Db, settings: Pick<BillingSettings, 'prices'>): Promise<Prices> {
  const row = await db
    .selectFrom('price_lists')
    .select('prices')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? settings.prices : completePrices(row.prices, settings)
}

/** Stored prices, with the settings' for what they were written without: jobs, by an older version. */
export function completePrices(stored: Prices, { prices }: Pick<BillingSettings, 'prices'>): Prices {
  return { ...prices, ...stored }
}
