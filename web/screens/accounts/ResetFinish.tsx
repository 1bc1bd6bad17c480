import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { FormAct } from '../../ui/FormAct.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { forgetDriver } from './forget-driver.ts'
import { readDraft, writeDraft } from './kept-draft.ts'
import { useProblemText } from './problem-text.ts'
import { checkNewPassword } from './rules.ts'
import { writeTicket } from './ticket.ts'

/** The new password, after the code. */
export function ResetFinish({ ticket, onAgain }: { ticket: string; onAgain: () => void }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const fields = useFields({ password: '', confirmPassword: '' })
  const { values, bind } = fields
  const email = readDraft('draft.reset', { email: '' })?.email ?? ''
  const save = useMutation({ mutationFn: () => api.accounts.resetPassword({ ticket, ...values }) })
  const submit = async () => {
    if (save.isPending) return
    const refused = checkNewPassword(values)
    fields.refuse(refused)
    if (refused.length > 0) return
    try {
      await save.mutateAsync()
      // Every session of the account is over, this one too.
      forgetDriver()
      await navigate({ to: '/login', search: { done: 'password' }, replace: true })
      writeTicket(null)
      writeDraft('draft.reset', null)
    } catch (thrown) {
      fields.refuse(toProblem(thrown).params.fields ?? [])
    }
  }
  const problem = save.error ? toProblem(save.error) : null
  const refusal = useProblemText(problem)
  return (
    <form
      id={fields.id}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className="grid gap-1">
        <h2 className="text-2xl font-extrabold tracking-[-0.01em]">{t('password.choose')}</h2>
        <p className="text-lg leading-snug text-muted">{t('password.choose_text')}</p>
      </div>
      <NewPasswordFields password={bind('password')} confirm={bind('confirmPassword')} email={email} />
      {refusal && (
        <Notice
          kind="bad"
          actions={
            problem?.code === 'accounts.ticket_invalid' && (
              <button type="button" className="btn" onClick={onAgain}>
                {t('register.again')}
              </button>
            )
          }
        >
          {refusal}
        </Notice>
      )}
      <FormAct form={fields.id} busy={save.isPending}>
        {t(save.isPending ? 'password.saving' : 'password.save')}
      </FormAct>
    </form>
  )
}
