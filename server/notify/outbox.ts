import type { Clock } from '../kit/clock.ts'
import type { KeyRing } from '../kit/encryption.ts'
import type { Db, NewMessage } from './model.ts'
import { insertMessage, wakeSenders } from './outbox/store.ts'
export { createSender } from './outbox/sender.ts'
export type { Sender } from './outbox/sender.ts'
export {
  OUTBOX_CHANNEL,
  countMessages,
  forgetDriver,
  forgetSent,
  listMessages,
  readMessageTroubles,
  readOutcomes,
  retryMessages,
} from './outbox/store.ts'
export { readTextError } from './outbox/arrival-store.ts'
export type { ListedMessage, MessagePage, MessageTroubles, Outcome } from './outbox/store.ts'

/** The queue of outgoing messages. */
export type Outbox = {
  /**
   * Puts a message into the outbox inside the caller's transaction; it is sent after the commit. A second
   * message of the same event is ignored, always.
   */
  sendMessage(tx: Db, message: NewMessage): Promise<void>
  /** Wakes the senders at the caller's commit, whether there is a message for them or not. */
  wakeSenders(tx: Db): Promise<void>
}

/**
 * Creates the writing side of the outbox. Content is encrypted at once, so that no code is readable in the
 * table.
 */
export function createOutbox({ clock, keyRing }: { clock: Clock; keyRing: KeyRing }): Outbox {
  return { sendMessage: (tx, message) => insertMessage(tx, keyRing, message, clock.now()), wakeSenders }
}
