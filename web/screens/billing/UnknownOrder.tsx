import { IconPlugConnectedX } from '../../icons/plug-connected-x.ts'
import { useEffect } from 'react'
import { announce } from '../../announce.ts'
import { useWords } from '../../i18n.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { useDesktop } from '../../ui/media.ts'
import type { SentOrder } from './order.ts'
import type { PayScreen } from './use-order.ts'

/**
 * No answer came: it is not known whether the order was carried out, and asking again cannot charge twice.
 */
export function UnknownOrder({
  pay,
  sent: { order },
  alone,
}: Pick<PayScreen, 'pay'> & { sent: SentOrder; alone: boolean }) {
  const { t, money } = useWords()
  const desktop = useDesktop()
  const sum = money(order.expectCents)
  useEffect(() => announce(t('pay.unknown')), [t])
  const again = (
    <button type="button" className="act" onClick={pay.askAgain}>
      {t('pay.ask_again')}
    </button>
  )
  return (
    <div className="reading grid content-start gap-4 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:px-6">
      <section aria-labelledby="pay-unknown" className="card overflow-hidden">
        <div className="lane" data-lit={alone} data-moving={alone} aria-hidden>
          <i />
        </div>
        <div className="px-5 py-5">
          <IconPlugConnectedX size={36} aria-hidden className="text-amber-text" />
          <h2 id="pay-unknown" className="mt-2 text-2xl font-extrabold leading-tight tracking-[-0.01em]">
            {t('pay.unknown')}
          </h2>
          <p className="mt-2 max-w-[52ch] leading-snug">{t('pay.unknown_text', { sum })}</p>
          {alone && <p className="mt-2 font-semibold">{t('pay.asking')}</p>}
        </div>
      </section>
      {desktop ? again : <BottomBar>{again}</BottomBar>}
      {!alone && (
        <div className="flex flex-wrap gap-2">
          <ScreenLink screen="payment-history">{t('pay.to_history')}</ScreenLink>
          <button type="button" className="btn" onClick={pay.drop}>
            {t('pay.drop')}
          </button>
        </div>
      )}
    </div>
  )
}
