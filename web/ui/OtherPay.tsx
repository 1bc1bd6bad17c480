import type { PaySum } from '@madruga/core/offers.ts'
import { useWords } from '../i18n.ts'
import { sayOthers } from '../pay.ts'

/** Under a sum: what is paid in other currencies, which is not in it. Nothing if all is of one currency. */
export function OtherPay({ of, className = '' }: { of: Pick<PaySum, 'others'>; className?: string }) {
  const said = sayOthers(useWords(), of)
  return said === '' ? null : <p className={`tnum text-sm leading-snug text-muted ${className}`}>{said}</p>
}
