import { DAY_MS } from '@madruga/core/time.ts'
import { autostart, createAutostart } from '@madruga/server/driver/autostart.ts'
import { bots as botModule } from '@madruga/server/bot.ts'
import { startJobs } from '@madruga/server/jobs.ts'
import { createLogger } from '@madruga/server/kit/logger.ts'
import { log } from '@madruga/server/driver/log.ts'
import { listJobs } from '@madruga/server/module.ts'
import { notifications } from '@madruga/server/notify.ts'
import { openRole } from './role.ts'

// One worker of a chaos run: searches and jobs. It releases its searches on SIGTERM.
const logger = createLogger({ level: 'info', style: 'plain' })
process.on('uncaughtException', (error) => {
  logger.error({ err: error }, 'worker failed')
  process.exit(1)
})

// If the database is away it ends, and is started again like the product.
const { database, clock, settings, notify, bots } = await openRole(logger, {
  isWorker: true,
  connections: 10,
})
const db = database.kysely
const tasks = createAutostart({ db, clock, settings, bots, notify, logger })
const kept = { keepLogDays: 7, judgedAgainMs: 7 * DAY_MS }
const parts = { db, clock, bots, notify, autostart: tasks, ...kept }
const recurring = listJobs([log, notifications, botModule, autostart] as const, parts)
const jobs = startJobs({ pool: database.pool, clock, logger, jobs: recurring })
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
