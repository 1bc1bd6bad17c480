import type { Db, NewMessage } from './model.ts'

/** Being built. */
export type Outbox = {
  /** Puts a message into the outbox inside the caller's transaction; it leaves after the commit. */
  sendMessage(tx: Db, message: NewMessage): Promise<void>
}

export function createOutbox(): Outbox {
  return { sendMessage: async () => {} }
}
