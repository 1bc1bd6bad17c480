import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Actor, Audit } from '../payers.ts'
import type { InvoicesDeps } from './model.ts'
import * as store from './store/price-lists.ts'
import { completePrices } from './store/prices.ts'

type PriceList = Outputs['accounting']['setPrices']

/** What an operator does about prices. */
export type PriceAdmin = {
  /** What counts now, and what counted before, newest first. */
  readPrices(): Promise<Outputs['accounting']['prices']>
  /**
   * Sets what things cost from now on; invoices keep the prices they were issued with. Refuses with
   * `billing.prices_stale` when others were set since the list that the change was made from (`baseId`).
   */
  setPrices(actor: Actor, input: Inputs['accounting']['setPrices']): Promise<PriceList>
}

/** Creates what an operator does about prices. */
export function createPriceAdmin(deps: InvoicesDeps & Audit): PriceAdmin {
  const { db, clock } = deps

  return {
    async readPrices() {
      const [now, ...before] = listsOf(deps, await store.readPriceLists(db))
      return { now: now!, history: before }
    },

    setPrices: (actor, { prices, reason, baseId }) =>
      db.transaction().execute(async (tx) => {
        await store.lockPriceLists(tx)
        const before = listsOf(deps, await store.readPriceLists(tx))[0]!
        if (before.id !== baseId) throw new AppError('billing.prices_stale')
        const at = clock.now()
        const list = await store.insertPriceList(tx, { prices, actor: actor.name, reason, at })
        const details = { before: before.prices, after: prices, reason }
        await deps.recordAction(tx, actor, at, { action: 'prices.set', details })
        return list
      }),
  }
}

/** With the settings' own as the oldest: no one set them, and they counted until somebody did. */
function listsOf(
  { settings }: Pick<InvoicesDeps, 'settings'>,
  rows: readonly store.PriceListRow[],
): PriceList[] {
  const lists = rows.map((row) => ({ ...row, prices: completePrices(row.prices, settings) }))
  return [...lists, { id: 0, at: null, prices: completePrices({}, settings), actor: null, reason: null }]
}
