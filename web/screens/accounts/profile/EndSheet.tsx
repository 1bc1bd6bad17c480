import { announce } from '../../../announce.ts'
import { api } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { queryClient } from '../../../queries.ts'
import { ConfirmSheet } from '../../../ui/ConfirmSheet.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { useFields } from '../../../ui/use-fields.ts'
import { sessionsQuery } from '../queries.ts'
import { checkFilled } from '../rules.ts'
import { useSending } from '../use-sending.ts'

/** One device by its session, or all `count` others. */
export type Ending = { id: string; device: string } | { id: null; count: number }

/**
 * Asks for the password, then signs other devices out: someone who found an unlocked phone must not sign its
 * owner out elsewhere.
 */
export function EndSheet({
  ending,
  onClose,
}: {
  ending: Ending
  /** With the completed action, or null. */
  onClose: (done: string | null) => void
}) {
  const { t } = useWords()
  const fields = useFields({ password: '' })
  const { password } = fields.values
  const sending = useSending(fields.refuse, {
    check: () => checkFilled('password', password),
    async send() {
      if (ending.id === null) return (await api.accounts.endOtherSessions({ password })).ended
      await api.accounts.endSession({ id: ending.id, password })
      return 1
    },
    done: (count) => {
      const { id } = ending
      const done =
        id === null ? t('profile.ended_others', { count }) : t('profile.ended', { device: ending.device })
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      announce(done)
      onClose(done)
    },
    passwordPath: 'password',
  })
  return (
    <ConfirmSheet
      open
      onOpenChange={(open) => open || onClose(null)}
      title={
        ending.id === null
          ? t('profile.end_title_others', { count: ending.count })
          : t('profile.end_title', { device: ending.device })
      }
      go={t(sending.busy ? 'profile.end_busy' : 'profile.end_go')}
      keep={t('profile.end_keep')}
      busy={sending.busy}
      form={fields.id}
    >
      <form id={fields.id} noValidate className="grid gap-4" onSubmit={sending.onSubmit}>
        <PasswordField
          label={t('change.your_password')}
          hint={t('change.password_hint')}
          autoComplete="current-password"
          {...fields.bind('password')}
        />
        {sending.refusal && <Notice kind="bad">{sending.refusal}</Notice>}
      </form>
    </ConfirmSheet>
  )
}
