import { paidAt, paidUntil, placePurchase, takeBack } from '@madruga/core/subscriptions.ts'
import type { SoldTime, PayableInvoice } from '@madruga/core/payments.ts'
import { planOf } from '@madruga/core/plans.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { changeInvoice, placeWeeks } from '../invoices.ts'
import type { InvoiceRow } from '../invoices.ts'
import type { Db, Payer, Tx } from '../payers.ts'
import type { SubscriptionsDeps } from './model.ts'
import { readPeriods, replacePeriods } from './store/periods.ts'

/** Adds the time that was bought to what is there, and lets the account follow it. */
export async function addTime(
  { accounts }: Pick<SubscriptionsDeps, 'accounts'>,
  tx: Tx,
  payer: Payer,
  invoice: InvoiceRow,
  purchase: NonNullable<PayableInvoice['purchase']>,
  at: Timestamp,
): Promise<void> {
  const before = await readPeriods(tx, payer.id)
  const { periods, from, to, weekStarts } = placePurchase(before, purchase, payer.timeZone, at)
  await replacePeriods(tx, payer.id, periods)
  await changeInvoice(tx, invoice.id, { spanMs: to - from, from, to })
  await placeWeeks(tx, invoice.id, weekStarts)
  await accounts.setPlan(tx, payer.id, {
    plan: paidAt(periods, at)!.plan,
    subscribedUntil: paidUntil(periods, at),
  })
}

/**
 * Takes time back that was sold, as far as it is still ahead; the account follows what is left, and its
 * driver is told where that is another plan.
 */
export async function takeTimeBack(
  deps: Pick<SubscriptionsDeps, 'accounts' | 'notify'>,
  tx: Tx,
  payer: Payer,
  purchase: SoldTime,
  at: Timestamp,
): Promise<void> {
  const before = await readPeriods(tx, payer.id)
  const after = takeBack(before, purchase, at)
  // All of it was worked with already, and stays.
  if (JSON.stringify(after) === JSON.stringify(before)) return
  await replacePeriods(tx, payer.id, after)
  const active = paidAt(after, at)
  // With nothing left the plan has ended, as it does by itself: the bot stops, and the driver renews it or
  // leaves it.
  const plan = active?.plan ?? planOf(payer.planNumber)
  await deps.accounts.setPlan(tx, payer.id, { plan, subscribedUntil: paidUntil(after, at) })
  if (active === null || active.plan === paidAt(before, at)?.plan) return
  const params = { tier: active.plan, until: active.until }
  const event = `edition_changed ${active.from} ${active.plan}`
  await deps.notify.announce(tx, { driverId: payer.id, kind: 'edition_changed', params, event })
}

/** Whether a driver had paid for an instant, by what they have paid for until now. */
export async function readSubscribed(db: Db, driverId: string): Promise<(time: Timestamp) => boolean> {
  const periods = await readPeriods(db, driverId)
  return (time) => paidAt(periods, time) !== null
}
