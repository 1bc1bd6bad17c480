import { formatMoneyOf, localeOf } from './formats.ts'
import type { Language } from './formats.ts'
import { isUnstated } from './offers.ts'
import type { Pay } from './offers.ts'

const TEXTS = {
  en: {
    unknown: 'pay not stated',
    byRate: 'by your rate',
    tip: (money: string) => `~${money} tip`,
    about: 'about',
    plus: (money: string) => `plus about ${money} in tips`,
  },
  es: {
    unknown: 'pago no indicado',
    byRate: 'según tu tarifa',
    tip: (money: string) => `~${money} de propina`,
    about: 'unos',
    plus: (money: string) => `más unos ${money} de propina`,
  },
} as const

/**
 * A pay in calendars, documents and messages: `$84`, `$84 + ~$19 tip`, `~$36 by your rate`, or that the
 * platform does not state it.
 */
export function payLine(language: Language, pay: Pay): string {
  const texts = TEXTS[language]
  if (isUnstated(pay)) return texts.unknown
  const amount = payFigure(language, pay)
  if (pay.payBasis) return `${amount} ${texts.byRate}`
  const tip = tipFigure(language, pay)
  return tip === '' ? amount : `${amount} + ${tip}`
}

/** The tip that a platform projects beside the pay: `~$19 tip`; empty without one. */
export function tipFigure(language: Language, { payBasis, tipCents, currency }: Pay): string {
  if (payBasis || tipCents <= 0) return ''
  return TEXTS[language].tip(formatMoneyOf(localeOf(language), tipCents, currency))
}

/** The same without its tip and its reason: `$84`, `~$36`, or that it is not stated. */
export function payFigure(language: Language, pay: Pay): string {
  if (isUnstated(pay)) return TEXTS[language].unknown
  return `${pay.payBasis ? '~' : ''}${formatMoneyOf(localeOf(language), pay.payCents, pay.currency)}`
}

/** A pay within a sentence, which may be read aloud: `$84 plus about $19 in tips`, `about $36`. */
export function payWords(language: Language, pay: Pay): string {
  const texts = TEXTS[language]
  if (isUnstated(pay)) return texts.unknown
  const money = (cents: number) => formatMoneyOf(localeOf(language), cents, pay.currency)
  const amount = `${pay.payBasis ? `${texts.about} ` : ''}${money(pay.payCents)}`
  return pay.tipCents > 0 ? `${amount} ${texts.plus(money(pay.tipCents))}` : amount
}
