import { paidAt, paidUntil } from '@madruga/core/subscriptions.ts'
import { AppError } from '@madruga/core/errors.ts'
import { planOf } from '@madruga/core/plans.ts'
import { findPayer, lockPayer, forEachOf } from '../payers.ts'
import type { Tx } from '../payers.ts'
import type { SubscriptionsDeps } from './model.ts'
import { readPeriods } from './store/periods.ts'
import * as store from './store/plans.ts'

const DRIVERS_A_SWEEP = 500

/**
 * Gives each account the plan that is paid for now, where one plan follows another; tells drivers whose
 * subscription ends soon.
 */
export async function syncPlans(deps: SubscriptionsDeps): Promise<void> {
  const now = deps.clock.now()
  const outdated = await store.readOutdatedPlans(deps.db, now, DRIVERS_A_SWEEP)
  await forEachOf(deps, outdated, 'a plan has not changed yet', (driverId) =>
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
  await deps.accounts.setPlan(tx, driverId, {
    plan: active.plan,
    subscribedUntil: paidUntil(periods, now),
  })
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
