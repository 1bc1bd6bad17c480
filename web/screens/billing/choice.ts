import type { Search } from '../../address.ts'
import { SUBSCRIPTION_DAYS } from '@madruga/core/subscriptions.ts'
import { PAID_PLANS } from '@madruga/core/plans.ts'
import type { Problem } from '../../client.ts'
import type { Account, Order } from './queries.ts'

/**
 * What an address says of a purchase, whatever somebody wrote into it. What it leaves open: the plan that
 * one has or had, else advanced; one week.
 */
export function readChoice(search: Search, account: Pick<Account, 'active' | 'ended'> | null): Order {
  const own = account?.active?.plan ?? account?.ended ?? PAID_PLANS[0]
  return {
    plan: PAID_PLANS.find((plan) => plan === search.plan) ?? own,
    days: SUBSCRIPTION_DAYS.find((days) => String(days) === search.days) ?? SUBSCRIPTION_DAYS[0],
    coupon: (search.coupon ?? '').trim().slice(0, 60),
  }
}

/** The search of an address that says it; an empty coupon is left out. */
export function writeChoice({ plan, days, coupon }: Order): Record<string, string | number> {
  return { plan, days, ...(coupon !== '' && { coupon }) }
}

/** How a purchase of a plan joins what is paid for already: `addPurchase` of the core in a word. */
export function stackingOf(
  { active, ahead }: Pick<Account, 'active' | 'ahead'>,
  plan: Order['plan'],
): 'fresh' | 'adds' | 'at_once' | 'waits' {
  const spans = [active, ...ahead].flatMap((span) => span ?? [])
  if (spans.length === 0) return 'fresh'
  if (spans.some((span) => span.plan === plan)) return 'adds'
  return plan === 'professional' ? 'at_once' : 'waits'
}

/** The code of a refused coupon; null where the refusal is about something else. */
export function couponRefusal({ code }: Pick<Problem, 'code'>): `billing.coupon_${string}` | null {
  return isOfCoupon(code) ? code : null
}

function isOfCoupon(code: string): code is `billing.coupon_${string}` {
  return code.startsWith('billing.coupon_')
}
