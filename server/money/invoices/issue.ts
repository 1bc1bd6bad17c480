import { postInvoice } from '@madruga/core/ledger.ts'
import type { DiscountCause } from '@madruga/core/ledger.ts'
import { dayOf } from '@madruga/core/blocks.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { LedgerEntry } from '../ledger.ts'
import type { Tx } from '../payers.ts'
import { numberInvoice, readItems, nextInvoiceNumber } from './store/invoices.ts'
import type { InvoiceRow } from './store/invoices.ts'

/**
 * An invoice with its number, and what the ledger has to know of it: the caller posts it with all that
 * belongs to the same event.
 */
export type Issued = { number: string; row: LedgerEntry }

/**
 * Makes a draft an invoice, inside the caller's transaction, which holds its driver and it locked. One with
 * nothing to pay is paid at once. Its year is the driver's.
 */
export async function issueInvoice(tx: Tx, invoice: InvoiceRow, at: Timestamp): Promise<Issued> {
  const number = await nextInvoiceNumber(tx, Number(dayOf(invoice.time_zone, at).slice(0, 4)))
  await numberInvoice(tx, invoice.id, { number, state: invoice.due_cents === 0 ? 'paid' : 'unpaid', at })
  const items = await readItems(tx, [invoice.id])
  const posting = postInvoice({
    driverId: invoice.driver_id,
    items,
    discounts: discountsOf(invoice),
    feeCents: 0,
  })
  return { number, row: { ...posting, at, reference: `invoice:${number}` } }
}

/** Why an invoice is lower than its items. */
export function discountsOf(
  invoice: Pick<InvoiceRow, 'coupon_cents' | 'credits_cents' | 'waived_cents'>,
): { cause: DiscountCause; cents: number }[] {
  return [
    { cause: 'coupons', cents: invoice.coupon_cents },
    { cause: 'referrals', cents: invoice.credits_cents },
    { cause: 'waived', cents: invoice.waived_cents },
  ]
}
