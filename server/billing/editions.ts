import { paidAt, paidUntil } from '@madruga/core/billing.ts'
import type { PaidTier } from '@madruga/core/billing.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { BillingKit, Tx } from './model.ts'
import { findPayer } from './payer.ts'
import { lockPayer } from './store/drivers.ts'
import * as store from './store/editions.ts'
import { readSpans } from './store/spans.ts'
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

/** Lets accounts follow what is paid for, where one edition follows another; tells whoever's subscription ends soon. */
export async function turnEditions(kit: BillingKit): Promise<void> {
  const now = kit.clock.now()
  const turning = await store.readTurning(kit.db, now, DRIVERS_A_SWEEP)
  await forEachOf(kit, turning, 'an edition has not changed yet', (driverId) =>
    kit.db.transaction().execute((tx) => turnDriver(kit, tx, driverId)),
  )
  const ending = await store.readEnding(kit.db, { now, before: now + kit.settings.endingMs })
  await forEachOf(kit, ending, 'the end of a subscription is not told yet', ({ driverId, tier, endsAt }) =>
    kit.db.transaction().execute(async (tx) => {
      const event = `subscription_ending ${endsAt}`
      await kit.notify.announce(tx, {
        driverId,
        kind: 'subscription_ending',
        params: { tier, endsAt },
        event,
      })
    }),
  )
}

async function turnDriver(kit: BillingKit, tx: Tx, driverId: string): Promise<void> {
  const payer = await lockPayer(tx, driverId)
  if (payer === null) return
  const now = kit.clock.now()
  const spans = await readSpans(tx, driverId)
  const active = paidAt(spans, now)
  if (active === null || payer.prepaid === prepaidOf(active.tier)) return
  await kit.accounts.setEdition(tx, driverId, {
    prepaid: prepaidOf(active.tier),
    subscribedUntil: paidUntil(spans, now),
  })
  const params = { tier: active.tier, until: active.until }
  const event = `edition_changed ${active.from} ${active.tier}`
  await kit.notify.announce(tx, { driverId, kind: 'edition_changed', params, event })
}

/**
 * Back to basic after a subscription has ended; a filter that has more than basic waits for its edition. Refuses with `billing.too_late` while
 * one is paid for, and with `accounts.bot_running` while the bot hunts by such a filter.
 */
export async function leaveSubscription(kit: BillingKit, driverId: string): Promise<void> {
  await findPayer(kit.db, driverId)
  await kit.db.transaction().execute(async (tx) => {
    await kit.refuseDearAtWork(tx, driverId)
    await lockPayer(tx, driverId)
    if (paidUntil(await readSpans(tx, driverId), kit.clock.now()) !== null)
      throw new AppError('billing.too_late')
    await kit.accounts.setEdition(tx, driverId, { prepaid: null, subscribedUntil: null })
  })
}
