import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createAccounts, openAccountSecrets } from '../accounts.ts'
import { COMMAND_LINE, createAdmin } from '../admin.ts'
import { VERSION } from '../version.ts'
import type { OperatorTools } from '../admin.ts'
import type { Config } from '../config.ts'
import { migrate, openDatabase } from '../db.ts'
import { systemClock } from '../kit/clock.ts'
import { createLogger } from '../kit/logger.ts'
import { rotateKeys, tellRotation } from '../keys.ts'
import { findPostgres, startPostgres } from '../kit/postgres.ts'
import { loadKeyRing } from '../kit/encryption.ts'
import { StartError } from '../kit/start-error.ts'
import { createNotify } from '../notify.ts'
import { createSecurity, silentSecurity } from '../security.ts'
import { createSupport } from '../support.ts'
import { requireFolder } from './folder.ts'

const CONNECTIONS = 4

/**
 * Opens what `npm run admin` works with, on the configured database or the embedded one: that of a running
 * product, or one that runs until the tools are closed. The modules are the product's own; the product sends,
 * stops and settles what they leave to do.
 */
export async function openOperatorTools(config: Config): Promise<OperatorTools> {
  const { databaseUrl, end } = await reachDatabase(config)
  const database = openDatabase(databaseUrl, { max: CONNECTIONS })
  const dates = openDatabase(databaseUrl, { max: CONNECTIONS, instants: 'date' })
  const closeAll = async () => {
    await dates.close()
    await database.close()
    await end()
  }
  try {
    await migrate(database)
    return { ...(await wire(config, databaseUrl, database, dates)), close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

type Opened = ReturnType<typeof openDatabase>

async function wire(
  config: Config,
  databaseUrl: string,
  database: Opened,
  dates: Opened,
): Promise<Omit<OperatorTools, 'close'>> {
  const [db, clock] = [database.kysely, systemClock]
  const logger = createLogger({ level: 'silent', style: 'plain' })
  const keyRing = loadKeyRing(config.keyRingFile)
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
    version: VERSION,
    stopBot: async () => {},
    stopDue: async () => {},
    endSession: () => {},
    onFault: () => {},
  })
  return {
    admin,
    digest: async (text) => createSecurity({ logger, secret: secrets.secret }).digest(text),
    async rotateKeys(wanted) {
      const done = await rotateKeys({ database, keyRingFile: config.keyRingFile, ...wanted })
      const { added, columns, dropped, droppedRoots } = done
      const moved = columns.reduce((total, column) => total + column.moved, 0)
      await admin.recordRotation(COMMAND_LINE, { added, moved, dropped, droppedRoots })
      return tellRotation(done)
    },
  }
}

/** The address of the database, and how to leave it as it was found. */
async function reachDatabase(config: Config): Promise<{ databaseUrl: string; end(): Promise<void> }> {
  const { databaseUrl, dataDir, keyRingFile } = config
  if (databaseUrl !== null) {
    requireKeyRing(keyRingFile, 'KEY_RING_FILE')
    return { databaseUrl, end: async () => {} }
  }
  const folder = join(dataDir, 'postgres')
  const running = await findPostgres(folder)
  if (running) return { databaseUrl: running.url, end: async () => {} }
  requireFolder(dataDir)
  // Without a database this is a first start, which may create the keys.
  if (existsSync(folder)) requireKeyRing(keyRingFile, 'DATA_DIR or KEY_RING_FILE')
  const started = await startPostgres({ dataDir: folder })
  return { databaseUrl: started.url, end: () => started.stop() }
}

// A ring created here would differ from the product's.
function requireKeyRing(file: string, variables: string): void {
  if (!existsSync(file)) throw new StartError(`No key ring at ${file}: set ${variables} as for the product`)
}
