import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { CheckRow } from '../../ui/CheckRow.tsx'
import { FormAct } from '../../ui/FormAct.tsx'
import { warmSheet } from '../../ui/LateSheet.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { TimeZoneField } from '../../ui/TimeZoneField.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { homeScreen } from '../shell/menu.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { ReadSheet } from './ReadSheet.tsx'
import type { Reading } from './Reader.tsx'
import { ReferralField } from './ReferralField.tsx'
import { StepLane } from './StepLane.tsx'
import { TicketRefusal } from './TicketRefusal.tsx'
import { forgetRegisterDraft, startRegisterDraft, useStoredRegisterDraft } from './register-draft.ts'
import { checkAccount } from './rules.ts'
import { takeDriver } from './take-driver.ts'
import { writeTicket } from './ticket.ts'
import type { Ticket } from './ticket.ts'
import { useSending } from './use-sending.ts'

/** The last step: the account itself. */
export function RegisterAccount({
  ticket,
  onAgain,
}: {
  ticket: Extract<Ticket, { stage: 'account' }>
  onAgain: () => void
}) {
  const { t, language } = useWords()
  const navigate = useNavigate()
  const [draft] = useState(() => startRegisterDraft())
  const fields = useFields({ ...draft, password: '', confirmPassword: '' })
  const { values, set, bind } = fields
  // Passwords stay in memory.
  const { password, confirmPassword, ...kept } = values
  useStoredRegisterDraft(kept)
  const [reading, setReading] = useState<Reading | null>(null)
  const [everRead, setEverRead] = useState(false)

  const sending = useSending(fields.refuse, {
    check: () => checkAccount(values, ticket.email, values.phone),
    send: () =>
      api.accounts.register({
        ticket: ticket.ticket,
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        password,
        confirmPassword,
        consent: values.consent,
        referralCode: values.referralCode.trim(),
        language,
        timeZone: values.timeZone,
      }),
    done: async ({ driver }) => {
      await takeDriver(driver)
      forgetRegisterDraft()
      await navigate({ to: `/${homeScreen(driver)}`, replace: true })
      writeTicket(null)
    },
  })
  return (
    <form id={fields.id} noValidate className="grid gap-7" onSubmit={sending.onSubmit}>
      <div className="grid gap-4">
        <StepLane step={3} of={3} />
        <p className="text-lg leading-snug [overflow-wrap:anywhere]">
          {t('register.confirmed', { email: ticket.email })}
        </p>
      </div>
      <section className="grid gap-4">
        <h2 className="text-xl font-extrabold tracking-[-0.01em]">{t('register.you')}</h2>
        <div className="grid gap-4 min-[30rem]:grid-cols-2">
          <TextField
            label={t('register.first_name')}
            autoComplete="given-name"
            autoCapitalize="words"
            maxLength={80}
            {...bind('firstName')}
          />
          <TextField
            label={t('register.last_name')}
            autoComplete="family-name"
            autoCapitalize="words"
            maxLength={80}
            {...bind('lastName')}
          />
        </div>
      </section>
      <section className="grid gap-4">
        <h2 className="text-xl font-extrabold tracking-[-0.01em]">{t('register.secret')}</h2>
        <NewPasswordFields
          password={bind('password')}
          confirm={bind('confirmPassword')}
          email={ticket.email}
        />
      </section>
      <section className="grid gap-4">
        <h2 className="text-xl font-extrabold tracking-[-0.01em]">{t('register.place')}</h2>
        <TimeZoneField
          label={t('register.time_zone')}
          hint={t('register.time_zone_hint')}
          {...bind('timeZone')}
        />
        <ReferralField {...bind('referralCode')} />
      </section>
      <CheckRow
        name="consent"
        label={t('register.consent')}
        checked={values.consent}
        error={fields.errorOf('consent')}
        onChange={(consent) => set('consent', consent)}
      >
        <div className="flex flex-wrap gap-x-5 border-t border-line">
          {(['terms', 'privacy'] as const).map((what) => (
            <button
              key={what}
              type="button"
              className="min-h-12 text-left font-bold underline"
              onPointerDown={warmSheet}
              onClick={() => {
                setEverRead(true)
                setReading(what)
              }}
            >
              {t(`register.read_${what}`)}
            </button>
          ))}
        </div>
      </CheckRow>
      {everRead && <ReadSheet reading={reading} onClose={() => setReading(null)} />}
      <div className="grid gap-3">
        <TicketRefusal sending={sending} onAgain={onAgain} />
        <FormAct form={fields.id} busy={sending.busy}>
          {t(sending.busy ? 'register.busy' : 'register.go')}
        </FormAct>
      </div>
    </form>
  )
}
