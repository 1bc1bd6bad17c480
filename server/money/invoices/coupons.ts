import { readCouponCode, refuseCoupon } from '@madruga/core/invoices.ts'
import type { Inputs } from '@madruga/core/contract.ts'
import type { Coupon } from '@madruga/core/invoices.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { readCards, usedBefore } from '../payers.ts'
import type { Actor, Audit } from '../payers.ts'
import type { Db } from '../payers.ts'
import type { InvoicesDeps } from './model.ts'
import * as store from './store/coupons.ts'
import type { CouponRecord } from './store/coupons.ts'

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
