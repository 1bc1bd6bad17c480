import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phoneFormOf } from '@madruga/core/accounts.ts'
import type { PhoneForm } from '@madruga/core/accounts.ts'
import { announce } from '../../../announce.ts'
import { api } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import type { Words } from '../../../i18n.ts'
import { sessionQuery } from '../../../queries.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { LateSheet } from '../../../ui/LateSheet.tsx'
import { EMAIL_INPUT, PHONE_INPUT, TextField } from '../../../ui/TextField.tsx'
import { useFields } from '../../../ui/use-fields.ts'
import { CodePanel } from '../CodePanel.tsx'
import { showPhone } from '../phone.ts'
import { checkChange } from '../rules.ts'
import { inOnePiece } from '../ticket.ts'
import { useSending } from '../use-sending.ts'
import { readChange, writeChange } from './change.ts'
import { plainDigits } from '@madruga/core/digits.ts'
import type { Change, ContactKind } from './change.ts'
import type { ProfileView } from './fields.ts'
import { takeProfile } from './use-profile-form.ts'

/** A new e-mail or phone: the value and the password, then the code sent to it. */
export function ChangeSheet({
  kind,
  profile,
  onClose,
}: {
  kind: ContactKind
  profile: ProfileView
  /** With the completed change, or null. */
  onClose: (done: string | null) => void
}) {
  const { t } = useWords()
  const [open, setOpen] = useState(true)
  const [waiting, setWaiting] = useState<Change | null>(() => {
    const change = readChange()
    return change?.kind === kind ? change : null
  })
  const keep = (change: Change | null) => {
    writeChange(change)
    setWaiting(change)
  }
  const close = (notice: string | null) => {
    writeChange(null)
    setOpen(false)
    onClose(notice)
  }
  return (
    <LateSheet open={open} onOpenChange={(next) => next || close(null)} title={t(`change.${kind}`)}>
      {waiting === null ? (
        <Ask kind={kind} profile={profile} onSent={(value, code) => keep({ kind, value, sent: code })} />
      ) : (
        <div className="grid gap-4">
          <p className="text-lg leading-snug [overflow-wrap:anywhere]">
            {t(waiting.sent.channel === 'sms' ? 'otp.sent_sms' : 'otp.sent_email', {
              to: inOnePiece(waiting.sent.sentTo),
            })}
          </p>
          <CodePanel
            sent={waiting.sent}
            onSent={(code) => keep({ ...waiting, sent: code })}
            check={async (code) => {
              const answer = await api.accounts.confirmContact({ ticket: waiting.sent.ticket, code })
              takeProfile(answer.profile, answer.driver)
              const value = kind === 'phone' ? showPhone(waiting.value) : waiting.value
              const notice = t(`change.done_${kind}`, { value })
              announce(notice)
              close(notice)
            }}
          />
        </div>
      )}
    </LateSheet>
  )
}

function Ask({
  kind,
  profile,
  onSent,
}: {
  kind: ContactKind
  profile: ProfileView
  onSent: (value: string, sent: Change['sent']) => void
}) {
  const { t } = useWords()
  const { data: driver } = useQuery(sessionQuery)
  const form = phoneFormOf({ variant: profile.app, role: driver?.role }, 'full')
  const fields = useFields(() => ({ value: startValue(kind, profile, form), password: '' }))
  const { bind } = fields
  const value = kind === 'phone' ? plainDigits(fields.values.value).trim() : fields.values.value.trim()
  const { password } = fields.values
  const sending = useSending(fields.refuse, {
    check: () => checkChange(kind, { value, password }, form),
    send: () => api.accounts.changeContact({ kind, value, password }),
    done: (code) => onSent(value, code),
    passwordPath: 'password',
  })
  return (
    <form id={fields.id} noValidate className="grid gap-4 pt-1" onSubmit={sending.onSubmit}>
      {kind === 'phone' ? (
        <TextField {...labelsOf(form, t)} {...PHONE_INPUT} autoComplete="off" {...bind('value')} />
      ) : (
        <TextField label={t('change.new_email')} autoComplete="email" {...EMAIL_INPUT} {...bind('value')} />
      )}
      <PasswordField
        label={t('change.your_password')}
        autoComplete="current-password"
        {...bind('password')}
      />
      {sending.refusal && <Notice kind="bad">{sending.refusal}</Notice>}
      <button type="submit" className="act" aria-disabled={sending.busy}>
        {t(sending.busy ? 'form.sending' : 'change.send')}
      </button>
    </form>
  )
}

/** What the field for a phone asks for. */
function labelsOf(form: PhoneForm, t: Words['t']) {
  return form === 'international'
    ? { label: t('register.phone'), hint: t('sync.phone_hint') }
    : { label: t('change.new_phone'), hint: t('change.new_phone_hint') }
}

/** A phone that only needs confirmation is filled in already. */
function startValue(kind: ContactKind, profile: ProfileView, form: PhoneForm): string {
  const { phone, phoneConfirmed } = profile
  const isAbroad = form === 'international'
  if (kind === 'phone' && phone !== null && !phoneConfirmed) return isAbroad ? showPhone(phone) : phone
  if (kind === 'phone') return isAbroad ? '+' : '1'
  return kind === 'preferredEmail' ? (profile.preferredEmail ?? '') : ''
}
