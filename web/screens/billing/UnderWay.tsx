import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import type { Payment } from './queries.ts'

/** A payment that has not ended, and the way to it. */
export function UnderWay({
  payment: { id, reference, amountCents, state },
}: {
  payment: Pick<Payment, 'id' | 'reference' | 'amountCents' | 'state'>
}) {
  const { t, money } = useWords()
  const waits = state === 'needs_action'
  return (
    <Notice
      kind="plain"
      actions={
        <ScreenLink screen="payment" search={{ payment: id }} className="btn !bg-surface">
          {t('payments.look')}
          <span className="sr-only">{reference}</span>
        </ScreenLink>
      }
    >
      {t(waits ? 'activation.needs_you' : 'activation.under_way', { sum: money(amountCents) })}
      <span className="tnum block text-sm text-muted">{reference}</span>
    </Notice>
  )
}
