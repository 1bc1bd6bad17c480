import { randomInt, randomUUID } from 'node:crypto'
import { AppError } from '@madruga/core/errors.ts'
import type { Accounts } from '../people/accounts.ts'
import { recordAction } from '../console/admin.ts'
import { createBilling, createAccounting } from '../money/billing.ts'
import { createReferrals } from '../money/subscriptions.ts'
import type { Accounting, AccountingDeps, Billing } from '../money/billing.ts'
import type { Referrals } from '../money/subscriptions.ts'
import type { Bots } from '../bot.ts'
import type { Config } from '../config.ts'
import type { Filters } from '../driver/filters.ts'
import type { Notify } from '../notify.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Letters and digits that are not confused when read aloud. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const REFERENCE_LENGTH = 8

/** Creates the referrals, which registration needs. */
export function createFriends(
  { db, clock }: Infrastructure,
  config: Config,
  notify: Notify,
  identityKey: string,
): Referrals {
  const settings = config.settings.billing
  return createReferrals({
    db,
    clock,
    notify,
    settings,
    publicUrl: config.publicUrl,
    identityKey,
    pick: (below) => randomInt(below),
  })
}

/** Creates billing and the operator's accounting. */
export function createMoney(
  { database, db, clock, cards, gateway, logger, tracing }: Infrastructure,
  { demo, publicUrl, settings, timeZone }: Config,
  {
    accounts,
    bots,
    filters,
    notify,
    identityKey,
  }: { accounts: Accounts; bots: Bots; filters: Filters; notify: Notify; identityKey: string },
): { billing: Billing; accounting: Accounting; moneyDeps: AccountingDeps } {
  const moneyDeps: AccountingDeps = {
    database,
    db,
    clock,
    settings: settings.billing,
    cards,
    gateway,
    tracing,
    accounts,
    notify,
    publicUrl,
    stopBot: async (driverId) => void (await bots.stopBot(driverId, 'suspended')),
    async refusePlanViolationAtWork(tx, driverId) {
      if (!(await filters.hasPlanViolation(tx, driverId, 'basic'))) return
      if (!(await bots.isResting(tx, driverId))) throw new AppError('accounts.bot_running')
    },
    identityKey,
    newId: randomUUID,
    newReference: () =>
      `P-${Array.from({ length: REFERENCE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`,
    onFault: (error, what) => logger.warn({ err: error }, what),
    timeZone,
    countsDemo: demo,
    recordAction,
  }
  return { billing: createBilling(moneyDeps), accounting: createAccounting(moneyDeps), moneyDeps }
}
