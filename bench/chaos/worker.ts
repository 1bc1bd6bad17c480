import { createInterface } from 'node:readline'
import { createAutostart } from '@madruga/server/autostart.ts'
import { createBots } from '@madruga/server/bot.ts'
import { followClock, openDatabase, readClock } from '@madruga/server/db.ts'
import { createJobs } from '@madruga/server/jobs.ts'
import { createLogger } from '@madruga/server/kit/logger.ts'
import { loadKeyRing } from '@madruga/server/kit/encryption.ts'
import { onePlatform } from '@madruga/server/platforms.ts'
import { openNotify } from './notify.ts'
import { openChaosPlatform } from './platform.ts'
import type { ChaosPlatform } from './platform.ts'
import { SETTINGS, WORKER } from './settings.ts'
import { followLines } from './wrong-clock.ts'

// One worker of a chaos run: searches and jobs. It releases its searches on SIGTERM, and exits with its
// parent. A line of its input says by how many ms its clock is wrong from then on.
const [databaseUrl, marketUrl, keyRingFile, plan, chosen] = process.argv.slice(2) as string[] &
  [string, string, string, keyof typeof SETTINGS, string]
const settings = SETTINGS[plan]
const logger = createLogger({ level: 'info', style: 'plain' })
const database = openDatabase(databaseUrl, { max: 10 })
followLines(createInterface(process.stdin))
process.on('uncaughtException', (error) => {
  logger.error({ err: error }, 'worker failed')
  process.exit(1)
})

const keyRing = loadKeyRing(keyRingFile)
const { clock } = await followClock({
  read: () => readClock(database),
  onFault: (error) => logger.warn({ err: error }, "the database's time is not known now"),
})
const platform = openChaosPlatform(JSON.parse(chosen) as ChaosPlatform, marketUrl, clock)
const notify = await openNotify({
  database,
  databaseUrl,
  clock,
  logger,
  keyRing,
  settings: settings.messages,
  sends: true,
})

const nothing = async (): Promise<void> => {}
/** No payments here. */
const NO_BILLING = {
  closeWeeks: nothing,
  runDunning: nothing,
  syncPlans: nothing,
  payByThemselves: nothing,
  syncUnsettled: nothing,
  forget: nothing,
}
const NO_ACCOUNTS = { syncRefunds: nothing, reconcileRecent: nothing, reconcileAll: nothing }

// If the database is away it ends, and is started again like the product.
const bots = await createBots({
  database,
  databaseUrl,
  clock,
  settings,
  logger,
  keyRing,
  platforms: onePlatform(platform),
  worker: WORKER,
  // The bench of the fleet measures without what notifications cost.
  ...(plan === 'chaos' && { notify }),
})
const jobs = createJobs({
  fleetWatch: { sample: nothing, watch: nothing },
  database,
  clock,
  logger,
  bots,
  autostart: createAutostart({
    db: database.kysely,
    clock,
    settings,
    bots,
    notify,
    logger,
  }),
  blocks: { sweeps: { remind: async () => {}, resolvePending: async () => {} } },
  notify,
  instant: { noticeChanges: async () => {} },
  observations: { forget: async () => {} },
  forecast: { learn: async () => {} },
  billing: { sweeps: NO_BILLING },
  accounting: { sweeps: NO_ACCOUNTS },
  settings,
  keepLogDays: 7,
  forgetSessions: noSessions,
  forgetTickets: noSessions,
})
process.once('SIGTERM', () => {
  void (async () => {
    await jobs.close()
    await bots.close()
    await notify.close()
    await database.close()
    process.exit(0)
  })()
})
logger.info('worker is up')

/** No sign-ins here. */
async function noSessions(): Promise<void> {}
