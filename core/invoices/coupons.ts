import { plainDigits } from '../digits.ts'
import type { Cents } from '../money.ts'
import type { Timestamp } from '../time.ts'

/** What a coupon takes off: a share of what it applies to, or an amount of it. */
export type CouponDiscount = { kind: 'percent'; percent: number } | { kind: 'amount'; cents: Cents }

/** What an operator made. */
export type Coupon = {
  code: string
  cut: CouponDiscount
  /** `subscriptions` leaves the blocks, days and check-ins of a weekly invoice alone. */
  appliesTo: 'subscriptions' | 'everything'
  from: Timestamp
  /** The first instant at which it is of no use any more; null = it has no end. */
  until: Timestamp | null
  /** Uses by all drivers; null = any number. A driver uses a coupon once. */
  mostUses: number | null
  uses: number
  /** Taken out of use by an operator. */
  stopped: boolean
}

/** Why a coupon takes nothing off; each is an error that the driver reads. */
export type CouponRefusal =
  | 'coupon_unknown'
  | 'coupon_not_yet'
  | 'coupon_expired'
  | 'coupon_used_up'
  | 'coupon_used'
  | 'coupon_not_here'

/** A coupon's code as it is kept: 3 to 24 capital letters, digits and dashes. Null when it cannot be one. */
export function readCouponCode(text: string): string | null {
  const code = plainDigits(text)
    .normalize('NFKC')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\s/g, '')
    .toUpperCase()
  return /^[A-Z0-9-]{3,24}$/.test(code) ? code : null
}

/**
 * Why the coupon takes nothing off now; null = it does. One that was stopped is answered like one that never
 * was, and so is a null: who guesses codes learns nothing.
 */
export function refuseCoupon(
  coupon: Coupon | null,
  use: { now: Timestamp; usedByDriver: boolean; subscription: boolean },
): CouponRefusal | null {
  if (coupon === null || coupon.stopped) return 'coupon_unknown'
  if (use.usedByDriver) return 'coupon_used'
  if (use.now < coupon.from) return 'coupon_not_yet'
  if (coupon.until !== null && use.now >= coupon.until) return 'coupon_expired'
  if (coupon.mostUses !== null && coupon.uses >= coupon.mostUses) return 'coupon_used_up'
  if (!use.subscription && coupon.appliesTo === 'subscriptions') return 'coupon_not_here'
  return null
}

/** What the cut takes off an amount: never more than all of it; half a cent goes to the driver. */
export function discountOf(discount: CouponDiscount, amountCents: Cents): Cents {
  if (discount.kind === 'amount') return Math.min(discount.cents, amountCents)
  return Math.floor((amountCents * discount.percent + 50) / 100)
}
