import type { AccountSecrets, Accounts } from '../accounts.ts'
import { createAdmin, recordAction } from '../admin.ts'
import type { Admin } from '../admin.ts'
import type { Bots } from '../bot.ts'
import type { Config } from '../config.ts'
import type { Notify } from '../notify.ts'
import { createOperators } from '../operators.ts'
import type { Operators } from '../operators.ts'
import type { Security } from '../security.ts'
import { createSupport } from '../support.ts'
import type { Support } from '../support.ts'
import { VERSION } from '../version.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Later } from './model.ts'

/** What operators work with. */
export type Operations = { support: Support; admin: Admin; operators: Operators }

/** Creates the requests for support, the operators' actions and their second factors. */
export function createOperations(
  { clock, logger, keyRing, database, db }: Infrastructure,
  { settings }: Config,
  {
    secrets,
    security,
    accounts,
    bots,
    notify,
    later,
  }: {
    secrets: AccountSecrets
    security: Security
    accounts: Accounts
    bots: Bots
    notify: Notify
    later: Later
  },
): Operations {
  const support = createSupport({ db, clock, settings: settings.support, notify })
  const admin = createAdmin({
    db,
    clock,
    accounts,
    support,
    notify,
    version: VERSION,
    stopBot: (driverId) => bots.stopBot(driverId, 'suspended'),
    stopDue: bots.sweeps.stopDue,
    endSession: (sessionId) => later.http.endSession(sessionId),
    onFault: (error, what) => logger.warn({ err: error }, what),
  })
  const operators = createOperators({
    db,
    pool: database.pool,
    keyRing,
    clock,
    secret: secrets.secret,
    settings: settings.operators,
    security,
    accounts,
    recordAction,
  })
  return { support, admin, operators }
}
