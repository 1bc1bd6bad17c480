import { AppError } from '@madruga/core/errors.ts'
import { isRepeat, moveRequest, waitForRoomMs } from '@madruga/core/support.ts'
import type { RequestEvent, RequestState, SupportSettings } from '@madruga/core/support.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Clock } from '../kit/clock.ts'
import type { Notify } from '../notify.ts'
import type { Db, InboxPage, InboxRequest, SupportRequest, Topic } from './support/model.ts'
import * as store from './support/store.ts'
import { defineModule, own } from '../module.ts'
import type { Handlers } from '../module.ts'

export { countOpenRequests, readOverdue } from './support/store.ts'
export type { InboxPage, InboxRequest, SupportRequest } from './support/model.ts'

/** The declaration of support. */
export const support = defineModule({
  tables: ['support_messages', 'support_requests'],
  sections: [
    {
      name: 'supportRequests',
      from: 'support_requests',
      columns: `id, topic, state, opened_at, due_at, (select coalesce(json_agg(json_build_object(
        'author', author, 'text', text, 'written_at', written_at) order by m.id), '[]')
        from support_messages m where m.request_id = support_requests.id) as messages`,
      key: [['id', 'bigint']],
    },
  ],
  create: ({ settings, ...parts }: SupportParts) => ({
    support: createSupport({ ...parts, settings: settings.support }),
  }),
  handlers: ({
    support: { listRequests, openRequest, writeMore },
  }: {
    support: Support
  }): Pick<Handlers, 'support'> => ({
    support: { list: own(listRequests), open: own(openRequest), reply: own(writeMore) },
  }),
})

type SupportParts = Omit<SupportDeps, 'settings'> & { settings: { support: SupportSettings } }

export type SupportDeps = {
  db: Db
  clock: Clock
  settings: SupportSettings
  /** Notifies a driver of an answer, inside the transaction that stores it. */
  notify: Pick<Notify, 'announce'>
}

/** Drivers' requests, and operators' answers. */
export type Support = {
  /** The driver's requests, newest first, and the promised response time. */
  listRequests(driverId: string): Promise<{ requests: SupportRequest[]; replyHours: number }>
  /**
   * Stores a request sent twice once. Refuses with `request.too_many` beyond the driver's daily limit.
   */
  openRequest(driverId: string, request: { topic: Topic; text: string }): Promise<SupportRequest>
  /**
   * Adds a message to the driver's own request, which then waits for an answer again; one sent twice is
   * stored once. Another driver's is
   * `support.not_found`.
   */
  writeMore(driverId: string, message: { id: number; text: string }): Promise<SupportRequest>
  /** The operators' view. */
  listInbox(page: InboxPage): Promise<InboxRequest[]>
  findRequest(id: number): Promise<SupportRequest | null>
  /**
   * Answers a request inside the operator's transaction, once if it is sent twice, and notifies the driver.
   * Returns the driver and the message's number.
   */
  answer(tx: Db, id: number, text: string): Promise<{ driverId: string; messageId: number }>
  /** Closes a request inside the operator's transaction; `changed` is false if it was closed already. */
  close(tx: Db, id: number): Promise<{ driverId: string; changed: boolean }>
}

// A driver's whole history on one page; operators can look up what is older.
const SHOWN_REQUESTS = 100

export function createSupport({ db, clock, settings, notify }: SupportDeps): Support {
  const { replyHours, requestsPerDay, messagesPerDay } = settings

  /** Ensures that one more message may be written now. */
  async function takeRoom(tx: Db, driverId: string, opens: boolean): Promise<Timestamp> {
    const now = clock.now()
    const waits = [waitForRoomMs(await store.readWrittenAt(tx, driverId, messagesPerDay), now)]
    if (opens) waits.push(waitForRoomMs(await store.readOpenedAt(tx, driverId, requestsPerDay), now))
    const waitMs = Math.max(...waits.map((wait) => wait ?? 0))
    if (waitMs > 0) throw new AppError('request.too_many', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    return now
  }

  async function move(tx: Db, id: number, event: RequestEvent): Promise<void> {
    await store.updateRequest(tx, id, moveRequest(event, clock.now(), replyHours))
  }

  return {
    async listRequests(driverId) {
      return { requests: await store.readRequestsOf(db, driverId, SHOWN_REQUESTS), replyHours }
    },

    openRequest: (driverId, { topic, text }) =>
      db.transaction().execute(async (tx) => {
        await store.lockWriter(tx, driverId)
        const [last] = await store.readRequestsOf(tx, driverId, 1)
        const [first, ...more] = last?.messages ?? []
        if (last?.topic === topic && last.state === 'open' && more.length === 0)
          if (isRepeat(first, { author: 'driver', text }, clock.now())) return last
        const now = await takeRoom(tx, driverId, true)
        const { dueAt } = moveRequest('driver_wrote', now, replyHours)
        const id = await store.insertRequest(tx, { driverId, topic, openedAt: now, dueAt })
        await store.insertMessage(tx, { requestId: id, author: 'driver', text, writtenAt: now })
        return await show(tx, id)
      }),

    writeMore: (driverId, { id, text }) =>
      db.transaction().execute(async (tx) => {
        const request = await lock(tx, id)
        // Another driver's request looks like a missing one.
        if (request.driverId !== driverId) throw new AppError('support.not_found')
        await store.lockWriter(tx, driverId)
        const current = await show(tx, id)
        if (isRepeat(current.messages.at(-1), { author: 'driver', text }, clock.now())) return current
        const now = await takeRoom(tx, driverId, false)
        await store.insertMessage(tx, { requestId: id, author: 'driver', text, writtenAt: now })
        await move(tx, id, 'driver_wrote')
        return await show(tx, id)
      }),

    listInbox: (page) => store.readInbox(db, page),
    findRequest: (id) => store.readRequest(db, id),

    async answer(tx, id, text) {
      const { driverId } = await lock(tx, id)
      const writtenAt = clock.now()
      const last = (await show(tx, id)).messages.at(-1)
      if (last && isRepeat(last, { author: 'operator', text }, writtenAt))
        return { driverId, messageId: last.id }
      const messageId = await store.insertMessage(tx, { requestId: id, author: 'operator', text, writtenAt })
      await move(tx, id, 'operator_wrote')
      const event = `support.replied ${messageId}`
      await notify.announce(tx, { driverId, kind: 'support_replied', params: { requestId: id }, event })
      return { driverId, messageId }
    },

    async close(tx, id) {
      const { driverId, state } = await lock(tx, id)
      if (state === 'closed') return { driverId, changed: false }
      await move(tx, id, 'operator_closed')
      return { driverId, changed: true }
    },
  }
}

async function show(tx: Db, id: number): Promise<SupportRequest> {
  const request = await store.readRequest(tx, id)
  if (request === null) throw new AppError('support.not_found')
  return request
}

/** The lock serializes all messages of one request. */
async function lock(tx: Db, id: number): Promise<{ driverId: string; state: RequestState }> {
  const request = await store.lockRequest(tx, id)
  if (request === null) throw new AppError('support.not_found')
  return request
}
