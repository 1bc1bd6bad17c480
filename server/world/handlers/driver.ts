import type { Geography } from '@madruga/core/filters.ts'
import type { Settings } from '@madruga/core/settings.ts'
import type { Autostart } from '../../autostart.ts'
import type { Blocks } from '../../blocks.ts'
import type { Bots } from '../../bot.ts'
import type { Database } from '../../db.ts'
import type { Filters } from '../../filters.ts'
import type { Handlers } from '../../http.ts'
import { openHistory, readLatest } from '../../log.ts'
import type { LogTail } from '../../log.ts'
import type { Observations } from '../../observations.ts'
import type { Recap } from '../../recap.ts'
import type { Support } from '../../support.ts'
import { own } from './own.ts'

/** The operations of the bot. */
export function botHandlers(bots: Bots): Handlers['bot'] {
  return {
    get: own(bots.readBot),
    start: own(bots.startBot),
    stop: ({ driverId }) => bots.stopBot(driverId),
    confirmations: own(bots.listConfirmations),
    answerConfirmation: own(bots.answerConfirmation),
    shadowRuns: own(bots.listShadowRuns),
    shadowRun: ({ driverId }, { id }) => bots.readShadowRun(driverId, id),
    today: own(bots.readToday),
  }
}

/** The operations of filters; `readPlatformName` names the platform whose offers are replayed. */
export function filtersHandlers({
  filters,
  observations,
  readPlatformName,
  readGeography,
}: {
  filters: Filters
  observations: Pick<Observations, 'replay'>
  readPlatformName(driverId: string): Promise<string>
  readGeography(driverId: string): Promise<Geography>
}): Handlers['filters'] {
  return {
    get: ({ driverId }, { variant }) => filters.readFilter(driverId, variant),
    save: own(filters.saveFilter),
    async whatIf({ driverId }, { variant, filter, offers }) {
      await filters.checkFilter(driverId, { variant, filter })
      const place = { platform: await readPlatformName(driverId), variant }
      const geography = await readGeography(driverId)
      return await observations.replay(driverId, place, filter, { most: offers, geography })
    },
    restore: ({ driverId }, { variant }) => filters.restoreFilter(driverId, variant),
  }
}

/** The operations of autostart. */
export function autostartHandlers(autostart: Autostart): Handlers['autostart'] {
  return {
    list: own(autostart.readTasks),
    create: own(autostart.createTask),
    async remove({ driverId }, { id }) {
      await autostart.removeTask(driverId, id)
      return {}
    },
  }
}

/** The operations of blocks. */
export function blocksHandlers(blocks: Blocks, bots: Pick<Bots, 'leaveWaitList'>): Handlers['blocks'] {
  return {
    list: own(blocks.listBlocks),
    arrivals: own(blocks.listArrivals),
    checkIn: own(blocks.checkIn),
    release: own(blocks.release),
    leaveWaitList: own(bots.leaveWaitList),
    skipReminder: own(blocks.skipReminder),
    calendarLink: own(blocks.showLink),
    makeCalendarLink: own(blocks.makeLink),
    removeCalendarLink: own(blocks.removeLink),
  }
}

/** The operations of the log, whose lines are kept for `keepLogDays`. */
export function logHandlers({
  db,
  tail,
  history,
  keepLogDays,
}: {
  db: Database['kysely']
  tail: LogTail
  history: Settings['history']
  keepLogDays: number
}): Handlers['log'] {
  return {
    latest: ({ driverId }, page) => readLatest(db, driverId, page),
    async history({ driverId }, { limit, before, ...query }) {
      const opened = await openHistory(db, driverId, query, history)
      return { ...(await opened.read({ limit, before })), keptDays: keepLogDays }
    },
    openTail: tail.openTail,
  }
}

/** The operations of support. */
export function supportHandlers(support: Support): Handlers['support'] {
  return {
    list: own(support.listRequests),
    open: own(support.openRequest),
    reply: own(support.writeMore),
  }
}

/** The operations of the recap. */
export function recapHandlers(recap: Recap): Handlers['recap'] {
  return {
    running: own(recap.readRunning),
    offerCosts: own(recap.readOfferCosts),
    mend: own(recap.findMend),
    week: ({ driverId }, { day }) => recap.readWeek(driverId, day),
  }
}
