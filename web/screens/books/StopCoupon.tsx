import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { ConfirmSheet } from '../../ui/ConfirmSheet.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Outcome } from '../admin/Outcome.tsx'
import { refreshBooks } from './queries.ts'

/** Takes a coupon out of use, for good and with a reason. */
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
  const id = useId()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const stop = useMutation({
    mutationFn: () => api.books.stopCoupon({ code, reason: reason.trim() }),
    onSuccess: () => {
      onDone(t('books.coupon_stopped', { code }))
      onClose()
    },
    onSettled: refreshBooks,
  })
  return (
    <ConfirmSheet
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('books.coupon_stop_ask', { code })}
      go={t(stop.isPending ? 'books.busy' : 'books.coupon_stop')}
      keep={t('books.not_now')}
      busy={stop.isPending}
      danger
      form={id}
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (reason.trim() !== '' && !stop.isPending) stop.mutate()
        }}
      >
        <p>{t('books.coupon_stop_text')}</p>
        <TextField
          label={t('admin.reason')}
          hint={t('admin.reason_hint')}
          maxLength={500}
          value={reason}
          error={tried && reason.trim() === '' ? t('admin.need_reason') : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        <Outcome done={null} error={stop.error} />
      </form>
    </ConfirmSheet>
  )
}
