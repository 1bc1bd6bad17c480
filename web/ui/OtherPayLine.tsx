import type { PaySum } from '@madruga/core/pay-sums.ts'
import { useWords } from '../i18n.ts'
import { sayOthers } from '../pay-others.ts'

export type OtherPayProps = { of: Pick<PaySum, 'others'>; className?: string }

/**
 * Under a sum, one muted line: what is paid in other currencies, which is not in it, as "and 2 jobs in EUR:
 * €84". Nothing if all is of one currency.
 */
export function OtherPayLine({ of, className = '' }: OtherPayProps) {
  const words = useWords()
  if (of.others.length === 0) return null
  return (
    <span className={`tnum block text-sm leading-snug text-muted ${className}`}>{sayOthers(words, of)}</span>
  )
}
