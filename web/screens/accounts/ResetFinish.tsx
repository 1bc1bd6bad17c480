import { navigate } from '../../address.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { FormAct } from '../../ui/FormAct.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { TicketRefusal } from './TicketRefusal.tsx'
import { forgetDriver } from './forget-driver.ts'
import { NO_RESET, readResetDraft, writeResetDraft } from './reset-draft.ts'
import { checkNewPassword } from './rules.ts'
import { writeTicket } from './ticket.ts'
import { useSending } from './use-sending.ts'

/** The new password, after the code. */
export function ResetFinish({ ticket, onAgain }: { ticket: string; onAgain: () => void }) {
  const { t } = useWords()
  const fields = useFields({ password: '', confirmPassword: '' })
  const { values, bind } = fields
  const { email } = readResetDraft(NO_RESET)
  const sending = useSending(fields.refuse, {
    check: () => checkNewPassword(values),
    send: () => api.accounts.resetPassword({ ticket, ...values }),
    done: async () => {
      // Every session of the account has ended, including this one.
      forgetDriver()
      navigate('/login', { search: { done: 'password' }, replace: true })
      writeTicket(null)
      writeResetDraft(null)
    },
  })
  return (
    <form id={fields.id} noValidate className="grid gap-5" onSubmit={sending.onSubmit}>
      <div className="grid gap-1">
        <h2 className="text-2xl font-extrabold tracking-[-0.01em]">{t('password.choose')}</h2>
        <p className="text-lg leading-snug text-muted">{t('password.choose_text')}</p>
      </div>
      <NewPasswordFields password={bind('password')} confirm={bind('confirmPassword')} email={email} />
      <TicketRefusal sending={sending} onAgain={onAgain} />
      <FormAct form={fields.id} busy={sending.busy}>
        {t(sending.busy ? 'password.saving' : 'password.save')}
      </FormAct>
    </form>
  )
}
