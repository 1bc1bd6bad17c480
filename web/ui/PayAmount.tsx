import type { Pay } from '@madruga/core/offers.ts'
import { useWords } from '../i18n.ts'
import { payParts } from '../pay.ts'

/**
 * A pay as every screen shows it: what the platform promises, and muted the tip that it projects or how the
 * amount was estimated. `sum` = of several blocks. `alone` = the caller shows that note elsewhere.
 */
export function PayAmount({ pay, sum = false, alone }: { pay: Pay; sum?: boolean; alone?: boolean }) {
  const { amount, note } = payParts(useWords(), pay, sum)
  return (
    <>
      {pay.payBasis && note === '' ? <span className="pay-unknown">{amount}</span> : amount}
      {note !== '' && !alone && <span className="pay-tip"> {note}</span>}
    </>
  )
}
