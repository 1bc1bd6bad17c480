import type { ActionName } from '@madruga/core/audit.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { InboxPage, InboxRequest, SupportRequest } from '../../people/support.ts'
import type { Actor, AdminDeps, Db } from './model.ts'
import { recordAction } from './store/actions.ts'
import { readDriver } from './store/drivers.ts'

/** Operators' operations on support requests. */
export type InboxAdmin = {
  /** The earliest due first. */
  listRequests(page: InboxPage): Promise<InboxRequest[]>
  readRequest(id: number): Promise<SupportRequest>
  /** Answers and notifies the driver. An unknown number is `support.not_found`, here and below. */
  reply(actor: Actor, answer: { id: number; text: string }): Promise<SupportRequest>
  /** Closing a closed request changes nothing and is not audited. */
  close(actor: Actor, id: number): Promise<SupportRequest>
}

export function createInboxAdmin({ db, clock, support }: AdminDeps): InboxAdmin {
  async function record(
    tx: Db,
    actor: Actor,
    action: ActionName,
    driverId: string,
    details: Record<string, unknown>,
  ): Promise<void> {
    const driver = await readDriver(tx, driverId)
    await recordAction(tx, actor, clock.now(), { action, driver, details })
  }

  async function readRequest(id: number): Promise<SupportRequest> {
    const request = await support.findRequest(id)
    if (request === null) throw new AppError('support.not_found')
    return request
  }

  return {
    listRequests: (page) => support.listInbox(page),
    readRequest,

    async reply(actor, { id, text }) {
      await db.transaction().execute(async (tx) => {
        const { driverId, messageId } = await support.answer(tx, id, text)
        await record(tx, actor, 'support.reply', driverId, { requestId: id, messageId })
      })
      return await readRequest(id)
    },

    async close(actor, id) {
      await db.transaction().execute(async (tx) => {
        const { driverId, changed } = await support.close(tx, id)
        if (changed) await record(tx, actor, 'support.close', driverId, { requestId: id })
      })
      return await readRequest(id)
    },
  }
}
