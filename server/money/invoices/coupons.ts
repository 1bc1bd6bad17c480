import { dayOf } from '@madruga/core/blocks.ts'
import type { Inputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { readCouponCode, refuseCoupon, priceCoupon } from '@madruga/core/invoices.ts'
import type { Coupon } from '@madruga/core/invoices.ts'
import { postCoupon } from '@madruga/core/ledger.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { postAll } from '../ledger.ts'
import { readCards, usedBefore, identitiesOf, once, lockPayer } from '../payers.ts'
import type { Actor, Audit, Db, Payer, Tx } from '../payers.ts'
import type { InvoicesDeps } from './model.ts'
import * as store from './store/coupons.ts'
import type { CouponRecord } from './store/coupons.ts'
import { insertCreditNote } from './store/credit-notes.ts'
import { changeInvoice, findInvoice, lockInvoice, takeCoupon, nextInvoiceNumber } from './store/invoices.ts'
import type { InvoiceRow } from './store/invoices.ts'
import { readPrices } from './store/price-lists.ts'

/**
 * The coupon behind what a driver typed, if it takes something off now. Refuses with `billing.coupon_…` for
 * what `refuseCoupon` finds, and with `billing.coupon_unknown` for what no code can be,
 * `billing.coupon_card_used` where somebody who is gone used it with the same card. It reserves nothing:
 * `takeCoupon` does, and may still find it used up.
 */
export async function checkCoupon(
  db: Db,
  use: {
    typed: string
    driverId: string
    /** By what the driver may be known from an account that is gone. */
    identities: readonly string[]
    subscription: boolean
    now: Timestamp
  },
): Promise<Coupon> {
  const code = readCouponCode(use.typed)
  const coupon = code === null ? null : await store.readCoupon(db, code)
  const usedByDriver =
    coupon !== null &&
    ((await store.isUsedBy(db, coupon.code, use.driverId)) ||
      (await usedBefore(db, use.identities, coupon.code)))
  const refusal = refuseCoupon(coupon, { now: use.now, usedByDriver, subscription: use.subscription })
  if (refusal !== null) throw new AppError(`billing.${refusal}`)
  if (await usedBefore(db, await readCards(db, use.driverId), coupon!.code))
    throw new AppError('billing.coupon_card_used')
  return coupon!
}

/** What an operator does about coupons. */
export type CouponAdmin = {
  /** Coupons, newest first. */
  listCoupons(): Promise<CouponRecord[]>
  /**
   * Refuses with `billing.invalid`, its fields named, and `billing.coupon_taken`: a code is never used again
   * for another coupon.
   */
  makeCoupon(
    actor: Actor,
    input: Inputs['accounting']['makeCoupon'] & { note: string },
  ): Promise<CouponRecord>
  /**
   * Takes a coupon out of use; what was bought with it stays. Refuses with `billing.not_found`. Stopped again
   * it stays stopped.
   */
  stopCoupon(actor: Actor, input: { code: string; reason: string }): Promise<CouponRecord>
}

/** Creates what an operator does about coupons. */
export function createCouponAdmin({ db, clock, recordAction }: InvoicesDeps & Audit): CouponAdmin {
  return {
    listCoupons: () => store.readCoupons(db),

    async makeCoupon(actor, { code: typed, ...input }) {
      const code = readCouponCode(typed)
      const fields = [
        ...(code === null ? [{ path: 'code', code: 'coupon_code' }] : []),
        ...(input.until !== null && input.until <= input.from
          ? [{ path: 'until', code: 'before_start' }]
          : []),
      ]
      if (code === null || fields.length > 0) throw new AppError('billing.invalid', { fields })
      return await db.transaction().execute(async (tx) => {
        const at = clock.now()
        const coupon = { ...input, code, actor: actor.name, at }
        if (!(await store.insertCoupon(tx, coupon))) throw new AppError('billing.coupon_taken')
        await recordAction(tx, actor, at, { action: 'coupons.make', details: { code, ...input } })
        return { ...input, code, actor: actor.name, createdAt: at, uses: 0, stopped: false }
      })
    },

    stopCoupon: (actor, { code: typed, reason }) =>
      db.transaction().execute(async (tx) => {
        const code = readCouponCode(typed)
        const coupon = code === null ? null : await store.lockCoupon(tx, code)
        if (coupon === null) throw new AppError('billing.not_found')
        if (coupon.stopped) return coupon
        const at = clock.now()
        await store.stopCoupon(tx, coupon.code, at)
        const details = { code: coupon.code, uses: coupon.uses, reason }
        await recordAction(tx, actor, at, { action: 'coupons.stop', details })
        return { ...coupon, stopped: true }
      }),
  }
}

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
  const settlement = cents === unpaidCents ? ({ state: 'paid', paidAt: at } as const) : {}
  await changeInvoice(tx, invoice.id, { creditedCents: invoice.credited_cents + cents, ...settlement })
  await deps.restoreIfClear(tx, payer)
  const posting = postCoupon({ driverId: payer.id, couponCents, waivedCents })
  await postAll(tx, [{ ...posting, at, reference: `credit_note:${number}` }])
}
