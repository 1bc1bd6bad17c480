import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { announce } from '../../../announce.ts'
import { api, toProblem } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { LateSheet } from '../../../ui/LateSheet.tsx'
import { EMAIL_INPUT, TextField } from '../../../ui/TextField.tsx'
import { useFields } from '../../../ui/use-fields.ts'
import { CodePanel } from '../CodePanel.tsx'
import { showPhone } from '../phone.ts'
import { useProblemText } from '../problem-text.ts'
import { checkChange } from '../rules.ts'
import { inOnePiece } from '../ticket.ts'
import { readChange, writeChange } from './change.ts'
import type { Change, ContactKind } from './change.ts'
import type { ProfileView } from './fields.ts'
import { takeProfile } from './use-profile-form.ts'

/** A new e-mail or phone: the value and the password, then the code that the new one got. */
export function ChangeSheet({
  kind,
  profile,
  onClose,
}: {
  kind: ContactKind
  profile: ProfileView
  /** With what was done, or null. */
  onClose: (done: string | null) => void
}) {
  const { t } = useWords()
  const [open, setOpen] = useState(true)
  const [waiting, setWaiting] = useState<Change | null>(() => {
    const kept = readChange()
    return kept?.kind === kind ? kept : null
  })
  const keep = (change: Change | null) => {
    writeChange(change)
    setWaiting(change)
  }
  const close = (done: string | null) => {
    writeChange(null)
    setOpen(false)
    onClose(done)
  }
  return (
    <LateSheet open={open} onOpenChange={(next) => next || close(null)} title={t(`change.${kind}`)}>
      {waiting === null ? (
        <Ask kind={kind} profile={profile} onSent={(value, sent) => keep({ kind, value, sent })} />
      ) : (
        <div className="grid gap-4">
          <p className="text-lg leading-snug [overflow-wrap:anywhere]">
            {t(waiting.sent.channel === 'sms' ? 'otp.sent_sms' : 'otp.sent_email', {
              to: inOnePiece(waiting.sent.sentTo),
            })}
          </p>
          <CodePanel
            sent={waiting.sent}
            onSent={(sent) => keep({ ...waiting, sent })}
            check={async (code) => {
              const answer = await api.accounts.confirmContact({ ticket: waiting.sent.ticket, code })
              takeProfile(answer.profile, answer.driver)
              const value = kind === 'phone' ? showPhone(waiting.value) : waiting.value
              const done = t(`change.done_${kind}`, { value })
              announce(done)
              close(done)
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
  const fields = useFields(() => ({ value: startValue(kind, profile), password: '' }))
  const { bind } = fields
  const value = fields.values.value.trim()
  const send = useMutation({
    mutationFn: () => api.accounts.changeContact({ kind, value, password: fields.values.password }),
  })
  const submit = async () => {
    if (send.isPending) return
    const refused = checkChange(kind, { value, password: fields.values.password })
    fields.refuse(refused)
    if (refused.length > 0) return
    try {
      onSent(value, await send.mutateAsync())
    } catch (thrown) {
      const problem = toProblem(thrown)
      fields.refuse(
        problem.code === 'accounts.wrong_password'
          ? [{ path: 'password', code: problem.code }]
          : (problem.params.fields ?? []),
      )
    }
  }
  const problem = send.error ? toProblem(send.error) : null
  const refusal = useProblemText(problem)
  return (
    <form
      id={fields.id}
      noValidate
      className="grid gap-4 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {kind === 'phone' ? (
        <TextField
          label={t('change.new_phone')}
          hint={t('change.new_phone_hint')}
          type="tel"
          inputMode="numeric"
          autoComplete="off"
          className="tnum"
          {...bind('value')}
        />
      ) : (
        <TextField label={t('change.new_email')} autoComplete="email" {...EMAIL_INPUT} {...bind('value')} />
      )}
      <PasswordField
        label={t('change.your_password')}
        hint={t('change.password_hint')}
        autoComplete="current-password"
        {...bind('password')}
      />
      {refusal && problem?.code !== 'accounts.wrong_password' && <Notice kind="bad">{refusal}</Notice>}
      <button type="submit" className="act" aria-disabled={send.isPending}>
        {t(send.isPending ? 'register.sending' : 'change.send')}
      </button>
    </form>
  )
}

/** A phone that only waits to be confirmed stands there already. */
function startValue(kind: ContactKind, profile: ProfileView): string {
  if (kind === 'phone') return profile.phone !== null && !profile.phoneConfirmed ? profile.phone : '1'
  return kind === 'preferredEmail' ? (profile.preferredEmail ?? '') : ''
}
