import { isUnstated } from '@madruga/core/offers.ts'
import type { PaySum } from '@madruga/core/pay-sums.ts'
import type { Words } from './i18n.ts'
import { payParts } from './pay.ts'

/** What is paid in other currencies than a sum's: "and 2 jobs in EUR: €84"; empty where there is nothing. */
export function sayOthers(words: Words, { others }: Pick<PaySum, 'others'>): string {
  const parts = others.map((one) => {
    const { count, currency } = one
    const who = words.t('pay.others', { count, currency: currency ?? 'USD' })
    return isUnstated(one) ? who : `${who}: ${payParts(words, one, true).amount}`
  })
  return parts.join(', ')
}
