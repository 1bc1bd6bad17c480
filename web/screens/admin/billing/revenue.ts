import { isDay } from '@madruga/core/days.ts'
import type { RevenueReport } from './queries.ts'

type Account = RevenueReport['accounts'][number]

/** The ledger's accounts in the order of a report. */
const GROUPS = {
  revenue: [
    'revenue.blocks',
    'revenue.instant_days',
    'revenue.check_ins',
    'revenue.subscriptions',
    'revenue.fees',
  ],
  discounts: ['discounts.coupons', 'discounts.referrals', 'discounts.waived'],
  costs: ['gateway_fees', 'refunds'],
} as const
export type AccountGroup = keyof typeof GROUPS

/**
 * The days of an address. The server chooses missing ones: today is the day of its zone, not of this device.
 */
export function readDays({ from, to }: { from?: string; to?: string }): { from?: string; to?: string } {
  return { ...(from !== undefined && isDay(from) && { from }), ...(to !== undefined && isDay(to) && { to }) }
}

/**
 * Accounts grouped by their role in the result, in order, with sums. Accounts without a group, such as
 * `gateway`, are `others`.
 */
export function groupAccounts(accounts: readonly Account[]): {
  groups: { group: AccountGroup; accounts: Account[]; cents: number }[]
  others: Account[]
} {
  const knownKinds: string[] = Object.values(GROUPS).flat()
  const groups = (Object.keys(GROUPS) as AccountGroup[]).map((group) => {
    const kinds: readonly string[] = GROUPS[group]
    const own = kinds.flatMap((kind) => accounts.filter((account) => account.kind === kind))
    return { group, accounts: own, cents: own.reduce((sum, { cents }) => sum + cents, 0) }
  })
  return { groups, others: accounts.filter(({ kind }) => !knownKinds.includes(kind)) }
}

/** The week with the highest revenue; null if there was none. */
export function bestWeek(weeks: RevenueReport['byWeek']): RevenueReport['byWeek'][number] | null {
  const first = weeks.toSorted((one, other) => other.cents - one.cents)[0]
  return first !== undefined && first.cents > 0 ? first : null
}
