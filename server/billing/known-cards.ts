import type { PaymentMethod } from './cards.ts'
import { takeBackForCards } from './referral-rewards.ts'
import { cardIdentity, keepCards, readCards } from './store/identities.ts'
import type { BillingDeps } from './model.ts'
import { lockPayer } from './store/drivers.ts'

/**
 * Keeps by which cards a driver is known, as soon as the gateway names them: whatever is priced afterwards
 * knows of them. Credits that friends with one of these cards earned them before are taken back, unless they
 * were used.
 */
export async function noteCards(
  deps: Pick<BillingDeps, 'db' | 'identityKey' | 'notify'>,
  driverId: string,
  methods: readonly Pick<PaymentMethod, 'fingerprint'>[],
): Promise<void> {
  const found = methods.flatMap(({ fingerprint }) =>
    fingerprint === null ? [] : [cardIdentity(deps.identityKey, fingerprint)],
  )
  const known = await readCards(deps.db, driverId)
  const fresh = [...new Set(found)].filter((digest) => !known.includes(digest))
  if (fresh.length === 0) return
  await deps.db.transaction().execute(async (tx) => {
    // Gone meanwhile: nobody is left to know.
    if ((await lockPayer(tx, driverId)) === null) return
    await keepCards(tx, driverId, fresh)
    await takeBackForCards(deps, tx, driverId, fresh)
  })
}
