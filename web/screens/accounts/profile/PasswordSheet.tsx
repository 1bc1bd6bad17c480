import { announce } from '../../../announce.ts'
import { api } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { queryClient } from '../../../queries.ts'
import { sessionsQuery } from '../queries.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { LateSheet } from '../../../ui/LateSheet.tsx'
import { useFields } from '../../../ui/use-fields.ts'
import { NewPasswordFields } from '../NewPasswordFields.tsx'
import { checkFilled, checkNewPassword } from '../rules.ts'
import { useSending } from '../use-sending.ts'

/** The current password, and a new one twice. */
export function PasswordSheet({
  email,
  onClose,
}: {
  email: string
  /** With the completed change, or null. */
  onClose: (done: string | null) => void
}) {
  const { t } = useWords()
  const fields = useFields({ current: '', password: '', confirmPassword: '' })
  const { values, bind } = fields
  const sending = useSending(fields.refuse, {
    check: () => [...checkFilled('current', values.current), ...checkNewPassword(values)],
    send: () => api.accounts.changePassword(values),
    done: () => {
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      announce(t('profile.password_done'))
      onClose(t('profile.password_done'))
    },
    passwordPath: 'current',
  })
  return (
    <LateSheet open onOpenChange={(open) => open || onClose(null)} title={t('change.password')}>
      <form id={fields.id} noValidate className="grid gap-4 pt-1" onSubmit={sending.onSubmit}>
        <PasswordField
          label={t('profile.password_current')}
          autoComplete="current-password"
          {...bind('current')}
        />
        <NewPasswordFields password={bind('password')} confirm={bind('confirmPassword')} email={email} />
        {sending.refusal && <Notice kind="bad">{sending.refusal}</Notice>}
        <button type="submit" className="act" aria-disabled={sending.busy}>
          {t(sending.busy ? 'password.saving' : 'password.save')}
        </button>
      </form>
    </LateSheet>
  )
}
