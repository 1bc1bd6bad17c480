import { useMutation } from '@tanstack/react-query'
import { announce } from '../../../announce.ts'
import { api, toProblem } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { queryClient } from '../../../queries.ts'
import { sessionsQuery } from '../queries.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { LateSheet } from '../../../ui/LateSheet.tsx'
import { useFields } from '../../../ui/use-fields.ts'
import { NewPasswordFields } from '../NewPasswordFields.tsx'
import { useProblemText } from '../problem-text.ts'
import { checkNewPassword } from '../rules.ts'

/** The password now, and a new one twice. */
export function PasswordSheet({
  email,
  onClose,
}: {
  email: string
  /** With what was done, or null. */
  onClose: (done: string | null) => void
}) {
  const { t } = useWords()
  const fields = useFields({ current: '', password: '', confirmPassword: '' })
  const { values, bind } = fields
  const change = useMutation({ mutationFn: () => api.accounts.changePassword(values) })
  const submit = async () => {
    if (change.isPending) return
    const missing = values.current === '' ? [{ path: 'current', code: 'field.required' }] : []
    const refused = [...missing, ...checkNewPassword(values)]
    fields.refuse(refused)
    if (refused.length > 0) return
    try {
      await change.mutateAsync()
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      announce(t('profile.password_done'))
      onClose(t('profile.password_done'))
    } catch (thrown) {
      const problem = toProblem(thrown)
      fields.refuse(
        problem.code === 'accounts.wrong_password'
          ? [{ path: 'current', code: problem.code }]
          : (problem.params.fields ?? []),
      )
    }
  }
  const problem = change.error ? toProblem(change.error) : null
  const refusal = useProblemText(problem)
  return (
    <LateSheet open onOpenChange={(open) => open || onClose(null)} title={t('change.password')}>
      <form
        id={fields.id}
        noValidate
        className="grid gap-4 pt-1"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <PasswordField
          label={t('profile.password_current')}
          autoComplete="current-password"
          {...bind('current')}
        />
        <NewPasswordFields password={bind('password')} confirm={bind('confirmPassword')} email={email} />
        {refusal && problem?.code !== 'accounts.wrong_password' && <Notice kind="bad">{refusal}</Notice>}
        <button type="submit" className="act" aria-disabled={change.isPending}>
          {t(change.isPending ? 'password.saving' : 'password.save')}
        </button>
      </form>
    </LateSheet>
  )
}
