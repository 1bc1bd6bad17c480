import { randomUUID } from 'node:crypto'
import { AppError } from '@madruga/core/errors.ts'
import { retryRolledBack } from '../../db.ts'
import type { AccountsDeps } from './deps.ts'
import type { Owner } from './model.ts'
import { reauthenticate } from './reauthenticate.ts'
import { deleteDriver, deleteSessions } from './store.ts'

/** Account deletion. */
export type Removal = {
  /**
   * Deletes a driver and all their data. Refuses with `accounts.wrong_password`, with `accounts.bot_running`
   * while the bot is not at rest, and with `accounts.dues_open` and `accounts.week_open` while payments are
   * due.
   */
  remove(owner: Owner, password: string): Promise<void>
}

/** Creates the removal. */
export function createRemoval(deps: AccountsDeps): Removal {
  return {
    async remove(owner, password) {
      const {
        id,
        email: recipient,
        language,
        time_zone: timeZone,
      } = await reauthenticate(deps, owner, password)
      const forgetCards = await deps.gatherCards(id)
      // The log's writers lock rows of many drivers, in their own order.
      const sessionIds = await retryRolledBack(() =>
        deps.db.transaction().execute(async (tx) => {
          if (!(await deps.isBotResting(tx, id))) throw new AppError('accounts.bot_running')
          await deps.leaveBilling(tx, id)
          await deps.forgetLog(tx, id)
          await deps.forgetPayer(tx, id)
          await deps.notify.forgetDriver(tx, id)
          const sessions = await deleteSessions(tx, id)
          await deleteDriver(tx, id)
          const message = {
            driverId: null,
            channel: 'email',
            recipient,
            language,
            timeZone,
            expiresAt: null,
          } as const
          const event = `account_deleted:${randomUUID()}`
          await deps.notify.sendMessage(tx, { ...message, template: 'account_deleted', params: {}, event })
          return sessions
        }),
      )
      for (const sessionId of sessionIds) deps.onSessionEnded(sessionId)
      forgetCards()
      deps.security.record({ kind: 'account.removed', driverId: id, email: recipient })
    },
  }
}
