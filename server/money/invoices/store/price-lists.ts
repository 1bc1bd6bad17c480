import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { freePrices, withoutFees } from '@madruga/core/invoices.ts'
import type { Prices } from '@madruga/core/invoices.ts'
import type { BillingSettings } from '@madruga/core/settings.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../../../db.ts'
import type { Db } from '../../payers.ts'

export type PriceListRow = Selectable<Tables['price_lists']>

/** What operators set, newest first. */
export async function readPriceLists(db: Db): Promise<PriceListRow[]> {
  return await db.selectFrom('price_lists').selectAll().orderBy('id', 'desc').execute()
}

/** Makes other writers of prices wait until the transaction ends; readers do not. */
export async function lockPriceLists(tx: Db): Promise<void> {
  await sql`lock table price_lists in share row exclusive mode`.execute(tx)
}

/** Sets prices; answers the list as it was written. */
export async function insertPriceList(
  tx: Db,
  list: { prices: Prices; actor: string; reason: string; at: Timestamp },
): Promise<PriceListRow> {
  const { prices, actor, reason, at } = list
  return await tx
    .insertInto('price_lists')
    .values({ at: new Date(at), prices: JSON.stringify(prices), actor, reason })
    .returningAll()
    .executeTakeFirstOrThrow()
}

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
