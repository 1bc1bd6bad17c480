import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, toProblem } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { ConfirmSheet } from '../../../ui/ConfirmSheet.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { useFields } from '../../../ui/use-fields.ts'
import { forgetDriver } from '../forget-driver.ts'
import { useProblemText } from '../problem-text.ts'

const DELETED = [
  'profile.delete_contact',
  'profile.delete_filters',
  'profile.delete_log',
  'profile.delete_platform',
] as const

/** Says what goes, asks for the password, and deletes the account. */
export function DeleteSheet({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const fields = useFields({ password: '' })
  const { values, bind } = fields
  const remove = useMutation({ mutationFn: () => api.accounts.remove(values) })
  const submit = async () => {
    if (remove.isPending) return
    const refused = values.password === '' ? [{ path: 'password', code: 'field.required' }] : []
    fields.refuse(refused)
    if (refused.length > 0) return
    try {
      await remove.mutateAsync()
      // On the way already when the session ends, or the guard would lead back here.
      void navigate({ to: '/login', search: { done: 'removed' }, replace: true })
      forgetDriver()
    } catch (thrown) {
      const problem = toProblem(thrown)
      fields.refuse(
        problem.code === 'accounts.wrong_password' ? [{ path: 'password', code: problem.code }] : [],
      )
    }
  }
  const problem = remove.error ? toProblem(remove.error) : null
  const refusal = useProblemText(problem)
  return (
    <ConfirmSheet
      open
      danger
      onOpenChange={(open) => open || onClose()}
      title={t('profile.delete_title')}
      go={t(remove.isPending ? 'profile.delete_busy' : 'profile.delete_go')}
      keep={t('profile.delete_keep')}
      busy={remove.isPending}
      form={fields.id}
    >
      <form
        id={fields.id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className="leading-snug">{t('profile.delete_text')}</p>
        <div>
          <p className="font-semibold">{t('profile.delete_what')}</p>
          <ul className="mt-1 grid gap-1">
            {DELETED.map((key) => (
              <li key={key} className="flex items-center gap-2.5 leading-snug">
                <IconTrash size={18} aria-hidden className="shrink-0 text-red" />
                {t(key)}
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm leading-snug text-muted">{t('profile.delete_blocks')}</p>
        </div>
        <PasswordField
          label={t('change.your_password')}
          autoComplete="current-password"
          {...bind('password')}
        />
        {refusal && problem?.code !== 'accounts.wrong_password' && <Notice kind="bad">{refusal}</Notice>}
      </form>
    </ConfirmSheet>
  )
}
