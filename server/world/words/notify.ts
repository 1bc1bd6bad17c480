import type { Words } from '../../http.ts'
import { notYet } from '../not-yet.ts'

/** The operations of notify. */
export function notifyWord(): Words['notify'] {
  return {
    inbox: notYet,
    unread: notYet,
    read: notYet,
    acknowledge: notYet,
    settings: notYet,
    saveSettings: notYet,
    sendTest: notYet,
    subscribePush: notYet,
    unsubscribePush: notYet,
    received: notYet,
  }
}
