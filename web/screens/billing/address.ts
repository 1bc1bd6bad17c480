import type { Search } from '../../address.ts'
import { SUBSCRIPTION_DAYS } from '@madruga/core/subscriptions.ts'
import { PAID_PLANS } from '@madruga/core/plans.ts'
import { readNumber } from '../invoices/figures.ts'
import { writeChoice } from './choice.ts'
import type { Payment, Order } from './queries.ts'

/** What an address of the payment screen asks for. */
export type Asked = {
  /** A payment to continue with. */
  payment: string | null
  purchase: Order | null
  invoice: string | null
}

type Written = Record<string, string | number>

const PAYMENT_ID = /^[\w-]{1,60}$/

/** Reads it; what makes no sense counts as not asked for. */
export function readAsked(search: Search): Asked {
  const plan = PAID_PLANS.find((one) => one === search.plan)
  const days = SUBSCRIPTION_DAYS.find((one) => String(one) === search.days)
  const { payment = '', coupon = '' } = search
  return {
    payment: PAYMENT_ID.test(payment) ? payment : null,
    purchase: plan && days ? { plan, days, coupon } : null,
    invoice: readNumber(search.invoice),
  }
}

/** What stands in the address of a purchase or an invoice. */
export function searchOf({ purchase, invoice }: Pick<Asked, 'purchase' | 'invoice'>): Written {
  if (invoice !== null) return { invoice }
  return purchase === null ? {} : writeChoice(purchase)
}

/** Where what a payment was for can be tried again; a coupon is known only to who typed it. */
export function askedAgain(request: Asked, { what }: Pick<Payment, 'what'>): Written {
  const search = searchOf(request)
  if (Object.keys(search).length > 0) return search
  if (what.kind === 'week') return searchOf({ purchase: null, invoice: what.number })
  return searchOf({ purchase: { plan: what.plan, days: what.days, coupon: '' }, invoice: null })
}
