import { cardIdentity, keepCards, readCards, lockPayer } from '../payers.ts'
import type { PaymentMethod } from './gateway.ts'
import type { PaymentsDeps } from './model.ts'

/**
 * Keeps by which cards a driver is known, as soon as the gateway names them: whatever is priced afterwards
 * knows of them. Credits that friends with one of these cards earned them before are taken back, unless they
 * were used.
 */
export async function noteCards(
  deps: Pick<PaymentsDeps, 'db' | 'identityKey' | 'takeBackForCards'>,
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
    // Gone meanwhile: no one is left to know.
    if ((await lockPayer(tx, driverId)) === null) return
    await keepCards(tx, driverId, fresh)
    await deps.takeBackForCards(tx, driverId, fresh)
  })
}
