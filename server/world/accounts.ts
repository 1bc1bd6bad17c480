import { createAccounts } from '../people/accounts.ts'
import type { AccountSecrets, Accounts } from '../people/accounts.ts'
import { forgetPayer } from '../money/billing.ts'
import type { Referrals } from '../money/subscriptions.ts'
import type { Config } from '../config.ts'
import { forgetDriver } from '../driver/log.ts'
import type { Notify } from '../notify.ts'
import type { Security } from '../ops/security.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Later, Overrides } from './model.ts'

/** Creates the accounts. Their hooks call other modules (`later`) when an account ends or moves. */
export async function openAccounts(
  { clock, logger, db, dates }: Infrastructure,
  { captcha, breachesUrl, publicUrl, settings, variants }: Config,
  overrides: Overrides,
  {
    secrets,
    later,
    ...others
  }: { secrets: AccountSecrets; security: Security; notify: Notify; referrals: Referrals; later: Later },
): Promise<Accounts> {
  return await createAccounts({
    kysely: dates.kysely,
    db,
    offered: variants,
    pool: dates.pool,
    ...secrets,
    captcha,
    breachesUrl,
    publicUrl,
    clock,
    ...others,
    onFault: (message, details) => logger.error({ details }, message),
    operatorSessionMs: settings.operators.sessionMs,
    isBotResting: (tx, driverId) => later.bots.isResting(tx, driverId),
    forgetLog: forgetDriver,
    leaveBilling: (tx, driverId) => later.billing.closeAccount(tx, driverId),
    forgetPayer,
    gatherCards: (driverId) => later.billing.gatherCards(driverId),
    moveFilters: (tx, driverId, timeZone) => later.filters.moveFilters(tx, driverId, timeZone),
    onSessionEnded: (sessionId) => later.http.endSession(sessionId),
    ...overrides.accounts,
  })
}
