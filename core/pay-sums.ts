import { isPaidIn, pickPay } from './offers.ts'
import type { Pay } from './offers.ts'

/** What several offers or blocks of one currency pay together, and how many they are. */
export type CurrencySum = Pay & { count: number }

/** A sum of pay, and what is paid in each other currency, which is not in it. */
export type PaySum = Pay & { others: CurrencySum[] }

/** How many there are of each currency, in the order in which they first occur; null = USD. */
export type CurrencyCounts = Map<string | null, number>

/** Counts one more, or this many more, of a currency. */
export function countCurrency(counts: CurrencyCounts, currency: Pay['currency'], times = 1): void {
  const known = currency === 'USD' ? null : (currency ?? null)
  counts.set(known, (counts.get(known) ?? 0) + times)
}

/** The currency that most of these are, the first of as many; null = USD. */
export function mainCurrency(all: Iterable<Pick<Pay, 'currency'>>): string | null {
  const counts: CurrencyCounts = new Map()
  for (const { currency } of all) countCurrency(counts, currency)
  return mostCounted(counts)
}

/** The currency of the largest count, the first of as many; null = USD. */
export function mostCounted(counts: ReadonlyMap<string | null, number>): string | null {
  let [main, most] = [null as string | null, 0]
  for (const [currency, count] of counts) if (count > most) [main, most] = [currency, count]
  return main
}

/**
 * Adds a pay, or a sum with its count, to the sum of its currency. A sum is an estimate as soon as one of its
 * parts is not stated.
 */
export function addPay(sums: CurrencySum[], pay: Pay & { count?: number }): void {
  let sum = sums.find((one) => isPaidIn(pay, one.currency ?? null))
  if (sum === undefined) {
    const currency = isPaidIn(pay, null) ? null : pay.currency
    sums.push((sum = { ...pickPay({ payCents: 0, tipCents: 0, currency }), count: 0 }))
  }
  sum.count += pay.count ?? 1
  sum.payCents += pay.payCents
  sum.tipCents += pay.tipCents
  if (pay.payBasis) sum.payBasis = 'estimated'
}

/**
 * The pay of several offers or blocks, and the tips projected for them. Amounts of different currencies are
 * never added: the sum is of the currency in which most are paid, and `others` has the rest by currency.
 */
export function sumPay(all: Iterable<Pay>): PaySum {
  const sums: CurrencySum[] = []
  for (const one of all) addPay(sums, one)
  return leadSum(sums)
}

/** One sum first and the rest beside it: that of `main`, or else of the currency in which most are paid. */
export function leadSum(sums: readonly CurrencySum[], main = mostPaid(sums)): PaySum {
  const first = sums.find((one) => isPaidIn(one, main)) ?? { payCents: 0, tipCents: 0, currency: main }
  return { ...pickPay(first), others: sums.filter((one) => !isPaidIn(one, main)) }
}

function mostPaid(sums: readonly CurrencySum[]): string | null {
  return mostCounted(new Map(sums.map(({ currency, count }) => [currency ?? null, count])))
}
