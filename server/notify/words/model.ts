import type { NotificationKind } from '@madruga/core/notify.ts'
import type { TemplateParams } from '../model.ts'

export type Language = 'en' | 'es'

/** A message in every form in which it may leave; a provider takes the one of its channel. */
export type Words = {
  language: Language
  /** Subject of the e-mail, headline of the push message. */
  title: string
  /** The e-mail's, plain text. */
  paragraphs: string[]
  /** A code to type in, shown large. */
  code: string | null
  /** Where to go from the e-mail; an absolute address. */
  action: { label: string; url: string } | null
  /** Why somebody gets this e-mail. */
  reason: string
  /** Where they choose not to get such ones; null where they cannot. */
  settings: { label: string; url: string } | null
  sms: string
  /** What a call says, once. */
  spoken: string
  push: PushWords
}

/** What a device shows; the web app's worker reads the same shape. */
export type PushWords = {
  /** The news of the inbox that it belongs to; 0 = none. */
  id: number
  kind: string
  title: string
  text: string
  /** A path of the app. */
  url: string
  /** Stays until it is dealt with. */
  matters: boolean
  /** The button that acknowledges it. */
  acknowledge: string
}

/** What one template says in one language. */
export type Said = {
  title: string
  paragraphs: string[]
  sms: string
  spoken: string
  action?: { label: string; path: string }
}

/** The words of one language. `at` is when it happened, in words. */
export type Phrases = {
  code(params: TemplateParams['code']): Said
  account_exists(): Said
  contact_changed(params: TemplateParams['contact_changed'], at: string): Said
  password_changed(at: string): Said
  account_deleted(at: string): Said
  /** `name` is '' where there is none to tell. */
  invitation(params: TemplateParams['invitation']): Said
  test(): Said
  /** What the e-mail's button says that leads to where news belongs. */
  open: Record<NotificationKind, string>
  /** How a call begins. */
  hello: string
  acknowledge: string
  ofAccount: string
  ofSettings: string
  changeSettings: string
}
