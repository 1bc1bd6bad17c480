import { describeVariant } from '@madruga/core/variants.ts'
import { paidAt } from '@madruga/core/subscriptions.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { planOf } from '@madruga/core/plans.ts'
import { readPrices } from '../invoices.ts'
import { findPayer, readCustomer } from '../payers.ts'
import { readUnderWay } from '../payments.ts'
import { readOverdue, readCredits, readPeriods } from '../subscriptions.ts'
import type { BillingDeps } from './model.ts'
import { viewPayments, viewRows } from './views.ts'

export type AccountView = Outputs['billing']['account']

/** What a driver has paid for, what they owe, and what things cost. */
export async function readAccount(deps: BillingDeps, driverId: string): Promise<AccountView> {
  const { db } = deps
  const payer = await findPayer(db, driverId)
  const now = deps.clock.now()
  const [periods, { unpaid, dunning }, prices, credits, customer, underWay] = await Promise.all([
    readPeriods(db, driverId),
    readOverdue(deps, db, payer),
    readPrices(db, deps.settings),
    readCredits(db, driverId),
    readCustomer(db, driverId),
    readUnderWay(db, driverId),
  ])
  const active = paidAt(periods, now)
  const plan = planOf(payer.planNumber)
  return {
    active,
    ahead: periods.filter((span) => span.from > now),
    ended: active !== null || plan === 'basic' ? null : plan,
    canSubscribe: describeVariant(payer.variant).hasPlans,
    prices,
    status: payer.status,
    suspendedForUnpaid: payer.status === 'suspended' && payer.statusCause === 'dues',
    unpaid: deps.settings.charges ? await viewRows(deps, db, unpaid) : [],
    suspendsAt: dunning.suspendsAt,
    underWay: await viewPayments(db, underWay),
    autopay: customer?.autopay ?? false,
    credits,
    gateway: deps.gateway,
  }
}
