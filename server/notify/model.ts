import type { Kysely } from 'kysely'
import type { HouseReport } from '@madruga/core/house-report.ts'
import type { IncidentKind } from '@madruga/core/incidents.ts'
import type {
  Channel,
  NewsContent,
  NotificationKind,
  NotificationParams,
  TemplateName,
} from '@madruga/core/notify.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { MessageParams } from '@madruga/core/words/messages.ts'
import type { Tables } from '../db.ts'

export type Db = Kysely<Tables>

/** The parameters of each message template. */
export type TemplateParams = MessageParams & {
  /** Someone tried to register with the address of an existing account. */
  account_exists: Record<string, never>
  password_changed: Record<string, never>
  /** To an operator: someone who knows the password entered wrong codes. */
  factor_guessed: Record<string, never>
  account_deleted: Record<string, never>
  /** What bots did at a platform in a month, for who authorised it or an operator. */
  house_report: HouseReport & { id: string }
  /** A notification, by any channel; messages of an older release do not name the driver's app. */
  news: {
    [K in NotificationKind]: { id: number; kind: K; params: NotificationParams[K]; variant?: Variant }
  }[NotificationKind]
  /** A test message. */
  test: Record<string, never>
  /** To an operator: what is wrong with the service, and what no longer is; both empty = a test. */
  incidents: { wrong: ToldIncident[]; over: ToldIncident[] }
}
/** An incident as operators read it. */
export type ToldIncident = { kind: IncidentKind; count: number | null }
export type Template = TemplateName & keyof TemplateParams

/** An outgoing message. `event` identifies its subject: a second message of the same event is not sent. */
export type NewMessage = {
  [T in Template]: {
    /** null for someone who is not a driver yet. */
    driverId: string | null
    channel: Channel
    /** An address, a phone's digits with the country code, or the id of a push device. */
    recipient: string
    language: Language
    /** The time zone of its times. */
    timeZone: string
    template: T
    params: TemplateParams[T]
    event: string
    /** Outdated after this time (epoch ms); null = never. */
    expiresAt: number | null
  }
}[Template]

/** An attachment of an e-mail. */
export type LetterFile = { fileName: string; type: string; content: Uint8Array }

/**
 * Generates the attachment of a notification's e-mail, when it is sent and at every attempt; null = none. It
 * may fail: the e-mail is then sent without it.
 */
export type AttachFile = (
  news: NewsContent,
  driverId: string,
  language: Language,
) => Promise<LetterFile | null>

/** A notification for a driver. `event` identifies what happened, once per driver. */
export type News = {
  [K in NotificationKind]: { driverId: string; kind: K; params: NotificationParams[K]; event: string }
}[NotificationKind]

/** The data for rendering a message when it is sent. */
export type Content = {
  [T in Template]: {
    language: Language
    timeZone: string
    /** When it was put into the outbox. */
    at: number
    template: T
    params: TemplateParams[T]
  }
}[Template]
