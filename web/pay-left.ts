import type { PayCosts } from '@madruga/core/costs.ts'
import { ratePerHourCents } from '@madruga/core/money.ts'
import { isPaidIn, offerMinutes } from '@madruga/core/offers.ts'
import type { Pay } from '@madruga/core/offers.ts'
import { isBilled } from './paid.ts'
import type { Words } from './i18n.ts'

/** What a block pays an hour, "~" before an estimate; null where it is too short for a rate. */
export function sayPerHour({ money }: Words, block: Pay & { startAt: number; endAt: number }): string | null {
  const cents = ratePerHourCents(block.payCents, offerMinutes(block))
  return cents === null ? null : `${block.payBasis ? '~' : ''}${money(cents, block.currency)}`
}

/** Whether our fee is taken off a pay: off US dollars alone, of who pays us. */
export function hasFee(pay: Pay, { feeCents }: Pick<PayCosts, 'feeCents'>): boolean {
  return isPaidIn(pay, null) && (feeCents > 0 || isBilled())
}

/** After what a pay is left: our fee, and the miles where they are known; null = neither. */
export function leftAfter(pay: Pay, costs: PayCosts): 'both' | 'fee' | 'miles' | null {
  const { milesCents } = costs
  if (!isPaidIn(pay, null)) return 'miles'
  if (!hasFee(pay, costs)) return milesCents === null ? null : 'miles'
  return milesCents === null ? 'fee' : 'both'
}

/** What the driver can do so that the miles of a pay are counted, as a text's key; null if they are. */
export function howToCountMiles({ milesCents, rateUnknown }: Pick<PayCosts, 'milesCents' | 'rateUnknown'>) {
  if (milesCents !== null) return null
  return rateUnknown ? 'keep.add_rate' : 'keep.add_location'
}
