import type { Pay } from '@madruga/core/offers.ts'
import { localeOf } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'
import { payFigure, tipFigure } from '@madruga/core/pay-words.ts'
import { formatDay } from '@madruga/core/days.ts'
import { dateFormat, formatTime, HOUR, numberFormat, zoneName } from '@madruga/core/formats.ts'
import type { DocumentTexts } from '@madruga/core/words/server-words.ts'
import { WORDS } from '../../../words.ts'

/** Values and sentences of a document in one language. */
export type DocumentWords = DocumentTexts & {
  /** `$5.00` */
  money(cents: number): string
  /** What a block pays: `$84.00`, `~$36` by the driver's rate, `€36.50`, or that it is not stated. */
  pay(pay: Pay): string
  /** `+ ~$19 tip`, projected beside the pay; empty without one. */
  tip(pay: Pay): string
  /** `Nov 21, 2026`, of an instant, epoch ms. */
  date(at: number): string
  /** `Nov 21, 2026, 4:15 PM` */
  dateTime(at: number): string
  /** `Sat, Nov 21, 4:15 PM to 7:45 PM` */
  span(from: number, until: number): string
  /** Of a day such as `2026-11-21`. */
  day(day: string): string
  /** `Nov 16, 2026 to Nov 22, 2026` */
  days(from: string, to: string): string
  /** `Visa, ends in 4242` */
  method(method: { kind: 'card' | 'bank'; brand: string; last4: string }): string
}

/** Card brands as they write themselves (docs.stripe.com/api/cards/object#card_object-brand). */
const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** The words of a document; its instants are told in `timeZone`. Throws RangeError for an unknown zone. */
export function documentWords(language: Language, timeZone: string): DocumentWords {
  const texts = WORDS[language].documents
  const locale = localeOf(language)
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const
  const time = (options: Intl.DateTimeFormatOptions, at: number): string =>
    formatTime(locale, { ...options, ...HOUR }, at, timeZone)
  const weekday = { weekday: 'short', month: 'short', day: 'numeric' } as const
  const day = (text: string): string => formatDay(locale, text, date)
  const money = numberFormat(locale, { style: 'currency', currency: 'USD' })
  const dollars = (cents: number): string => money.format(cents / 100).replace('-', '−')
  return {
    ...texts,
    money: dollars,
    pay: (pay) =>
      pay.payBasis || (pay.currency ?? 'USD') !== 'USD' ? payFigure(language, pay) : dollars(pay.payCents),
    tip: (pay) => tipFigure(language, pay).replace(/^(?=.)/, '+ '),
    zone: (zone) => texts.zone(zoneName(locale, zone)),
    date: (at) => dateFormat(locale, { ...date, timeZone }).format(at),
    dateTime: (at) => time(date, at),
    span: (from, until) => texts.to(time(weekday, from), time({}, until)),
    day,
    days: (from, to) => (from === to ? day(from) : texts.to(day(from), day(to))),
    method: ({ kind, brand, last4 }) =>
      texts.endsIn(BRANDS[brand] ?? (brand === '' ? texts[kind] : brand), last4),
  }
}
