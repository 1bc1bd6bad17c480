import type { AccountSecrets, Accounts } from '../accounts.ts'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { createAdmin, recordAction } from '../admin.ts'
import { createConsole, createFleetWatch } from '../console.ts'
import type { Console, FleetWatch } from '../console.ts'
import type { Admin } from '../admin.ts'
import type { Accounting } from '../billing.ts'
import { announceHouseRules } from '../bot.ts'
import type { Bots } from '../bot.ts'
import type { Config } from '../config.ts'
import type { Notify } from '../notify.ts'
import { retryJobs } from '../jobs.ts'
import type { readJobStates } from '../jobs.ts'
import { createOperators } from '../operators.ts'
import type { Operators } from '../operators.ts'
import { createInstances } from '../platforms.ts'
import type { Instances } from '../platforms.ts'
import type { Security } from '../security.ts'
import type { Referrals } from '../subscriptions.ts'
import { createSupport } from '../support.ts'
import type { Support } from '../support.ts'
import { VERSION } from '../version.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Later } from './model.ts'

/** What operators work with. */
export type Operations = {
  support: Support
  admin: Admin
  console: Console
  operators: Operators
  instances: Instances
}

/** Creates the requests for support, the operators' actions and their second factors. */
export function createOperations(
  { clock, logger, keyRing, database, db, platforms }: Infrastructure,
  { settings, timeZone }: Config,
  {
    secrets,
    security,
    accounts,
    bots,
    notify,
    accounting,
    referrals,
    later,
  }: {
    secrets: AccountSecrets
    security: Security
    accounts: Accounts
    bots: Bots
    notify: Notify
    accounting: Accounting
    referrals: Referrals
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
    retryJobs,
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
    notify,
    recordAction,
  })
  const console = createConsole({
    db,
    clock,
    timeZone,
    accounting,
    notify,
    referrals,
    admin,
  })
  const { refresh, probeDraft } = platforms
  const known = { db, keyRing, clock, refresh, probeDraft }
  const instances = createInstances({ ...known, announceHouseRules, recordAction, notify })
  return { support, admin, console, operators, instances }
}

/** Creates the recurring looks at the whole service; `readJobs` reads the states of all jobs. */
export function watchFleet(
  { clock, db, platform, writes }: Infrastructure,
  { settings, keyRingFile }: Config,
  known: {
    bots: Bots
    accounting: Accounting
    notify: Notify
    readJobs: () => ReturnType<typeof readJobStates>
  },
): FleetWatch {
  return createFleetWatch({
    ...known,
    db,
    clock,
    platform,
    settings: settings.incidents,
    // What this process keeps, and the embedded services with it, is beside the key ring.
    findWriteTrouble: writes.find,
    readFree: () => readFreeShare(path.dirname(keyRingFile)),
  })
}

async function readFreeShare(folder: string): Promise<number | null> {
  try {
    const { bavail, blocks } = await statfs(folder)
    return blocks > 0 ? bavail / blocks : null
  } catch {
    return null
  }
}
