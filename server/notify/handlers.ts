import type { Handlers } from '../module.ts'
import type { Notify } from './operations.ts'

/** The operations of notify. */
export function notifyHandlers({ notify }: { notify: Notify }): Pick<Handlers, 'notify'> {
  const operations: Handlers['notify'] = {
    inbox: ({ driverId }, page) => notify.readInbox(driverId, page),
    unread: ({ driverId }) => notify.readUnread(driverId),
    async read({ driverId }, { upTo }) {
      await notify.markRead(driverId, upTo)
      return {}
    },
    async acknowledge({ driverId }, { id }) {
      await notify.acknowledge(driverId, id)
      return {}
    },
    async settings({ driverId }) {
      const [view, pushKey] = await Promise.all([notify.readSettings(driverId), notify.readPushKey()])
      return { ...view, pushKey, storePush: notify.storePush }
    },
    saveSettings: ({ driverId }, { settings, reminderMinutes }) =>
      notify.saveSettings(driverId, settings, reminderMinutes),
    sendTest: ({ driverId }, { channel }) => notify.sendTest(driverId, channel),
    subscribePush: ({ driverId, caller }, subscription) =>
      notify.subscribePush(driverId, { ...subscription, userAgent: caller.userAgent ?? null }),
    async unsubscribePush({ driverId }, { endpoint }) {
      await notify.unsubscribePush(driverId, endpoint)
      return {}
    },
    registerDevice: ({ driverId, caller }, device) =>
      notify.registerDevice(driverId, { ...device, userAgent: caller.userAgent ?? null }),
    async removeDevice({ driverId }, { token }) {
      await notify.unsubscribePush(driverId, token)
      return {}
    },
    received: (_, page) => notify.listReceived(page),
    answerReceived: (_, { id, text }) => notify.answerReceived(id, text),
  }
  return { notify: operations }
}
