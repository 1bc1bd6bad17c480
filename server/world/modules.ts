import { createAutostart } from '../autostart.ts'
import type { Autostart } from '../autostart.ts'
import { readMemberMonths, readPrices as readPricesNow } from '../invoices.ts'
import { createBlocks } from '../blocks.ts'
import type { Blocks } from '../blocks.ts'
import type { BotView, Bots } from '../bot.ts'
import type { Config } from '../config.ts'
import type { Filters } from '../filters.ts'
import { createInstant } from '../instant.ts'
import type { Instant } from '../instant.ts'
import { createSharedLimiter } from '../kit/limits.ts'
import type { Notify } from '../notify.ts'
import { createConnections, createVerification } from '../platforms.ts'
import type { Connections, Verification } from '../platforms.ts'
import { createRecap } from '../recap.ts'
import type { Recap } from '../recap.ts'
import type { Observations } from '../observations.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Later } from './model.ts'

/** The modules around a driver's bot: instant offers, human check, connections, recap, tasks, blocks. */
export type Modules = {
  instant: Instant
  verification: Verification
  connections: Connections
  recap: Recap
  autostart: Autostart
  blocks: Blocks
}

/** Creates them over the bots. */
export function createModules(
  { clock, logger, keyRing, database, db, platforms, readGeography, readPlatformName }: Infrastructure,
  { settings }: Config,
  {
    bots,
    filters,
    observations,
    notify,
    later,
  }: { bots: Bots; filters: Filters; observations: Observations; notify: Notify; later: Later },
): Modules {
  const perHour = (name: string, points: number) =>
    createSharedLimiter(database.pool, name, { points, windowS: 3600 })
  const readPrices = (tx: typeof db) => readPricesNow(tx, settings.billing)
  const access = { db, keyRing, clock, platforms }
  const recap = createRecap({
    db,
    clock,
    observations,
    filters,
    readPlatformName,
    readGeography,
    fees: {
      readWeekFees: (driverId, week) => later.billing.readWeekFees(driverId, week),
      readBlockFees: (driverId, ids) => later.billing.readBlockFees(driverId, ids),
      readOfferFee: (driverId, kind) => later.billing.readOfferFee(driverId, kind),
    },
  })
  return {
    instant: createInstant({
      ...access,
      readPrices,
      instantChanged: bots.instantChanged,
      changeLimit: perHour('instant_change', settings.platform.changesPerHour),
      onFault: (error, what) => logger.warn({ err: error }, what),
    }),
    verification: createVerification({
      ...access,
      botWaits: async (driverId) => isWaitingForHuman(await bots.readBot(driverId)),
      humanSolved: bots.humanSolved,
      answerLimit: perHour('platform_answer', settings.platform.answersPerHour),
    }),
    connections: createConnections({
      ...access,
      isResting: bots.isResting,
      hasOpenWork: bots.hasOpenWork,
      checkStations: filters.checkStations,
      readMemberMonths,
      connectLimit: perHour('platform_connect', settings.platform.connectsPerHour),
      syncLimit: perHour('platform_sync', settings.platform.syncsPerHour),
    }),
    recap,
    autostart: createAutostart({ db, clock, settings, bots, notify, logger }),
    blocks: createBlocks({
      ...access,
      logger,
      settings,
      readPrices,
      readCosts: recap.readBlockCosts,
      notify,
    }),
  }
}

function isWaitingForHuman({ phase, reason }: BotView): boolean {
  return phase === 'sleeping' && reason === 'human_verification'
}
