import type { Words } from '../../../i18n.ts'
import type { InvoiceDetail, InvoiceRow, PaymentRow } from './queries.ts'
import { dateFormat, formatTime, HOUR } from '@madruga/core/formats.ts'

type Line = InvoiceDetail['lines'][number]

/** A timestamp with its year, as accounting needs it: `Nov 20, 2026, 5:16 PM`. */
export function sayInstant({ locale }: Pick<Words, 'locale'>, at: number): string {
  return formatTime(locale, OPTIONS.instant, at, undefined)
}

/** A day of the calendar: `Nov 20, 2026`. */
export function sayDay({ locale }: Pick<Words, 'locale'>, day: string): string {
  return dateFormat(locale, OPTIONS.day).format(noonOf(day))
}

/** A day under an axis: `Nov 20`. */
export function sayShortDay({ locale }: Pick<Words, 'locale'>, day: string): string {
  return dateFormat(locale, OPTIONS.shortDay).format(noonOf(day))
}

/** Days from the first to the last: `Nov 16 – 22, 2026`. */
export function sayDays({ locale }: Pick<Words, 'locale'>, from: string, to: string): string {
  return dateFormat(locale, OPTIONS.day).formatRange(noonOf(from), noonOf(to))
}

/** The purpose of an invoice. */
export function sayInvoice(
  words: Words,
  row: Pick<InvoiceRow, 'kind' | 'plan' | 'days' | 'from' | 'to'>,
): string {
  if (row.kind === 'subscription' && row.plan !== null)
    return words.t('accounting.subscription', {
      plan: words.t(`drivers.plan.${row.plan}`),
      days: row.days ?? 0,
    })
  return words.t('accounting.week', { days: sayDays(words, row.from, row.to) })
}

/** The purpose of a payment. */
export function sayPurpose(words: Words, what: PaymentRow['what']): string {
  return what.kind === 'subscription'
    ? words.t('accounting.subscription', { plan: words.t(`drivers.plan.${what.plan}`), days: what.days })
    : words.t('accounting.week', { days: sayDays(words, what.from, what.to) })
}

/** The purpose of an invoice line. */
export function sayLine(words: Words, line: Line, plan: InvoiceRow['plan']): string {
  const day = line.day === null ? sayInstant(words, line.at) : sayDay(words, line.day)
  switch (line.kind) {
    case 'block':
      return words.t('accounting.line.block', { station: line.block?.stationCode ?? '–', day })
    case 'instant_day':
      return words.t('accounting.line.instant_day', { day })
    case 'check_in':
      return words.t('accounting.line.check_in', { day })
    case 'subscription_week':
      return words.t('accounting.line.subscription_week', {
        plan: plan === null ? '–' : words.t(`drivers.plan.${plan}`),
      })
  }
}

/** The card or account of a payment: `visa •••• 4242`; empty while unknown. */
export function sayMethod(words: Pick<Words, 't'>, method: PaymentRow['method']): string {
  return method === null ? words.t('accounting.no_method') : `${method.brand} •••• ${method.last4}`
}

const OPTIONS = {
  instant: { month: 'short', day: 'numeric', year: 'numeric', ...HOUR },
  day: { dateStyle: 'medium', timeZone: 'UTC' },
  shortDay: { month: 'short', day: 'numeric', timeZone: 'UTC' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00Z`)
}
