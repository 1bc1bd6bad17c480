import type { LetterFile } from '../model.ts'
import type { Words } from '../words.ts'

/** A message in words, ready to leave. */
export type Outgoing = {
  /** An address, a phone of 11 digits, or the id of a push device. */
  recipient: string
  words: Words
  /** Goes with an e-mail. */
  file?: LetterFile | null
  /**
   * Stays the same over all tries of a message and says nothing about it: what the other side may know a
   * repetition by.
   */
  key: string
  /** The instant of this try. */
  now: number
  /** Of no use after it. */
  expiresAt: number | null
}

/**
 * What came of one try. `refused`: it will never be taken, so it is not tried again. `failed`: it may be
 * taken later. `error` is a short code that says neither content nor recipient.
 */
export type Delivery =
  | { outcome: 'sent'; reference: string | null }
  | { outcome: 'refused'; error: string }
  | { outcome: 'failed'; error: string; retryAfterMs?: number }

/** A way out for messages of one channel. */
export type Provider = {
  /** Tries once, within some 20 s. Never rejects for what the other side does. */
  send(message: Outgoing): Promise<Delivery>
  close(): Promise<void>
}
