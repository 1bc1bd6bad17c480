import type { Accounts } from '../../people/accounts.ts'
import type { Db, PayersDeps } from '../payers.ts'

/** What subscriptions need. */
export type SubscriptionsDeps = PayersDeps & {
  accounts: Pick<Accounts, 'setStatus' | 'setPlan'>
  /** A driver was suspended for what they owe: their bot stops at once. */
  stopBot(driverId: string): Promise<void>
  /**
   * Sees to it that no bot searches by a filter that the basic plan does not have: refuses with
   * `accounts.bot_running` while one does. The filter itself is kept.
   */
  refusePlanViolationAtWork(tx: Db, driverId: string): Promise<void>
}
