import { isDay } from '../../days.ts'
import type { RevenueReport } from './queries.ts'

type Account = RevenueReport['accounts'][number]

/** The accounts of the house in the order in which a report is read. */
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
 * The days that an address names. Those that it does not name the server chooses: today is the day of its
 * zone, not of this device.
 */
export function readDays({ from, to }: { from?: string; to?: string }): { from?: string; to?: string } {
  return {
    ...(from !== undefined && isDay(from) && { from }),
    ...(to !== undefined && isDay(to) && { to }),
  }
}

/**
 * Accounts by what they are to the result, in reading order, with what they come to. What no group knows,
 * such as `gateway`, is `others`.
 */
export function groupAccounts(accounts: readonly Account[]): {
  groups: { group: AccountGroup; accounts: Account[]; cents: number }[]
  others: Account[]
} {
  const known: string[] = Object.values(GROUPS).flat()
  const groups = (Object.keys(GROUPS) as AccountGroup[]).map((group) => {
    const kinds: readonly string[] = GROUPS[group]
    const own = kinds.flatMap((kind) => accounts.filter((account) => account.kind === kind))
    return { group, accounts: own, cents: own.reduce((sum, { cents }) => sum + cents, 0) }
  })
  return { groups, others: accounts.filter(({ kind }) => !known.includes(kind)) }
}

/** The week that brought most; null where none brought anything. */
export function bestWeek(weeks: RevenueReport['byWeek']): RevenueReport['byWeek'][number] | null {
  const first = weeks.toSorted((one, other) => other.cents - one.cents)[0]
  return first !== undefined && first.cents > 0 ? first : null
}
