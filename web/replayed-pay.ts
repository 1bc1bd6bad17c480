import type { Cents } from '@madruga/core/money.ts'
import type { Pay } from '@madruga/core/offers.ts'

/** A sum of a replay as a pay, as `payParts` and `PayAmount` show it; `currency` is that of the replay. */
export function replayedPay(
  { cents, tipCents = 0, payBasis }: Pick<Pay, 'payBasis'> & { cents: Cents; tipCents?: Cents },
  currency: Pay['currency'],
): Pay {
  return { payCents: cents, tipCents, payBasis, currency }
}
