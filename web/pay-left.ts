import { isPaidIn, isUnstated, payPerHourOf } from '@madruga/core/offers.ts'
import type { Pay } from '@madruga/core/offers.ts'
import type { Words } from './i18n.ts'

/** What an offer or a block pays an hour, "~" before an estimate. */
export function sayPerHour({ money }: Words, block: Pay & { startAt: number; endAt: number }): string {
  return `${block.payBasis ? '~' : ''}${money(payPerHourOf(block, false), block.currency)}`
}

/** Whether what is left of a pay can be told: our fee and the miles are in dollars, as the pay has to be. */
export function isNetKnown(pay: Pay): boolean {
  return !isUnstated(pay) && isPaidIn(pay, null)
}
