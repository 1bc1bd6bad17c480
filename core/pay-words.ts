import { formatMoneyOf } from './formats.ts'
import { LANGUAGES } from './languages.ts'
import type { Language } from './languages.ts'
import { isUnstated } from './offers.ts'
import type { Pay } from './offers.ts'

/**
 * A pay in calendars, documents and messages: `$84`, `$84 + ~$19 tip`, `~$36 by your rate`, or that the
 * platform does not state it.
 */
export function payLine(language: Language, pay: Pay): string {
  const texts = LANGUAGES[language].pay
  if (isUnstated(pay)) return texts.unknown
  const amount = payFigure(language, pay)
  if (pay.payBasis) return `${amount} ${texts.byRate}`
  const tip = tipFigure(language, pay)
  return tip === '' ? amount : `${amount} + ${tip}`
}

/** The tip that a platform projects beside the pay: `~$19 tip`; empty without one. */
export function tipFigure(language: Language, { payBasis, tipCents, currency }: Pay): string {
  if (payBasis || tipCents <= 0) return ''
  return LANGUAGES[language].pay.tip(formatMoneyOf(language, tipCents, currency))
}

/** The same without its tip and its reason: `$84`, `~$36`, or that it is not stated. */
export function payFigure(language: Language, pay: Pay): string {
  if (isUnstated(pay)) return LANGUAGES[language].pay.unknown
  return `${pay.payBasis ? '~' : ''}${formatMoneyOf(language, pay.payCents, pay.currency)}`
}

/** A pay within a sentence, which may be read aloud: `$84 plus about $19 in tips`, `about $36`. */
export function payWords(language: Language, pay: Pay): string {
  const texts = LANGUAGES[language].pay
  if (isUnstated(pay)) return texts.unknown
  const money = (cents: number) => formatMoneyOf(language, cents, pay.currency)
  const amount = `${pay.payBasis ? `${texts.about} ` : ''}${money(pay.payCents)}`
  return pay.tipCents > 0 ? `${amount} ${texts.plus(money(pay.tipCents))}` : amount
}
