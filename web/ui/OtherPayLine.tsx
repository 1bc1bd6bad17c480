import type { PaySum } from '@madruga/core/pay-sums.ts'
import { useWords } from '../i18n.ts'
import { sayOthers } from '../pay-others.ts'

export type OtherPayProps = { of: Pick<PaySum, 'others'>; className?: string }

/** The line itself: "and 2 jobs in EUR: €84". */
export function OtherPayLine({ of, className = '' }: OtherPayProps) {
  return (
    <span className={`tnum block text-sm leading-snug text-muted ${className}`}>
      {sayOthers(useWords(), of)}
    </span>
  )
}
