import type { LetterFile } from '../model.ts'
import type { Words } from '../words.ts'

/** A rendered message, ready to send. */
export type Outgoing = {
  /** An address, a phone's digits with the country code, or the id of a push device. */
  recipient: string
  /** Whom it is for; null for someone who is not a driver yet. */
  driverId: string | null
  words: Words
  /** Where a mail program ends these e-mails by one click; omitted = they cannot be ended, or not so. */
  unsubscribeUrl?: string | null
  /** Attachment of an e-mail. */
  file?: LetterFile | null
  /**
   * Constant over all attempts of a message and independent of its content: the provider may detect a
   * repetition by it.
   */
  key: string
  /** The time of this attempt. */
  now: number
  /** When the message becomes outdated. */
  expiresAt: number | null
}

/**
 * The result of one attempt. `refused`: it will never be accepted, so it is not retried. `failed`: it may be
 * accepted later. `error` is a short code without content or recipient.
 */
export type Delivery =
  | { outcome: 'sent'; reference: string | null }
  | { outcome: 'refused'; error: string }
  | { outcome: 'failed'; error: string; retryAfterMs?: number }

/** What became of an accepted message; null = the provider does not know yet. */
export type Arrival = { arrived: true } | { arrived: false; error: string } | null

/** A provider for messages of one channel. */
export type Provider = {
  /** Asks what became of the message with this reference; absent where acceptance is all that is known. */
  readArrival?(reference: string): Promise<Arrival>
  /** Tries once, within some 20 s. Never rejects because of the other side. */
  send(message: Outgoing): Promise<Delivery>
  close(): Promise<void>
}
