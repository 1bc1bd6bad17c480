import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { navigate, useSearch } from '../../address.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { sendsTexts } from '../../paid.ts'
import { serviceQuery, sessionQuery } from '../../queries.ts'
import { FormAct } from '../../ui/FormAct.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { OptionGroup } from '../../ui/OptionGroup.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { EMAIL_INPUT, TextField } from '../../ui/TextField.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { useTabDraft } from '../../ui/use-tab-draft.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { TicketRefusal } from './TicketRefusal.tsx'
import { CaptchaField } from './captcha.ts'
import { forgetDriver } from './forget-driver.ts'
import { NO_RESET, readResetDraft, writeResetDraft, RESET_DRAFT } from './reset-draft.ts'
import type { ResetDraft } from './reset-draft.ts'
import { checkNewPassword, checkOwner } from './rules.ts'
import { useTicket, writeTicket } from './ticket.ts'
import { useCodeRequest } from './use-code-request.ts'
import { useSending } from './use-sending.ts'

/** A forgotten password: a code sent to the account, or `?ticket=` of a link, then a new one. */
export function NewPassword() {
  const ticket = useTicket()
  const { ticket: linkTicket } = useSearch()
  useEffect(() => {
    if (linkTicket === undefined) return
    writeTicket({ stage: 'password', ticket: linkTicket })
    // It opens the account: it stays in no history.
    navigate('/password', { replace: true })
  }, [linkTicket])
  return (
    <div className="mx-auto grid w-full max-w-[27rem] content-start gap-6 px-4 pb-8 pt-1">
      {ticket?.stage === 'password' ? (
        <ResetFinish ticket={ticket.ticket} onAgain={() => writeTicket(null)} />
      ) : (
        <ResetStart />
      )}
    </div>
  )
}

/** The new password, after the code. */
function ResetFinish({ ticket, onAgain }: { ticket: string; onAgain: () => void }) {
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
        {t(sending.busy ? 'form.saving' : 'password.save')}
      </FormAct>
    </form>
  )
}

/** Requests the code; the answer is the same whether the account exists or not. */
function ResetStart() {
  const { t, language } = useWords()
  const { channel: linkChannel } = useSearch()
  const { data: driver } = useQuery(sessionQuery)
  const { data: service } = useQuery(serviceQuery)
  const hasTexts = sendsTexts(service)
  const fields = useFields<ResetDraft>(() => {
    const draft = readResetDraft({ ...NO_RESET, email: driver?.email ?? '' })
    const channel = linkChannel === 'sms' || linkChannel === 'email' ? linkChannel : draft.channel
    return { email: draft.email, channel: channel === 'sms' ? 'sms' : 'email' }
  })
  const { values, set, bind } = fields
  useTabDraft(RESET_DRAFT, values.email === '' ? null : values)
  const sending = useCodeRequest('reset', fields.refuse, {
    filled: values.email !== '',
    check: () => checkOwner(values),
    ask: (captcha) =>
      api.accounts.startReset({
        email: values.email.trim(),
        channel: hasTexts ? values.channel : 'email',
        language,
        captcha,
      }),
  })
  return (
    <form id={fields.id} noValidate className="grid gap-5" onSubmit={sending.onSubmit}>
      <p className="text-lg leading-snug">{t('password.intro')}</p>
      <TextField label={t('login.email')} autoComplete="username" {...EMAIL_INPUT} {...bind('email')} />
      {hasTexts && (
        <OptionGroup
          label={t('register.channel')}
          name="channel"
          value={values.channel}
          onChange={(channel) => set('channel', channel)}
          choices={[
            { value: 'email', title: t('form.by_email') },
            { value: 'sms', title: t('form.by_sms'), note: t('password.by_sms_text') },
          ]}
        />
      )}
      <CaptchaField captcha={sending.captcha} />
      {sending.refusal && <Notice kind="bad">{sending.refusal}</Notice>}
      <FormAct form={fields.id} busy={sending.busy}>
        {t(sending.busy ? 'form.sending' : 'register.send')}
      </FormAct>
      {!driver && (
        <ScreenLink
          screen="login"
          className="inline-flex min-h-12 items-center justify-self-start font-bold underline"
        >
          {t('title.login')}
        </ScreenLink>
      )}
    </form>
  )
}
