import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { recordAction } from '../../admin.ts'
import { createBilling, createAccounting } from '../../billing.ts'
import type { Bots } from '../../bot.ts'
import { readGeography } from '../../filters.ts'
import type { Handlers } from '../../http.ts'
import { accountsHandlers } from '../../world/handlers/accounts.ts'
import { adminHandlers } from '../../world/handlers/admin.ts'
import { blocksHandlers, filtersHandlers, logHandlers, supportHandlers } from '../../world/handlers/driver.ts'
import { accountingHandlers, billingHandlers, referralsHandlers } from '../../world/handlers/money.ts'
import { notifyHandlers } from '../../world/handlers/notify.ts'
import { operatorsHandlers } from '../../world/handlers/operators.ts'
import { platformsHandlers } from '../../world/handlers/platforms.ts'
import { absentWord } from './absent.ts'
import { BOT, STATIONS, TODAY } from './answers.ts'
import type { Parts } from './parts.ts'

/**
 * All modules of the contract for a test of the web server; `asked` collects the drivers of bot and platform
 * calls.
 */
export function makeHandlers(parts: Parts, asked: string[]): Handlers {
  const { db, database, options, filters, platform, blocks, money } = parts
  const ask = <T>(driverId: string, answer: T): T => {
    asked.push(driverId)
    const failure = options.fail?.()
    if (failure) throw failure
    return answer
  }
  const absent = absentWord<Handlers['bot']>()
  return {
    service: {
      health: async () => ({
        status: 'ok',
        database: true,
        engine: true,
        searches: true,
        silentBots: 0,
        version: '0.0.0',
      }),
    },
    accounts: accountsHandlers({
      accounts: parts.accounts,
      demo: false,
      messagesOpen: false,
      readMinimumAppVersion: async () => '0.0.0',
    }),
    filters: filtersHandlers({
      filters,
      observations: parts.observations,
      platformName: platform.name,
      readGeography: (driverId) => readGeography(db, driverId, platform.name),
    }),
    platforms: {
      ...platformsHandlers({
        db,
        platform,
        bots: {} as Bots,
        connections: parts.connections,
        verification: parts.verification,
      }),
      stations: async ({ driverId }) => ask(driverId, { stations: STATIONS }),
      status: async ({ driverId }) => ask(driverId, { server: 'available', platform: 'available' }),
    },
    bot: {
      confirmations: absent.confirmations,
      answerConfirmation: absent.answerConfirmation,
      shadowRuns: absent.shadowRuns,
      shadowRun: absent.shadowRun,
      get: async ({ driverId }) => ask(driverId, BOT),
      start: async ({ driverId }) => ask(driverId, BOT),
      stop: async ({ driverId }) => ask(driverId, BOT),
      today: async ({ driverId }) => ask(driverId, TODAY),
    },
    autostart: absentWord(),
    blocks: blocks ? blocksHandlers(blocks) : absentWord(),
    instant: options.instant?.({ database }) ?? absentWord(),
    forecast: absentWord(),
    recap: absentWord(),
    log: logHandlers({ db, tail: parts.tail, history: DEFAULT_SETTINGS.history, keepLogDays: 90 }),
    notify: notifyHandlers(parts.notify),
    support: supportHandlers(parts.support),
    billing: billingHandlers(createBilling(money)),
    referrals: referralsHandlers(parts.referrals),
    accounting: accountingHandlers(
      createAccounting({ ...money, timeZone: 'America/New_York', recordAction }),
    ),
    operators: operatorsHandlers(parts.operators, parts.accounts),
    admin: adminHandlers({
      admin: parts.admin,
      version: '0.0.0',
      platform: { answers: async () => true },
      bots: { answers: async () => false, readSilence: async () => ({ count: 0, bots: [] }) },
    }),
  }
}
