import { paidAt, paidUntil } from '@madruga/core/billing.ts'
import type { PaidTier } from '@madruga/core/billing.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { BillingDeps, Tx } from './model.ts'
import { findPayer } from './payer.ts'
import { lockPayer } from './store/drivers.ts'
import * as store from './store/plans.ts'
import { readPeriods } from './store/periods.ts'
import { forEachOf } from './sweep.ts'

const DRIVERS_A_SWEEP = 500

/** The number that the account keeps of an edition (the seed's "prepaid"). */
export function prepaidOf(tier: PaidTier | null): 1 | 2 | null {
  if (tier === null) return null
  return tier === 'professional' ? 2 : 1
}

/** The edition of an account; null = basic. */
export function tierOf(prepaid: 1 | 2 | null): PaidTier | null {
  if (prepaid === null) return null
  return prepaid === 2 ? 'professional' : 'advanced'
}

/**
 * Lets accounts follow what is paid for, where one edition follows another; tells whoever's subscription ends
 * soon.
 */
export async function syncPlans(deps: BillingDeps): Promise<void> {
  const now = deps.clock.now()
  const turning = await store.readTurning(deps.db, now, DRIVERS_A_SWEEP)
  await forEachOf(deps, turning, 'an edition has not changed yet', (driverId) =>
    deps.db.transaction().execute((tx) => turnDriver(deps, tx, driverId)),
  )
  const ending = await store.readEnding(deps.db, { now, before: now + deps.settings.endingMs })
  await forEachOf(deps, ending, 'the end of a subscription is not told yet', ({ driverId, tier, endsAt }) =>
    deps.db.transaction().execute(async (tx) => {
      const event = `subscription_ending ${endsAt}`
      await deps.notify.announce(tx, {
        driverId,
        kind: 'subscription_ending',
        params: { tier, endsAt },
        event,
      })
    }),
  )
}

async function turnDriver(deps: BillingDeps, tx: Tx, driverId: string): Promise<void> {
  const payer = await lockPayer(tx, driverId)
  if (payer === null) return
  const now = deps.clock.now()
  const periods = await readPeriods(tx, driverId)
  const active = paidAt(periods, now)
  if (active === null || payer.prepaid === prepaidOf(active.tier)) return
  await deps.accounts.setEdition(tx, driverId, {
    prepaid: prepaidOf(active.tier),
    subscribedUntil: paidUntil(periods, now),
  })
  const params = { tier: active.tier, until: active.until }
  const event = `edition_changed ${active.from} ${active.tier}`
  await deps.notify.announce(tx, { driverId, kind: 'edition_changed', params, event })
}

/**
 * Back to basic after a subscription has ended; a filter that has more than basic waits for its edition.
 * Refuses with `billing.too_late` while one is paid for, and with `accounts.bot_running` while the bot
 * searches by such a filter.
 */
export async function leaveSubscription(deps: BillingDeps, driverId: string): Promise<void> {
  await findPayer(deps.db, driverId)
  await deps.db.transaction().execute(async (tx) => {
    await deps.refusePlanViolationAtWork(tx, driverId)
    await lockPayer(tx, driverId)
    if (paidUntil(await readPeriods(tx, driverId), deps.clock.now()) !== null)
      throw new AppError('billing.too_late')
    await deps.accounts.setEdition(tx, driverId, { prepaid: null, subscribedUntil: null })
  })
}
