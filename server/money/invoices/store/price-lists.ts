import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Prices } from '@madruga/core/invoices.ts'
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
