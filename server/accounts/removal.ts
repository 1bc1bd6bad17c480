import { randomUUID } from 'node:crypto'
import { AppError } from '@madruga/core/errors.ts'
import type { AccountsKit } from './kit.ts'
import type { Owner } from './model.ts'
import { reauthenticate } from './reauthenticate.ts'
import { deleteDriver, deleteSessions } from './store.ts'

/** The end of an account. */
export type Removal = {
  /**
   * Deletes a driver and everything of theirs. Refuses with `accounts.wrong_password`, with `accounts.bot_running` while the bot
   * does not rest, and with `accounts.dues_open` and `accounts.week_open` while something is to be paid.
   */
  remove(owner: Owner, password: string): Promise<void>
}

/** Puts removal together. */
export function createRemoval(kit: AccountsKit): Removal {
  return {
    async remove(owner, password) {
      const {
        id,
        email: recipient,
        language,
        time_zone: timeZone,
      } = await reauthenticate(kit, owner, password)
      const forgetCards = await kit.gatherCards(id)
      const ended = await kit.db.transaction().execute(async (tx) => {
        if (!(await kit.isBotResting(tx, id))) throw new AppError('accounts.bot_running')
        await kit.leaveBilling(tx, id)
        await kit.forgetLog(tx, id)
        await kit.forgetPayer(tx, id)
        await kit.notify.forgetDriver(tx, id)
        const sessions = await deleteSessions(tx, id)
        await deleteDriver(tx, id)
        const told = {
          driverId: null,
          channel: 'email',
          recipient,
          language,
          timeZone,
          expiresAt: null,
        } as const
        const event = `account_deleted:${randomUUID()}`
        await kit.notify.sendMessage(tx, { ...told, template: 'account_deleted', params: {}, event })
        return sessions
      })
      for (const sessionId of ended) kit.onSessionEnded(sessionId)
      forgetCards()
      kit.security.record({ kind: 'account.removed', driverId: id, email: recipient })
    },
  }
}
