import { defineModule } from '../module.ts'
import { addPurchase, paidAt, paidUntil, placePurchase, takeBack } from '@madruga/core/subscriptions.ts'
import type { MethodKind } from '@madruga/core/invoices.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { sumCents } from '@madruga/core/money.ts'
import { findPayer, lockPayer, forEachOf } from './payers.ts'
import type { Tx, Db, Payer } from './payers.ts'
import { pricePurchase } from './payments.ts'
import type { PaymentsDeps, Order } from './payments.ts'
import * as store from './subscriptions/store/periods.ts'
import { readPeriods, replacePeriods } from './subscriptions/store/periods.ts'
import { AppError } from '@madruga/core/errors.ts'
import { planOf } from '@madruga/core/plans.ts'
import type { SubscriptionsDeps } from './subscriptions/model.ts'
import type { SoldTime, PayableInvoice } from '@madruga/core/payments.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { changeInvoice, placeWeeks } from './invoices.ts'
import type { InvoiceRow } from './invoices.ts'

/** The entry of subscriptions: paid time, plans, dunning, and friends whom drivers bring. */

export {
  openInvoice,
  readOverdue,
  restoreIfClear,
  runDunning,
  suspendsAfter,
} from './subscriptions/dunning.ts'
export type { SubscriptionsDeps } from './subscriptions/model.ts'

export * from './subscriptions/referral-rewards.ts'
export { createReferrals } from './subscriptions/referrals.ts'
export type { Referrals } from './subscriptions/referrals.ts'
export { readPeriods } from './subscriptions/store/periods.ts'
export * from './subscriptions/store/referral-rewards.ts'

/** The declaration of subscriptions. */
export const subscriptions = defineModule({
  tables: ['invitations', 'invoice_reminders', 'referral_codes', 'referrals', 'subscription_periods'],
  sections: [
    {
      name: 'subscriptions',
      from: 'subscription_periods',
      columns: 'plan, from_at, until_at',
      key: [['from_at', 'timestamptz']],
    },
    { name: 'referralCodes', from: 'referral_codes', columns: 'code, keep_credits', key: [['code', 'text']] },
    {
      name: 'invitations',
      from: 'invitations',
      columns: 'id, phone, sent_at, archived_at',
      key: [['id', 'bigint']],
    },
    // Without the friend's identity: their account is private.
    {
      name: 'referrals',
      from: 'referrals',
      columns: 'joined_at, earned_at, used_by as used_by_invoice',
      key: [['friend_id', 'text']],
    },
  ],
})

/** What a subscription would cost now, and until when it would last. Refuses like `pricePurchase`. */
export async function quote(
  deps: PaymentsDeps,
  driverId: string,
  order: Order & { methodKind: MethodKind },
): Promise<Outputs['billing']['quote']> {
  const payer = await findPayer(deps.db, driverId)
  const { priced, coupon } = await pricePurchase(deps, deps.db, payer, order, order.methodKind, '')
  const periods = await readPeriods(deps.db, driverId)
  const { creditsCents, ...lines } = priced
  const after = addPurchase(periods, order, payer.timeZone, deps.clock.now())
  return {
    ...lines,
    creditsCents: sumCents(creditsCents),
    creditsUsed: creditsCents.length,
    coupon: coupon?.code ?? null,
    active: paidAt(after, deps.clock.now())!,
    until: after.findLast((span) => span.plan === order.plan)!.until,
  }
}

const DRIVERS_A_SWEEP = 500

/**
 * Gives each account the plan that is paid for now, where one plan follows another; tells drivers whose
 * subscription ends soon.
 */
export async function syncPlans(deps: SubscriptionsDeps): Promise<void> {
  const now = deps.clock.now()
  const driverIds = await store.readOutdatedPlans(deps.db, now, DRIVERS_A_SWEEP)
  await forEachOf(deps, driverIds, 'a plan has not changed yet', (driverId) =>
    deps.db.transaction().execute((tx) => syncPlan(deps, tx, driverId)),
  )
  const ending = await store.readEnding(deps.db, { now, before: now + deps.settings.endingMs })
  await forEachOf(deps, ending, 'the end of a subscription is not told yet', ({ driverId, plan, endsAt }) =>
    deps.db.transaction().execute(async (tx) => {
      const event = `subscription_ending ${endsAt}`
      await deps.notify.announce(tx, {
        driverId,
        kind: 'subscription_ending',
        params: { tier: plan, endsAt },
        event,
      })
    }),
  )
}

async function syncPlan(deps: SubscriptionsDeps, tx: Tx, driverId: string): Promise<void> {
  const payer = await lockPayer(tx, driverId)
  if (payer === null) return
  const now = deps.clock.now()
  const periods = await readPeriods(tx, driverId)
  const active = paidAt(periods, now)
  if (active === null || planOf(payer.planNumber) === active.plan) return
  await deps.accounts.setPlan(tx, driverId, { plan: active.plan, subscribedUntil: paidUntil(periods, now) })
  const params = { tier: active.plan, until: active.until }
  const event = `edition_changed ${active.from} ${active.plan}`
  await deps.notify.announce(tx, { driverId, kind: 'edition_changed', params, event })
}

/**
 * Back to basic after a subscription has ended; a filter that has more than basic waits for its plan.
 * Refuses with `billing.too_late` while one is paid for, and with `accounts.bot_running` while the bot
 * searches by such a filter.
 */
export async function leaveSubscription(deps: SubscriptionsDeps, driverId: string): Promise<void> {
  await findPayer(deps.db, driverId)
  await deps.db.transaction().execute(async (tx) => {
    await deps.refusePlanViolationAtWork(tx, driverId)
    await lockPayer(tx, driverId)
    if (paidUntil(await readPeriods(tx, driverId), deps.clock.now()) !== null)
      throw new AppError('billing.too_late')
    await deps.accounts.setPlan(tx, driverId, { plan: 'basic', subscribedUntil: null })
  })
}

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
