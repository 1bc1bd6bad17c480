import type { Cents } from '@madruga/core/money.ts'
import { isUnstated } from '@madruga/core/offers.ts'
import type { Pay } from '@madruga/core/offers.ts'
import type { Words } from './i18n.ts'
import { payParts } from './pay.ts'

/** A sum of a replay as a pay, as `payParts` and `PayAmount` show it; `currency` is that of the replay. */
export function replayedPay(
  { cents, tipCents = 0, payBasis }: Pick<Pay, 'payBasis'> & { cents: Cents; tipCents?: Cents },
  currency: Pay['currency'],
): Pay {
  return { payCents: cents, tipCents, payBasis, currency }
}

/** What a change would add, for example "+$84" or "+~€630"; no sign where no pay is stated, or none added. */
export function sayMore(words: Words, pay: Pay): string {
  const { amount } = payParts(words, pay, true)
  return isUnstated(pay) || pay.payCents === 0 ? amount : `+${amount}`
}
