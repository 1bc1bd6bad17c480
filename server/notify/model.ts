import type { Kysely } from 'kysely'
import type { Channel, NewsContent, NotificationKind, NotificationParams } from '@madruga/core/notify.ts'
import type { Tables } from '../db.ts'

export type Db = Kysely<Tables>

/** What each template of a message names in its words. */
export type TemplateParams = {
  /** A code to type in, and for how many minutes it holds. */
  code: { purpose: 'register' | 'reset' | 'change'; code: string; minutes: number }
  /** Somebody tried to register with the address of an account that exists. */
  account_exists: Record<string, never>
  /** To the old address: e-mail or phone is another now. */
  contact_changed: { what: 'email' | 'phone' | 'preferredEmail' }
  password_changed: Record<string, never>
  account_deleted: Record<string, never>
  /**
   * To somebody who is no driver yet. `name` is the inviter's first name as they typed it, `link` an absolute
   * address.
   */
  invitation: { name: string; link: string }
  /** News of the inbox, by any channel. */
  news: { [K in NotificationKind]: { id: number; kind: K; params: NotificationParams[K] } }[NotificationKind]
  /** "Send me one now." */
  test: Record<string, never>
}
export type Template = keyof TemplateParams

/** A message to go out. `event` names what is told, once: a second one of the same name is not sent. */
export type NewMessage = {
  [T in Template]: {
    /** null for somebody who is no driver yet. */
    driverId: string | null
    channel: Channel
    /** An address, a phone of 11 digits, or the id of a push device. */
    recipient: string
    language: 'en' | 'es'
    /** The zone in which instants are told. */
    timeZone: string
    template: T
    params: TemplateParams[T]
    event: string
    /** Of no use after this instant (epoch ms); null = whenever. */
    expiresAt: number | null
  }
}[Template]

/** A file that goes with a letter. */
export type LetterFile = { fileName: string; type: string; content: Uint8Array }

/**
 * Makes the file that goes with the e-mail of a piece of news, when it is sent and at every try; null = none.
 * It may fail: the letter then goes without it.
 */
export type AttachFile = (
  news: NewsContent,
  driverId: string,
  language: 'en' | 'es',
) => Promise<LetterFile | null>

/** News for a driver. `event` names what happened, once a driver. */
export type News = {
  [K in NotificationKind]: { driverId: string; kind: K; params: NotificationParams[K]; event: string }
}[NotificationKind]
