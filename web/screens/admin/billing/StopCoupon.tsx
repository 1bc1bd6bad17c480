import { useMutation } from '@tanstack/react-query'
import { api } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { focusFault } from '../../../ui/focus-fault.ts'
import { ReasonField, useReason } from '../ReasonField.tsx'
import { CouponSheet } from './CouponSheet.tsx'
import { refreshAccounting } from './queries.ts'

/** Disables a coupon permanently, with a reason. */
export function StopCoupon({
  code,
  onClose,
  onDone,
}: {
  code: string
  onClose: () => void
  onDone: (text: string) => void
}) {
  const { t } = useWords()
  const reason = useReason()
  const stop = useMutation({
    mutationFn: () => api.accounting.stopCoupon({ code, reason: reason.text }),
    onSuccess: () => {
      onDone(t('accounting.coupon_stopped', { code }))
      onClose()
    },
    onSettled: refreshAccounting,
  })
  return (
    <CouponSheet
      open
      danger
      title={t('accounting.coupon_stop_ask', { code })}
      go={t('accounting.coupon_stop')}
      doing={stop}
      onSend={(form) => {
        if (!reason.ask()) focusFault(form)
        else if (!stop.isPending) stop.mutate()
      }}
      onClose={onClose}
    >
      <p>{t('accounting.coupon_stop_text')}</p>
      <ReasonField {...reason.field} />
    </CouponSheet>
  )
}
