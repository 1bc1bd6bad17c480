import { useQuery } from '@tanstack/react-query'
import { useState, Suspense, lazy, useId } from 'react'
import type { ReactNode } from 'react'
import { useSearch, navigate } from '../../address.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { isBilled } from '../../paid.ts'
import { sessionQuery } from '../../queries.ts'
import { FormAct } from '../../ui/FormAct.tsx'
import { warmSheet, LateSheet } from '../../ui/LateSheet.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { TimeZoneField } from '../../ui/TimeZoneField.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { homeScreen } from '../shell/menu.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import type { Reading } from './Reader.tsx'
import { ReferralField } from './ReferralField.tsx'
import { RegisterPart } from './RegisterPart.tsx'
import { RegisterStart } from './RegisterStart.tsx'
import { StepLane } from './StepLane.tsx'
import { TicketRefusal } from './TicketRefusal.tsx'
import { startRegisterDraft, forgetRegisterDraft, useStoredRegisterDraft } from './register-draft.ts'
import { checkAccount } from './rules.ts'
import { takeDriver } from './take-driver.ts'
import { useTicket, writeTicket } from './ticket.ts'
import type { Ticket } from './ticket.ts'
import { useSending } from './use-sending.ts'

/** Registration: the first step before the code, and the last one after it. */
export function Register() {
  const address = useSearch()
  const session = useQuery(sessionQuery)
  const ticket = useTicket()
  // A driver who signs in on this screen stays until home is loaded.
  const [stranger] = useState(() => !session.data)
  if (session.data && !stranger)
    return <SignedIn email={session.data.email} home={homeScreen(session.data)} />
  return (
    <div className="mx-auto grid w-full max-w-[36rem] content-start gap-6 px-4 pb-8 pt-1">
      {ticket?.stage === 'account' ? (
        <RegisterAccount ticket={ticket} onAgain={() => writeTicket(null)} />
      ) : (
        <RegisterStart
          start={() => startRegisterDraft(address)}
          waiting={ticket?.stage === 'code' ? ticket : null}
        />
      )}
    </div>
  )
}

function SignedIn({ email, home }: { email: string; home: ReturnType<typeof homeScreen> }) {
  const { t } = useWords()
  return (
    <div className="mx-auto w-full max-w-[36rem] px-4 pt-1">
      <Notice
        kind="plain"
        actions={
          <>
            <ScreenLink screen={home} strong>
              {t('shell.home')}
            </ScreenLink>
            <ScreenLink screen="logout">{t('LOG_OFF')}</ScreenLink>
          </>
        }
      >
        {t('register.signed_in', { email })}
      </Notice>
    </div>
  )
}

type AccountTicket = Extract<Ticket, { stage: 'account' }>

/** The last step: the account itself. */
function RegisterAccount({ ticket, onAgain }: { ticket: AccountTicket; onAgain: () => void }) {
  const { t } = useWords()
  const { fields, sending } = useRegisterAccount(ticket)
  const { bind } = fields
  return (
    <form id={fields.id} noValidate className="grid gap-7" onSubmit={sending.onSubmit}>
      <div className="grid gap-4">
        <StepLane step={3} of={3} />
        <p className="text-lg leading-snug [overflow-wrap:anywhere]">
          {t('register.confirmed', { email: ticket.email })}
        </p>
      </div>
      <RegisterPart title={t('register.you')}>
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
      </RegisterPart>
      <RegisterPart title={t('register.secret')}>
        <NewPasswordFields
          password={bind('password')}
          confirm={bind('confirmPassword')}
          email={ticket.email}
        />
      </RegisterPart>
      <RegisterPart title={t('register.place')}>
        <TimeZoneField label={t('register.time_zone')} {...bind('timeZone')} />
        {isBilled(ticket.variant) && <ReferralField {...bind('referralCode')} />}
      </RegisterPart>
      <Consent fields={fields} />
      <div className="grid gap-3">
        <TicketRefusal sending={sending} onAgain={onAgain} />
        <FormAct form={fields.id} busy={sending.busy}>
          {t(sending.busy ? 'register.busy' : 'register.go')}
        </FormAct>
      </div>
    </form>
  )
}

function useRegisterAccount(ticket: AccountTicket) {
  const { language } = useWords()
  const [draft] = useState(() => startRegisterDraft())
  const fields = useFields({ ...draft, password: '', confirmPassword: '' })
  const { values } = fields
  // Passwords stay in memory.
  const { password, confirmPassword, ...rest } = values
  useStoredRegisterDraft(rest)
  const sending = useSending(fields.refuse, {
    check: () => checkAccount(values, ticket),
    send: () =>
      api.accounts.register({
        ticket: ticket.ticket,
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        password,
        confirmPassword,
        consent: values.consent,
        referralCode: isBilled(ticket.variant) ? values.referralCode.trim() : '',
        language,
        timeZone: values.timeZone,
      }),
    done: async ({ driver }) => {
      await takeDriver(driver)
      forgetRegisterDraft()
      navigate(`/${homeScreen(driver)}`, { replace: true })
      writeTicket(null)
    },
  })
  return { fields, sending }
}

/** Agreement to the terms and the privacy policy, either of which can be read over the form. */
function Consent({ fields }: { fields: ReturnType<typeof useRegisterAccount>['fields'] }) {
  const { t } = useWords()
  const [reading, setReading] = useState<Reading | null>(null)
  const [everRead, setEverRead] = useState(false)
  return (
    <>
      <CheckRow
        name="consent"
        label={t('register.consent')}
        checked={fields.values.consent}
        error={fields.errorOf('consent')}
        onChange={(consent) => fields.set('consent', consent)}
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
              {t(TITLES[what])}
            </button>
          ))}
        </div>
      </CheckRow>
      {everRead && <ReadSheet reading={reading} onClose={() => setReading(null)} />}
    </>
  )
}

/** The document's title is the link's text, too. */
const TITLES = { terms: 'title.termsandcondition', privacy: 'title.privacy-policy' } as const

const Reader = lazy(() => import('./Reader.tsx').then((module) => ({ default: module.Reader })))

/**
 * The terms or the privacy policy over the form, so that no input is lost while reading, including the
 * password.
 */
function ReadSheet({ reading, onClose }: { reading: Reading | null; onClose: () => void }) {
  const { t } = useWords()
  // Stays readable while the sheet slides out.
  const [last, setLast] = useState<Reading>('terms')
  if (reading !== null && reading !== last) setLast(reading)
  return (
    <LateSheet
      open={reading !== null}
      onOpenChange={(open) => open || onClose()}
      title={t(TITLES[last])}
      footer={
        <button type="button" className="act" onClick={onClose}>
          {t('register.read_done')}
        </button>
      }
    >
      <Suspense fallback={<SkeletonRows rows={4} />}>
        <Reader reading={last} />
      </Suspense>
    </LateSheet>
  )
}

/** A consent: a checkbox with its sentence (links go beside it, or tapping them would toggle it). */
export function CheckRow({
  name,
  label,
  checked,
  error,
  onChange,
  children,
}: {
  name: string
  label: ReactNode
  checked: boolean
  error?: string | undefined
  onChange: (checked: boolean) => void
  children?: ReactNode
}) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <div
        className={`rounded-[0.875rem] border-2 bg-surface px-3.5 py-2 ${error === undefined ? 'border-line' : 'border-red'}`}
      >
        <label className="flex min-h-12 cursor-pointer items-center gap-3.5">
          <input
            type="checkbox"
            name={name}
            className="size-6 shrink-0 accent-[var(--sign)]"
            checked={checked}
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-error`}
            onChange={(event) => onChange(event.target.checked)}
          />
          <span className="font-semibold leading-snug">{label}</span>
        </label>
        {children}
      </div>
      <p id={`${id}-error`} className="font-semibold leading-snug text-red empty:hidden">
        {error}
      </p>
    </div>
  )
}
