import { makeId, secondsOf } from './context.ts'
import type { CardContext } from './context.ts'
import type { Item } from './store.ts'

const TWO_DAYS_S = 2 * 86_400

/** A line before it is written: its type, its amount and the gateway's fee, both in cents. */
export type NewLine = {
  /** The object that it books. */
  source: string
  type: string
  category: string
  amount: number
  fee: number
}

/** Writes one line of the account's balance. */
export function recordBalanceLine(
  context: CardContext,
  { source, type, category, amount, fee }: NewLine,
): Item {
  const line: Item = {
    id: makeId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: secondsOf(context.now) + TWO_DAYS_S,
    balance_type: 'payments',
    created: secondsOf(context.now),
    currency: 'usd',
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [describeFee(category, fee)],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'pending',
    type,
  }
  context.store.insert(line)
  return line
}

function describeFee(category: string, amount: number): object {
  const description = category === 'dispute' ? 'Dispute fee' : 'Processing fees'
  return { amount, application: null, currency: 'usd', description, type: 'stripe_fee' }
}
