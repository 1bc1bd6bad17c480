import { readCouponCode } from '@madruga/core/invoices.ts'
import { isDay, shiftDay } from '@madruga/core/days.ts'
import { readCents, readWhole } from '@madruga/core/numbers.ts'
import { MOST_PRICE_CENTS } from './dollars.ts'
import type { CouponRow, NewCoupon } from './queries.ts'

const MOST_USES = 1_000_000

/** A coupon in its form; days are `2026-11-21`, an empty one is no end. */
export type CouponFields = {
  code: string
  kind: 'percent' | 'amount'
  percent: string
  amount: string
  appliesTo: NewCoupon['appliesTo']
  from: string
  until: string
  /** Empty = any number. */
  mostUses: string
  note: string
}
export type CouponFault = 'code' | 'percent' | 'amount' | 'from' | 'until' | 'mostUses'

/** The initial form; `today` is the first day of the coupon. */
export function startCoupon(today: string): CouponFields {
  return {
    code: '',
    kind: 'percent',
    percent: '',
    amount: '',
    appliesTo: 'subscriptions',
    from: today,
    until: '',
    mostUses: '',
    note: '',
  }
}

/**
 * The coupon of a form, null if there are errors. It is valid from the start of its first day to the end of
 * its last; `startOf` returns the start of a day.
 */
export function readCoupon(
  fields: CouponFields,
  startOf: (day: string) => number,
): { coupon: NewCoupon | null; faults: CouponFault[] } {
  const { kind, from, until } = fields
  const code = readCouponCode(fields.code)
  const cut = readCut(fields)
  const isUnlimited = fields.mostUses.trim() === ''
  const mostUses = isUnlimited ? null : readCount(fields.mostUses, MOST_USES)
  const wrong: Partial<Record<CouponFault, boolean>> = {
    code: code === null,
    [kind]: cut === null,
    from: !isDay(from),
    until: until !== '' && (!isDay(until) || until < from),
    mostUses: !isUnlimited && mostUses === null,
  }
  const faults = (Object.keys(wrong) as CouponFault[]).filter((name) => wrong[name])
  if (faults.length > 0 || code === null || cut === null) return { coupon: null, faults }
  return {
    faults,
    coupon: {
      code,
      cut,
      appliesTo: fields.appliesTo,
      from: startOf(from),
      until: until === '' ? null : startOf(shiftDay(until, 1)),
      mostUses,
      note: fields.note.trim(),
    },
  }
}

function readCut({ kind, percent, amount }: CouponFields): NewCoupon['cut'] | null {
  if (kind === 'percent') {
    const share = readCount(percent, 100)
    return share === null ? null : { kind, percent: share }
  }
  const cents = readCents(amount)
  return cents === null || cents < 1 || cents > MOST_PRICE_CENTS ? null : { kind, cents }
}

/** Why a coupon is not valid now, or that it is; `now` is epoch ms. */
export function stateOfCoupon(
  coupon: Pick<CouponRow, 'stopped' | 'from' | 'until' | 'mostUses' | 'uses'>,
  now: number,
): 'stopped' | 'over' | 'used_up' | 'ahead' | 'live' {
  if (coupon.stopped) return 'stopped'
  if (coupon.until !== null && now >= coupon.until) return 'over'
  if (coupon.mostUses !== null && coupon.uses >= coupon.mostUses) return 'used_up'
  return now < coupon.from ? 'ahead' : 'live'
}

function readCount(text: string, most: number): number | null {
  const count = readWhole(text)
  return count !== null && count >= 1 && count <= most ? count : null
}
