import type { Burst, NotificationKind, NotificationParams } from '../notify.ts'

/**
 * A rendered notification: title and text of e-mail and push, one sentence for an SMS, and the spoken text of
 * a call.
 */
export type NewsText = { title: string; text: string; sms: string; spoken: string }

/** The texts of each kind in one language; without `sms` or `spoken`, title and text are used. */
export type NewsPhrases = {
  [K in NotificationKind]: (
    params: NotificationParams[K],
    say: Say,
  ) => Pick<NewsText, 'title' | 'text'> & Partial<NewsText>
}

/** Values formatted in the driver's language and zone. Timestamps are epoch ms. */
export type Say = {
  /** `$90`, `$92.50`; in a currency, none = US dollars. */
  money(cents: number, currency?: string | null): string
  /** `Sat, Nov 28, 4:15 PM` */
  dayTime(at: number): string
  /** `Saturday, November 28, 4:15 PM`, for speech. */
  fullDayTime(at: number): string
  /** `4:15 PM` */
  time(at: number): string
  /** `November 2026`, of `2026-11` */
  month(month: string): string
  /** `45 min`, `2 h 5 min` */
  span(ms: number): string
  /** A text in the words of the driver's app: `[block]` is a trip for spark. */
  words(text: string): string
}

/** What happened to several blocks after the first, and what to do; `count` is at least 2. */
export type GroupPhrases = {
  title: Record<Burst, (count: number, hours: string) => string>
  span(first: string, last: string): string
  advice: Record<Burst, string>
}
