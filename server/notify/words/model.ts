import type { NotificationKind } from '@madruga/core/notify.ts'
import type { TemplateParams } from '../model.ts'

export type Language = 'en' | 'es'

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
export type PushButton = { action: 'acknowledge' | 'take' | 'leave'; title: string }

/** The text of one template in one language. */
export type Said = {
  title: string
  paragraphs: string[]
  sms: string
  spoken: string
  action?: { label: string; path: string }
}

/** The texts of one language. `at` is the time of the event, formatted. */
export type Phrases = {
  code(params: TemplateParams['code']): Said
  account_exists(): Said
  contact_changed(params: TemplateParams['contact_changed'], at: string): Said
  password_changed(at: string): Said
  factor_guessed(at: string): Said
  account_deleted(at: string): Said
  instance_code(params: TemplateParams['instance_code']): Said
  /** `name` is '' if there is none. */
  invitation(params: TemplateParams['invitation']): Said
  test(): Said
  /** The label of the e-mail's link to a notification's screen. */
  open: Record<NotificationKind, string>
  /** How a call begins. */
  hello: string
  buttons: Record<PushButton['action'], string>
  answered: string
  ofAccount: string
  ofPlatform: string
  ofReport: string
  ofSettings: string
  changeSettings: string
}
