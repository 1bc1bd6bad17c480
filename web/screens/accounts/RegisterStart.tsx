import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { needsPhone, phoneFormOf } from '@madruga/core/accounts.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { PAID_PLANS } from '@madruga/core/plans.ts'
import { readVariant, describeVariant } from '@madruga/core/variants.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { isBilled, sendsTexts } from '../../paid.ts'
import { serviceQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { FormAct } from '../../ui/FormAct.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { OptionGroup } from '../../ui/OptionGroup.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { EMAIL_INPUT, PHONE_INPUT, TextField } from '../../ui/TextField.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { sayCardFee, sayUsePrice } from '../billing/price-words.ts'
import { pricesQuery } from '../billing/queries.ts'
import { Preferences } from '../shell/Preferences.tsx'
import { DemoMessages } from './DemoMessages.tsx'
import { PhoneField } from './PhoneField.tsx'
import { ReferralField } from './ReferralField.tsx'
import { RegisterPart } from './RegisterPart.tsx'
import { StepLane } from './StepLane.tsx'
import { VariantCards } from './VariantCards.tsx'
import { CaptchaField } from './captcha.ts'
import { useStoredRegisterDraft } from './register-draft.ts'
import type { RegisterDraft } from './register-draft.ts'
import { checkContact } from './rules.ts'
import { inOnePiece } from './ticket.ts'
import type { Ticket } from './ticket.ts'
import { useCodeRequest } from './use-code-request.ts'

/** The first step: the app, the driver's contacts, and the channel of the code. */
export function RegisterStart({
  start,
  waiting,
}: {
  start: () => RegisterDraft
  /** A code that was sent already. */
  waiting: Extract<Ticket, { stage: 'code' }> | null
}) {
  const { t } = useWords()
  const { data: service } = useQuery(serviceQuery)
  const { fields, sending, codeRefused } = useRegisterStart(start)
  const { values, set, bind } = fields
  const contact = contactOf(values, service)
  const { variant } = contact
  return (
    <form id={fields.id} noValidate className="grid gap-7" onSubmit={sending.onSubmit}>
      <div className="grid gap-4">
        <StepLane step={1} of={3} />
        {waiting?.purpose === 'register' && (
          <Notice kind="plain" actions={<ScreenLink screen="otp">{t('register.enter_code')}</ScreenLink>}>
            {t('register.code_waits', { to: inOnePiece(waiting.sent.sentTo) })}
          </Notice>
        )}
        {!isBilled(variant) ? null : codeRefused ? (
          <ReferralField {...bind('referralCode')} />
        ) : (
          values.referralCode !== '' && (
            <p className="font-semibold text-green">{t('register.invited', { code: values.referralCode })}</p>
          )
        )}
      </div>
      <VariantCards
        label={t('register.app')}
        name="variant"
        value={variant}
        onChange={(app) => set('variant', app)}
      />
      {isBilled(variant) && <PlanPrices app={variant} />}
      <Contact fields={fields} contact={contact} />
      <div className="grid gap-3">
        <CaptchaField captcha={sending.captcha} />
        {sending.refusal && <Notice kind="bad">{sending.refusal}</Notice>}
        <FormAct form={fields.id} busy={sending.busy}>
          {t(sending.busy ? 'form.sending' : 'register.send')}
        </FormAct>
      </div>
      <div className="grid gap-4">
        {service?.messagesOpen && <DemoMessages />}
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

function useRegisterStart(start: () => RegisterDraft) {
  const { language } = useWords()
  const { data: service } = useQuery(serviceQuery)
  const [codeRefused, setCodeRefused] = useState(false)
  const fields = useFields(start)
  const { values } = fields
  useStoredRegisterDraft(values)
  const sending = useCodeRequest('register', fields.refuse, {
    filled: values.email !== '' || values.phone !== '',
    check: () => checkContact(contactOf(values, service)),
    ask: (captcha) => {
      const { phone, email, channel, variant } = contactOf(values, service)
      const referralCode = isBilled(variant) ? values.referralCode : ''
      return api.accounts.startRegistration({
        variant,
        phone,
        email: email.trim(),
        channel,
        language,
        captcha,
        referralCode: referralCode.trim(),
      })
    },
    refused: ({ params }) => {
      if (params.fields?.some(({ path }) => path === 'referralCode')) setCodeRefused(true)
    },
  })
  return { fields, sending, codeRefused }
}

/** The chosen app, or the first offered; the code comes by e-mail to who gives no phone or gets no text. */
function contactOf(
  { variant: choice, email, phone, channel }: RegisterDraft,
  service: { variants: Variant[]; texts: boolean } | null | undefined,
) {
  const variant = readVariant(choice, service?.variants)
  const isTextable =
    sendsTexts(service) && needsPhone({ form: phoneFormOf({ variant }, 'new'), phone, channel: 'email' })
  return { variant, email, phone, channel: isTextable ? channel : ('email' as const), isTextable }
}

/** E-mail and phone, and which of them gets the code. */
function Contact({
  fields,
  contact: { variant, phone, channel, isTextable },
}: {
  fields: ReturnType<typeof useRegisterStart>['fields']
  contact: ReturnType<typeof contactOf>
}) {
  const { t } = useWords()
  const { set, bind } = fields
  const form = phoneFormOf({ variant }, 'new')
  return (
    <RegisterPart title={t('register.contact')}>
      <TextField label={t('login.email')} autoComplete="email" {...EMAIL_INPUT} {...bind('email')} />
      {form === 'international' ? (
        <TextField
          label={t('register.phone')}
          hint={t('register.phone_abroad_hint')}
          {...PHONE_INPUT}
          autoComplete="tel"
          {...bind('phone')}
        />
      ) : (
        <PhoneField
          label={t('register.phone')}
          hint={t('register.phone_hint')}
          name="phone"
          digits={phone}
          error={fields.errorOf('phone')}
          onChange={(digits) => set('phone', digits)}
        />
      )}
      {isTextable && (
        <OptionGroup
          label={t('register.channel')}
          name="channel"
          value={channel}
          onChange={(next) => set('channel', next)}
          choices={[
            { value: 'sms', title: t('form.by_sms'), note: t('register.by_sms_text') },
            { value: 'email', title: t('form.by_email'), note: t('register.by_email_text') },
          ]}
        />
      )}
    </RegisterPart>
  )
}

/** What the service costs, by plan, as the server has it now; for anyone, before an account or a card. */
function PlanPrices({ app }: { app: Variant }) {
  const words = useWords()
  const { t, money } = words
  const prices = useQuery(pricesQuery)
  if (prices.isError) return <Failed error={prices.error} onRetry={() => void prices.refetch()} />
  return (
    <section aria-label={t('prices.title')} aria-busy={prices.isPending} className="grid gap-3">
      <h2 className="text-xl font-extrabold tracking-[-0.01em]">{t('prices.title')}</h2>
      {prices.data === undefined ? (
        <Skeleton className="h-44 rounded-[1.25rem]" />
      ) : (
        <>
          <dl className="card grid divide-y divide-line px-5 py-1">
            <Row name={t('prices.basic')} text={sayUsePrice(words, prices.data, describeVariant(app).word)} />
            {describeVariant(app).hasPlans &&
              PAID_PLANS.map((plan) => (
                <Row
                  key={plan}
                  name={t(`prices.${plan}`)}
                  price={t('prices.a_week', { price: money(prices.data.weekCents[plan]) })}
                  text={t('prices.flat')}
                />
              ))}
          </dl>
          <p className="px-1 text-sm leading-snug text-muted">
            {t('prices.no_card')} {sayCardFee(words, prices.data.fees.card)}
          </p>
        </>
      )}
    </section>
  )
}

function Row({ name, price, text }: { name: string; price?: string; text: string }) {
  return (
    <div className="py-3">
      <dt className="flex flex-wrap items-baseline justify-between gap-x-3 font-extrabold">
        {name}
        {price !== undefined && <span className="tnum">{price}</span>}
      </dt>
      <dd className="leading-snug text-muted">{text}</dd>
    </div>
  )
}
