import { paidAt } from '@madruga/core/billing.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { readDues } from './dues.ts'
import { tierOf } from './editions.ts'
import type { BillingDeps } from './model.ts'
import { findPayer } from './payer.ts'
import { readCredits } from './store/friends.ts'
import { readCustomer } from './store/payers.ts'
import { readUnderWay } from './store/payments.ts'
import { readPrices } from './store/prices.ts'
import { readSpans } from './store/spans.ts'
import { viewPayments, viewRows } from './views.ts'

export type AccountView = Outputs['billing']['account']

/** What a driver has paid for, what they owe, and what things cost. */
export async function readAccount(deps: BillingDeps, driverId: string): Promise<AccountView> {
  const { db } = deps
  const payer = await findPayer(db, driverId)
  const now = deps.clock.now()
  const [spans, { unpaid, dues }, prices, credits, customer, underWay] = await Promise.all([
    readSpans(db, driverId),
    readDues(deps, db, payer),
    readPrices(db, deps.settings),
    readCredits(db, driverId),
    readCustomer(db, driverId),
    readUnderWay(db, driverId),
  ])
  const active = paidAt(spans, now)
  return {
    active,
    ahead: spans.filter((span) => span.from > now),
    ended: active === null ? tierOf(payer.prepaid) : null,
    canSubscribe: payer.variant === 'amazon',
    prices,
    status: payer.status,
    suspendedForDues: payer.status === 'suspended' && payer.statusCause === 'dues',
    unpaid: await viewRows(deps, db, unpaid),
    suspendsAt: dues.suspendsAt,
    underWay: await viewPayments(db, underWay),
    autopay: customer?.autopay ?? false,
    credits,
    gateway: deps.gateway,
  }
}
