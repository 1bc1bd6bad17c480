import { useMutation } from '@tanstack/react-query'
import { api } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { focusFault } from '../../../ui/focus-fault.ts'
import { ReasonField, useReason } from '../ReasonField.tsx'
import { CouponSheet } from '../billing/CouponSheet.tsx'
import { refreshInstances } from './queries.ts'
import type { InstanceView } from './queries.ts'

/** Disables an instance, or enables it again, with a reason. */
export function SetActive({
  instance: { id, name, active },
  onClose,
  onDone,
}: {
  instance: InstanceView
  onClose: () => void
  onDone: (text: string) => void
}) {
  const { t } = useWords()
  const reason = useReason()
  const change = useMutation({
    mutationFn: () => api.instances.setActive({ id, active: !active, reason: reason.text }),
    onSuccess: () => {
      onDone(t('instances.saved', { name }))
      onClose()
    },
    onSettled: refreshInstances,
  })
  return (
    <CouponSheet
      open
      danger={active}
      title={t(active ? 'instances.disable_ask' : 'instances.enable_ask', { name })}
      go={t(active ? 'instances.disable' : 'instances.enable')}
      doing={change}
      onSend={(form) => {
        if (!reason.ask()) focusFault(form)
        else if (!change.isPending) change.mutate()
      }}
      onClose={onClose}
    >
      <p>{t(active ? 'instances.disable_text' : 'instances.enable_text')}</p>
      <ReasonField {...reason.field} />
    </CouponSheet>
  )
}
