import { isDeepStrictEqual } from 'node:util'
import type { SubscriptionPeriod } from '@madruga/core/subscriptions.ts'
import { seededRandom } from '../chaos/random.ts'
import { calculateYear } from './oracle.ts'
import { drawYear, keepAccounts } from './year.ts'

/** What a year of this many drivers came to, and where the two books differ. */
export type YearReport = { drivers: number; invoices: number; totalCents: number; differences: string[] }

/**
 * Keeps the books of a year twice, by the product's rules and by the oracle's, and compares every invoice of
 * every driver.
 */
export function compareYears(drivers: number, seed: number): YearReport {
  const report: YearReport = { drivers, invoices: 0, totalCents: 0, differences: [] }
  for (let index = 0; index < drivers; index++) {
    const year = drawYear(seededRandom(seed * 1_000_003 + index))
    const accounting = keepAccounts(year)
    const ours = {
      weeks: accounting.weeks.map(({ at, references, credited, pricing }) => ({
        at,
        references,
        credited,
        totals: totalsOf(pricing),
      })),
      purchases: accounting.purchases.map(totalsOf),
      paid: joined(accounting.periods),
    }
    const theirs = calculateYear(year)
    const all = [...ours.weeks.map((week) => week.totals), ...ours.purchases]
    report.invoices += all.length
    for (const totals of all) report.totalCents += totals.at(-1)!
    if (isDeepStrictEqual(ours, theirs)) continue
    const week = ours.weeks.findIndex((each, at) => !isDeepStrictEqual(each, theirs.weeks[at]))
    const apart = [
      [ours.purchases, ours.paid],
      [theirs.purchases, theirs.paid],
    ]
    const pair = week < 0 ? apart : [ours.weeks[week], theirs.weeks[week]]
    report.differences.push(`driver ${index}: ${JSON.stringify(pair[0])} against ${JSON.stringify(pair[1])}`)
  }
  return report
}

/** Spans without their plans. */
function joined(periods: readonly SubscriptionPeriod[]): [from: number, to: number][] {
  const all: [from: number, to: number][] = []
  for (const { from, until } of periods) {
    const last = all.at(-1)
    if (last?.[1] === from) last[1] = until
    else all.push([from, until])
  }
  return all
}

function totalsOf({
  couponCents,
  creditsCents,
  waivedCents,
  feeCents,
  totalCents,
}: ReturnType<typeof keepAccounts>['purchases'][number]): number[] {
  const credits = creditsCents.reduce((one, other) => one + other, 0)
  return [couponCents, credits, waivedCents, feeCents, totalCents]
}
