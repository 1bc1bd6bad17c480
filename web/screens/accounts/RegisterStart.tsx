import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { serviceQuery } from '../../queries.ts'
import { FormAct } from '../../ui/FormAct.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { OptionGroup } from '../../ui/OptionGroup.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { EMAIL_INPUT, TextField } from '../../ui/TextField.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { Preferences } from '../shell/Preferences.tsx'
import { DemoMessages } from './DemoMessages.tsx'
import { PhoneField } from './PhoneField.tsx'
import { StepLane } from './StepLane.tsx'
import { CaptchaField, useCaptcha } from './captcha.ts'
import { useProblemText } from './problem-text.ts'
import { useKeptRegisterDraft } from './register-draft.ts'
import type { RegisterDraft } from './register-draft.ts'
import { checkContact } from './rules.ts'
import { inOnePiece, writeTicket } from './ticket.ts'
import type { Ticket } from './ticket.ts'
import { VariantCards } from './VariantCards.tsx'

/** The first step: the app, how to reach the driver, and where the code goes. */
export function RegisterStart({
  start,
  waiting,
}: {
  start: () => RegisterDraft
  /** A code that was sent already. */
  waiting: Extract<Ticket, { stage: 'code' }> | null
}) {
  const { t, language } = useWords()
  const navigate = useNavigate()
  const { data: service } = useQuery(serviceQuery)
  const captcha = useCaptcha()
  const [codeRefused, setCodeRefused] = useState(false)
  const fields = useFields(start)
  const { values, set, bind } = fields
  useKeptRegisterDraft(values)
  // The check begins with the first letter, or at once where the form was filled before: nobody waits for it.
  const { begin } = captcha
  const filled = values.email !== '' || values.phone !== ''
  useEffect(() => {
    if (filled) begin()
  }, [filled, begin])

  const send = useMutation({
    mutationFn: async () => {
      const proof = await captcha.proof()
      const { variant, phone, email, channel, referralCode } = values
      return api.accounts.startRegistration({
        variant,
        phone,
        email: email.trim(),
        channel,
        language,
        captcha: proof,
        referralCode: referralCode.trim(),
      })
    },
  })
  const submit = async () => {
    if (send.isPending) return
    const refused = checkContact(values)
    fields.refuse(refused)
    if (refused.length > 0) return
    try {
      const sent = await send.mutateAsync()
      writeTicket({ stage: 'code', purpose: 'register', sent, second: false })
      await navigate({ to: '/otp' })
    } catch (thrown) {
      const problem = toProblem(thrown)
      const refusals = problem.params.fields ?? []
      if (refusals.some(({ path }) => path === 'referralCode')) setCodeRefused(true)
      fields.refuse(refusals)
      if (problem.code !== 'accounts.captcha_failed' || captcha.state !== 'asking') captcha.spend()
    }
  }
  const problem = send.error ? toProblem(send.error) : null
  const refusal = useProblemText(problem)
  return (
    <form
      id={fields.id}
      noValidate
      className="grid gap-7"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className="grid gap-4">
        <StepLane step={1} of={3} />
        {waiting?.purpose === 'register' && (
          <Notice kind="plain" actions={<ScreenLink screen="otp">{t('register.enter_code')}</ScreenLink>}>
            {t('register.code_waits', { to: inOnePiece(waiting.sent.sentTo) })}
          </Notice>
        )}
        {codeRefused ? (
          <TextField
            label={t('register.referral')}
            aside={t('form.optional')}
            hint={t('register.referral_hint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            {...bind('referralCode')}
          />
        ) : (
          values.referralCode !== '' && (
            <p className="font-semibold text-green">{t('register.invited', { code: values.referralCode })}</p>
          )
        )}
      </div>
      <VariantCards
        label={t('register.app')}
        name="variant"
        value={values.variant}
        onChange={(variant) => set('variant', variant)}
      />
      <section className="grid gap-4">
        <h2 className="text-xl font-extrabold tracking-[-0.01em]">{t('register.contact')}</h2>
        <TextField label={t('login.email')} autoComplete="email" {...EMAIL_INPUT} {...bind('email')} />
        <PhoneField
          label={t('register.phone')}
          hint={t('register.phone_hint')}
          name="phone"
          digits={values.phone}
          error={fields.errorOf('phone')}
          onChange={(digits) => set('phone', digits)}
        />
        <OptionGroup
          label={t('register.channel')}
          name="channel"
          value={values.channel}
          onChange={(channel) => set('channel', channel)}
          choices={[
            { value: 'sms', title: t('register.by_sms'), note: t('register.by_sms_text') },
            { value: 'email', title: t('register.by_email'), note: t('register.by_email_text') },
          ]}
        />
      </section>
      <div className="grid gap-3">
        <CaptchaField captcha={captcha} />
        {refusal && <Notice kind="bad">{refusal}</Notice>}
        <FormAct form={fields.id} busy={send.isPending}>
          {t(send.isPending ? 'register.sending' : 'register.send')}
        </FormAct>
      </div>
      <div className="grid gap-4">
        {service?.demo && <DemoMessages />}
        <ScreenLink
          screen="login"
          className="inline-flex min-h-12 items-center justify-self-start font-bold underline"
        >
          {t('register.have_account')}
        </ScreenLink>
        <Preferences />
      </div>
    </form>
  )
}
