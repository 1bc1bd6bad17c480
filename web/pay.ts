import { isUnstated } from '@madruga/core/offers.ts'
import type { Pay } from '@madruga/core/offers.ts'
import type { Words } from './i18n.ts'

/**
 * A pay as it is shown: the amount, "~" before an estimate, or that the platform does not state it; and what
 * stands muted beside it. A sum is an estimate as soon as one of its parts is not stated; a sum of nothing
 * has no currency.
 */
export function payParts({ money, t }: Words, pay: Pay, isSum = false): { amount: string; note: string } {
  const { payCents, tipCents, payBasis, currency } = pay
  if (isUnstated(pay)) return { amount: t('pay.not_stated'), note: '' }
  if (isSum && payCents === 0 && tipCents === 0) return { amount: '–', note: '' }
  const amount = money(payCents, currency)
  if (payBasis === 'estimated') return { amount: `~${amount}`, note: t(isSum ? 'pay.partly' : 'pay.by_rate') }
  return { amount, note: tipCents > 0 ? t('tip.projected', { tip: money(tipCents, currency) }) : '' }
}

/** A pay in one line of text: "$84", "$84 + ~$19 tip" with a projected tip, "~$36 by your rate" estimated. */
export function sayPay(words: Words, pay: Pay): string {
  const { amount, note } = payParts(words, pay)
  if (pay.payBasis) return note === '' ? amount : `${amount} ${note}`
  return note === '' ? amount : `${amount} + ${note}`
}

/** The pay booked today, "~" before an estimate: a figure has no room for more. Nothing has no currency. */
export function sayBooked(
  { money }: Words,
  { bookedCents, booked }: { bookedCents: number; booked?: Pick<Pay, 'payBasis' | 'currency'> | undefined },
): string {
  if (bookedCents === 0) return '–'
  return `${booked?.payBasis ? '~' : ''}${money(bookedCents, booked?.currency)}`
}

/** How long an offer lasts: "55 min", and "~55 min" where the platform states no end. */
export function sayLength(
  words: Words,
  { startAt, endAt, endEstimated }: { startAt: number; endAt: number; endEstimated?: boolean | undefined },
): string {
  return `${endEstimated ? '~' : ''}${words.hours(endAt - startAt)}`
}
