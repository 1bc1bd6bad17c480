import { PAID_TIERS, SUBSCRIPTION_DAYS } from '@madruga/core/billing.ts'
import type { Problem } from '../../client.ts'
import type { Account, Wish } from './queries.ts'

/**
 * What an address says of a purchase, whatever somebody wrote into it. What it leaves open: the edition that
 * one has or had, else advanced; one week.
 */
export function readChoice(
  search: Record<string, unknown>,
  account: Pick<Account, 'active' | 'ended'> | null,
): Wish {
  const own = account?.active?.tier ?? account?.ended ?? PAID_TIERS[0]
  return {
    tier: PAID_TIERS.find((tier) => tier === search.tier) ?? own,
    days: SUBSCRIPTION_DAYS.find((days) => String(days) === String(search.days)) ?? SUBSCRIPTION_DAYS[0],
    coupon: search.coupon === undefined ? '' : String(search.coupon).trim().slice(0, 60),
  }
}

/** The search of an address that says it; an empty coupon is left out. */
export function writeChoice({ tier, days, coupon }: Wish): Record<string, string | number> {
  return { tier, days, ...(coupon !== '' && { coupon }) }
}

/** How a purchase of an edition joins what is paid for already: `addPurchase` of the core in a word. */
export function stackingOf(
  { active, ahead }: Pick<Account, 'active' | 'ahead'>,
  tier: Wish['tier'],
): 'fresh' | 'adds' | 'at_once' | 'waits' {
  const paid = [active, ...ahead].flatMap((span) => span ?? [])
  if (paid.length === 0) return 'fresh'
  if (paid.some((span) => span.tier === tier)) return 'adds'
  return tier === 'professional' ? 'at_once' : 'waits'
}

/** The code of a refused coupon; null where the refusal is about something else. */
export function couponRefusal({ code }: Pick<Problem, 'code'>): `billing.coupon_${string}` | null {
  return isOfCoupon(code) ? code : null
}

function isOfCoupon(code: string): code is `billing.coupon_${string}` {
  return code.startsWith('billing.coupon_')
}
