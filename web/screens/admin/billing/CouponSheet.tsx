import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { useWords } from '../../../i18n.ts'
import { ConfirmSheet } from '../../../ui/ConfirmSheet.tsx'
import { submit } from '../../../ui/submit.ts'
import { Outcome } from '../Outcome.tsx'

/** The form of a coupon action in a sheet, submitted by the sheet's own button, with its error. */
export function CouponSheet({
  title,
  go,
  doing,
  onSend,
  onClose,
  children,
  ...sheet
}: Pick<ComponentProps<typeof ConfirmSheet>, 'open' | 'danger' | 'title'> & {
  /** The label of the button. */
  go: string
  doing: { isPending: boolean; error: Error | null }
  onSend: (form: HTMLFormElement) => void
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useWords()
  const id = useId()
  return (
    <ConfirmSheet
      {...sheet}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      go={doing.isPending ? t('accounting.busy') : go}
      keep={t('accounting.not_now')}
      busy={doing.isPending}
      form={id}
    >
      <form id={id} noValidate className="grid gap-4" onSubmit={submit(onSend)}>
        {children}
        <Outcome done={null} error={doing.error} />
      </form>
    </ConfirmSheet>
  )
}
