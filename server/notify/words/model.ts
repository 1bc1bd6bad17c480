import type { Language } from '@madruga/core/languages.ts'
import type { PushAction } from '@madruga/core/words/messages.ts'

/** A message in every form; a provider uses the one of its channel. */
export type Words = {
  language: Language
  /** Subject of the e-mail, title of the push message. */
  title: string
  /** Body of the e-mail, plain text. */
  paragraphs: string[]
  /** A code to enter, shown large. */
  code: string | null
  /** The link of the e-mail; an absolute address. */
  action: { label: string; url: string } | null
  /** Why the recipient gets this e-mail. */
  reason: string
  /** Where they unsubscribe; null if they cannot. */
  settings: { label: string; url: string } | null
  sms: string
  /** The text of a call, once. */
  spoken: string
  push: PushWords
}

/** What a device shows; the web app's worker reads the same shape, with the driver whom it is for. */
export type PushWords = {
  /** The notification that it belongs to; 0 = none. */
  id: number
  kind: string
  title: string
  text: string
  /** A path of the app. */
  url: string
  /** Stays until it is handled. */
  matters: boolean
  /** In the order shown; a device without buttons opens `url`. */
  buttons: PushButton[]
  /** The confirmation that `take` and `leave` answer; null = there is nothing to answer. */
  confirmationId: string | null
  /** Shown in its place once the answer has arrived at the server. */
  answered: string
}

/** A button of a push message. */
export type PushButton = { action: PushAction; title: string }
