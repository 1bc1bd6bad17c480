import { createAccounts, openAccountSecrets } from '../people/accounts.ts'
import { COMMAND_LINE, createAdmin, recordAction } from '../console/admin.ts'
import { VERSION } from '../version.ts'
import type { Admin, OperatorTools } from '../console/admin.ts'
import { announceHouseRules } from '../bot.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db.ts'
import { systemClock } from '../kit/clock.ts'
import { createLogger } from '../kit/logger.ts'
import { retryJobs } from '../jobs.ts'
import { rotateKeys, tellRotation } from '../ops/keys.ts'
import type { KeyRing } from '../kit/encryption.ts'
import { createNotify } from '../notify.ts'
import { createInstances } from '../platforms.ts'
import { createSecurity, silentSecurity } from '../ops/security.ts'
import { createSupport } from '../people/support.ts'
import { openChecked } from './database.ts'
import { reachDatabase } from './reach-database.ts'

const CONNECTIONS = 4

/**
 * Opens what `npm run admin` works with, on the configured database or the embedded one: that of a running
 * product, or one that runs until the tools are closed. The modules are the product's own; the product sends,
 * stops and settles what they leave to do.
 */
export async function openOperatorTools(config: Config): Promise<OperatorTools> {
  const { databaseUrl, isOurs, end } = await reachDatabase(config)
  const opened: { close(): Promise<void> }[] = [{ close: end }]
  const closeAll = async () => {
    for (const each of opened.toReversed()) await each.close()
  }
  try {
    const { keyRingFile } = config
    const { database, keyRing } = await openChecked(databaseUrl, { keyRingFile, isOurs, max: CONNECTIONS })
    opened.push(database)
    const dates = openDatabase(databaseUrl, { max: CONNECTIONS, instants: 'date' })
    opened.push(dates)
    return { ...(await wire(config, { databaseUrl, database, dates, keyRing })), close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

type Opened = ReturnType<typeof openDatabase>
type Connected = { databaseUrl: string; database: Opened; dates: Opened; keyRing: KeyRing }

async function wire(
  config: Config,
  { databaseUrl, database, dates, keyRing }: Connected,
): Promise<Omit<OperatorTools, 'close'>> {
  const [db, clock] = [database.kysely, systemClock]
  const logger = createLogger({ level: 'silent', style: 'plain' })
  const { publicUrl, mail, phone, push, captcha, settings, keepLogDays } = config
  const notify = await createNotify({
    database,
    databaseUrl,
    clock,
    logger,
    keyRing,
    publicUrl,
    mail,
    phone,
    push,
    settings: settings.messages,
    keepNewsDays: keepLogDays,
    sends: false,
  })
  const secrets = await openAccountSecrets(db, keyRing, clock)
  const accounts = await createAccounts({
    kysely: dates.kysely,
    db,
    offered: config.variants,
    pool: dates.pool,
    ...secrets,
    captcha,
    breachesUrl: config.breachesUrl,
    publicUrl,
    clock,
    notify,
    security: silentSecurity,
    onFault: () => {},
    // Only registering and deleting accounts need it, which the command line does not do.
    referrals: { checkCode: async () => 'unknown', join: async () => {} },
    isBotResting: async () => false,
    forgetLog: async () => {},
    leaveBilling: async () => {},
    forgetPayer: async () => {},
    gatherCards: async () => () => {},
    moveFilters: async () => () => {},
    onSessionEnded: () => {},
  })
  const admin = createAdmin({
    db,
    clock,
    accounts,
    support: createSupport({ db, clock, settings: settings.support, notify }),
    notify,
    // The product's sweeps stop the bots, and its streams end by themselves.
    retryJobs,
    version: VERSION,
    stopBot: async () => {},
    stopDue: async () => {},
    endSession: () => {},
    onFault: () => {},
  })
  return {
    admin,
    publicUrl,
    instances: createInstances({ db, keyRing, clock, announceHouseRules, recordAction }),
    digest: async (text) => createSecurity({ logger, secret: secrets.secret }).digest(text),
    rotateKeys: (wanted) => rotateAndRecord(admin, { database, keyRingFile: config.keyRingFile, ...wanted }),
  }
}

async function rotateAndRecord(admin: Admin, wanted: Parameters<typeof rotateKeys>[0]): Promise<string> {
  const done = await rotateKeys(wanted)
  const { added, columns, dropped, droppedRoots } = done
  const moved = columns.reduce((total, column) => total + column.moved, 0)
  await admin.recordRotation(COMMAND_LINE, { added, moved, dropped, droppedRoots })
  return tellRotation(done)
}
