import type { PayCosts } from '@madruga/core/costs.ts'
import { ratePerHourCents } from '@madruga/core/money.ts'
import { isPaidIn, offerMinutes } from '@madruga/core/offers.ts'
import type { Pay } from '@madruga/core/offers.ts'
import type { Words } from './i18n.ts'

/** What a block pays an hour, "~" before an estimate; null where it is too short for a rate. */
export function sayPerHour({ money }: Words, block: Pay & { startAt: number; endAt: number }): string | null {
  const cents = ratePerHourCents(block.payCents, offerMinutes(block))
  return cents === null ? null : `${block.payBasis ? '~' : ''}${money(cents, block.currency)}`
}

/** After what a pay is left: our fee is taken off US dollars alone, the miles where they are known. */
export function leftAfter(pay: Pay, { milesCents }: PayCosts): 'both' | 'fee' | 'miles' {
  if (!isPaidIn(pay, null)) return 'miles'
  return milesCents === null ? 'fee' : 'both'
}

/** What the driver can do so that the miles of a pay are counted, as a text's key; null if they are. */
export function howToCountMiles({ milesCents, rateUnknown }: Pick<PayCosts, 'milesCents' | 'rateUnknown'>) {
  if (milesCents !== null) return null
  return rateUnknown ? 'keep.add_rate' : 'keep.add_location'
}
