import type { Kysely } from 'kysely'
import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Settings } from '@madruga/core/settings.ts'
import type { Tables } from '../db.ts'
import { defineModule } from '../module.ts'
import type { InvoicesDeps } from './invoices/model.ts'
import { readMemberMonths } from './invoices/store/member-months.ts'
import * as store from './invoices/store/price-lists.ts'
import type { Actor, Audit } from './payers.ts'

/** The entry of invoices: the weekly closing, numbers, coupons, prices, and documents as PDF files. */

export { applyCoupon, checkCoupon, createCouponAdmin } from './invoices/coupons.ts'
export type { CouponAdmin } from './invoices/coupons.ts'
export { createDocuments } from './invoices/documents.ts'
export type { DocumentReaders, Documents } from './invoices/documents.ts'
export { noteMemberMonths } from './invoices/member-months.ts'
export { issueInvoice } from './invoices/issue.ts'
export type { Credited, CreditRequest, InvoicesDeps, ReferralCredits, Suspensions } from './invoices/model.ts'
export { readUsedCoupons } from './invoices/store/coupons.ts'
export * from './invoices/store/credit-notes.ts'
export { readInvoicedBlocks, readInvoicedWeek, readPlanWeeks } from './invoices/store/fees.ts'
export * from './invoices/store/invoices.ts'
export { pageMemberMonths } from './invoices/store/member-months.ts'
export { readPrices } from './invoices/store/price-lists.ts'
export { findInvoices } from './invoices/store/search.ts'
export { closeWeeks, readRunning } from './invoices/weeks.ts'

/** The declaration of invoices. */
export const invoices = defineModule({
  tables: [
    'coupon_uses',
    'coupons',
    'credit_notes',
    'invoice_counters',
    'invoice_items',
    'invoices',
    'member_months',
    'price_lists',
    'week_closings',
  ],
  create: ({ settings }: { settings: Pick<Settings, 'billing'> }) => ({
    readPrices: (db: Kysely<Tables>) => store.readPrices(db, settings.billing),
    readMemberMonths,
  }),
  sections: [
    {
      name: 'memberMonths',
      from: 'member_months',
      columns: 'platform, month, cents, currency, noted_at',
      key: [
        ['platform', 'text'],
        ['month', 'text'],
      ],
    },
    {
      name: 'invoices',
      from: 'invoices',
      columns: `number, kind, variant, state, time_zone, from_at, to_at, plan, days, billed_to, coupon_code, items_cents, coupon_cents,
        credits_cents, waived_cents, due_cents, credited_cents, created_at, issued_at, paid_at`,
      key: [['id', 'text']],
    },
    {
      name: 'invoiceItems',
      from: 'invoice_items',
      columns: 'invoice_id, position, kind, reference, cents, at, details, credited_by',
      key: [
        ['invoice_id', 'text'],
        ['position', 'int'],
      ],
    },
    {
      name: 'creditNotes',
      from: 'credit_notes',
      columns: 'number, cause, cents, coupon_cents, waived_cents, reason, at',
      key: [['number', 'text']],
    },
    { name: 'coupons', from: 'coupon_uses', columns: 'code', key: [['code', 'text']] },
  ],
})

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
  const lists = rows.map((row) => ({ ...row, prices: store.completePrices(row.prices, settings) }))
  return [
    ...lists,
    { id: 0, at: null, prices: store.completePrices({}, settings), actor: null, reason: null },
  ]
}
