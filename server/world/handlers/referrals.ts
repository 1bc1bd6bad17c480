import type { Referrals } from '../../billing.ts'
import type { Handlers } from '../../http.ts'

/** The operations of referrals. */
export function referralsHandlers(referrals: Referrals): Handlers['referrals'] {
  return {
    get: ({ driverId }) => referrals.read(driverId),
    invite: ({ driverId }, { phone }) => referrals.invite(driverId, phone),
    keepCredits: ({ driverId }, { keep }) => referrals.keepCredits(driverId, keep),
    archive: ({ driverId }, { id, archived }) => referrals.archive(driverId, id, archived),
  }
}
