import { createAutostart } from '@madruga/server/autostart.ts'
import { createJobs } from '@madruga/server/jobs.ts'
import { createLogger } from '@madruga/server/kit/logger.ts'
import { openRole } from './role.ts'

// One worker of a chaos run: searches and jobs. It releases its searches on SIGTERM.
const logger = createLogger({ level: 'info', style: 'plain' })
process.on('uncaughtException', (error) => {
  logger.error({ err: error }, 'worker failed')
  process.exit(1)
})

const nothing = async (): Promise<void> => {}
/** No payments here. */
const NO_BILLING = {
  noteMemberMonths: nothing,
  closeWeeks: nothing,
  runDunning: nothing,
  syncPlans: nothing,
  payByThemselves: nothing,
  syncUnsettled: nothing,
  forget: nothing,
}
const NO_ACCOUNTS = { syncRefunds: nothing, reconcileRecent: nothing, reconcileAll: nothing }

// If the database is away it ends, and is started again like the product.
const { database, clock, settings, notify, bots } = await openRole(logger, {
  isWorker: true,
  connections: 10,
})
const jobs = createJobs({
  fleetWatch: { sample: nothing, watch: nothing },
  instances: { checkAgain: nothing },
  console: { sendReports: nothing },
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
