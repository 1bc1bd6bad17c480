import { useQuery } from '@tanstack/react-query'
import { useSearch } from '../../address.ts'
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
import { CaptchaField } from './captcha.ts'
import { NO_RESET, RESET_DRAFT, readResetDraft } from './reset-draft.ts'
import type { ResetDraft } from './reset-draft.ts'
import { checkOwner } from './rules.ts'
import { useCodeRequest } from './use-code-request.ts'

/** Requests the code; the answer is the same whether the account exists or not. */
export function ResetStart() {
  const { t, language } = useWords()
  const { channel: wanted } = useSearch()
  const { data: driver } = useQuery(sessionQuery)
  const { data: service } = useQuery(serviceQuery)
  const hasTexts = sendsTexts(service)
  const fields = useFields<ResetDraft>(() => {
    const draft = readResetDraft({ ...NO_RESET, email: driver?.email ?? '' })
    const channel = wanted === 'sms' || wanted === 'email' ? wanted : draft.channel
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
            { value: 'email', title: t('password.by_email'), note: t('password.by_email_text') },
            { value: 'sms', title: t('password.by_sms'), note: t('password.by_sms_text') },
          ]}
        />
      )}
      <CaptchaField captcha={sending.captcha} />
      {sending.refusal && <Notice kind="bad">{sending.refusal}</Notice>}
      <FormAct form={fields.id} busy={sending.busy}>
        {t(sending.busy ? 'register.sending' : 'register.send')}
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
