import { priceCoupon } from '@madruga/core/invoices.ts'
import { postCoupon } from '@madruga/core/ledger.ts'
import type { Coupon } from '@madruga/core/invoices.ts'
import { dayOf } from '@madruga/core/blocks.ts'
import type { Inputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { postAll } from '../ledger.ts'
import { identitiesOf, once, lockPayer } from '../payers.ts'
import type { Payer, Tx } from '../payers.ts'
import { checkCoupon } from './coupons.ts'
import type { InvoicesDeps } from './model.ts'
import { insertCreditNote } from './store/credit-notes.ts'
import { changeInvoice, findInvoice, lockInvoice, takeCoupon } from './store/invoices.ts'
import type { InvoiceRow } from './store/invoices.ts'
import { nextInvoiceNumber } from './store/numbers.ts'
import { readPrices } from './store/prices.ts'

/**
 * Takes a coupon off what is left of an unpaid invoice, once for its key, by a credit note: what was issued
 * stays as it was. With nothing left that a gateway would charge the invoice is paid, a suspension for it
 * ends, and no one is thanked, since no one paid. Refuses with `billing.not_found`, `billing.paid_already`,
 * `billing.under_way` (`paymentId`, `state`) and `billing.coupon_…`.
 */
export async function applyCoupon(
  deps: InvoicesDeps,
  driverId: string,
  { key, ...input }: Inputs['billing']['useCoupon'],
): Promise<void> {
  if ((await findInvoice(deps.db, input.number, driverId)) === null) throw new AppError('billing.not_found')
  const request = { scope: 'billing.useCoupon', driverId, key, body: input }
  await once(deps.db, request, async (tx) => {
    const payer = (await lockPayer(tx, driverId))!
    const { id } = (await findInvoice(tx, input.number, driverId))!
    const invoice = (await lockInvoice(tx, id))!
    await deps.refuseSettled(tx, invoice)
    const identities = identitiesOf(deps.identityKey, payer)
    const use = { typed: input.coupon, driverId, identities, subscription: false, now: deps.clock.now() }
    await noteCoupon(deps, tx, { payer, invoice, coupon: await checkCoupon(tx, use), at: use.now })
  })
}

/** Writes what the coupon takes off, and lets the invoice be what is left. */
async function noteCoupon(
  deps: InvoicesDeps,
  tx: Tx,
  { payer, invoice, coupon, at }: { payer: Payer; invoice: InvoiceRow; coupon: Coupon; at: number },
): Promise<void> {
  const { fees } = await readPrices(tx, deps.settings)
  const unpaidCents = invoice.due_cents - invoice.credited_cents
  const { couponCents, waivedCents } = priceCoupon(unpaidCents, coupon, fees.card, deps.settings)
  const cents = couponCents + waivedCents
  // Of the series of invoices, and before the coupon: undoing an invoice locks them in this order too.
  const number = await nextInvoiceNumber(tx, Number(dayOf(invoice.time_zone, at).slice(0, 4)))
  if (!(await takeCoupon(tx, { code: coupon.code, driverId: payer.id, invoiceId: invoice.id })))
    throw new AppError('billing.coupon_used_up')
  await insertCreditNote(tx, {
    number,
    invoice_id: invoice.id,
    driver_id: payer.id,
    cause: 'coupon',
    cents,
    reason: coupon.code,
    at,
    coupon_cents: couponCents,
    waived_cents: waivedCents,
    positions: [],
  })
  const settled = cents === unpaidCents ? ({ state: 'paid', paidAt: at } as const) : {}
  await changeInvoice(tx, invoice.id, { creditedCents: invoice.credited_cents + cents, ...settled })
  await deps.restoreIfClear(tx, payer)
  const posting = postCoupon({ driverId: payer.id, couponCents, waivedCents })
  await postAll(tx, [{ ...posting, at, reference: `credit_note:${number}` }])
}
