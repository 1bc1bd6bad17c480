import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { announce } from '../../../announce.ts'
import { api, toProblem } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { sendsTexts } from '../../../paid.ts'
import { serviceQuery } from '../../../queries.ts'
import { warmSheet } from '../../../ui/LateSheet.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { showPhone } from '../phone.ts'
import { useProblemText } from '../problem-text.ts'
import { ChangeSheet } from './ChangeSheet.tsx'
import { Part } from './Part.tsx'
import type { ContactKind } from './change.ts'
import { readChange } from './change.ts'
import type { ProfileView } from './fields.ts'
import { takeProfile } from './use-profile-form.ts'

/** E-mail, the e-mail for alerts, and the phone; each change needs a code sent to the new one. */
export function ContactPart({ profile }: { profile: ProfileView }) {
  const { t } = useWords()
  const { data: service } = useQuery(serviceQuery)
  // A code requested before this page was reloaded.
  const [open, setOpen] = useState<ContactKind | null>(() => readChange()?.kind ?? null)
  const [notice, setNotice] = useState<string | null>(null)
  const remove = useMutation({
    mutationFn: () => api.accounts.removePreferredEmail(),
    onSuccess: (answer) => {
      takeProfile(answer.profile)
      setNotice(t('profile.removed', { email: answer.profile.email }))
      announce(t('profile.removed', { email: answer.profile.email }))
    },
  })
  const refusal = useProblemText(remove.error ? toProblem(remove.error) : null)
  const change = (kind: ContactKind) => {
    setNotice(null)
    remove.reset()
    setOpen(kind)
  }
  const { email, preferredEmail, phone, phoneConfirmed } = profile
  return (
    <Part title={t('profile.contact')}>
      {notice && (
        <Notice kind="good" onClose={() => setNotice(null)}>
          {notice}
        </Notice>
      )}
      {refusal && <Notice kind="bad">{refusal}</Notice>}
      <ul className="card overflow-hidden">
        <ContactRow
          label={t('profile.email')}
          value={email}
          note={t('profile.email_note')}
          action={t('profile.change')}
          onAct={() => change('email')}
        />
        <ContactRow
          label={t('profile.preferred')}
          value={preferredEmail}
          note={
            preferredEmail === null ? t('profile.preferred_none', { email }) : t('profile.preferred_note')
          }
          action={t(preferredEmail === null ? 'profile.add' : 'profile.change')}
          onAct={() => change('preferredEmail')}
          other={
            preferredEmail !== null && (
              <button type="button" className="btn" onClick={() => remove.isPending || remove.mutate()}>
                {t('form.remove')}
              </button>
            )
          }
        />
        {sendsTexts(service) && (
          <PhoneRow phone={phone} confirmed={phoneConfirmed} onAct={() => change('phone')} />
        )}
      </ul>
      {open !== null && (
        <ChangeSheet
          key={open}
          kind={open}
          profile={profile}
          onClose={(text) => {
            setOpen(null)
            setNotice(text)
          }}
        />
      )}
    </Part>
  )
}

const PHONE = {
  none: { note: 'profile.phone_none', action: 'profile.add' },
  confirmed: { note: null, action: 'profile.change' },
  open: { note: 'profile.not_confirmed_note', action: 'profile.confirm' },
} as const

function PhoneRow({
  phone,
  confirmed,
  onAct,
}: {
  phone: string | null
  confirmed: boolean
  onAct: () => void
}) {
  const { t } = useWords()
  const { note, action } = PHONE[phone === null ? 'none' : confirmed ? 'confirmed' : 'open']
  return (
    <ContactRow
      label={t('profile.phone')}
      value={phone === null ? null : showPhone(phone)}
      badge={
        phone !== null && (
          <span
            className={`rounded-md px-1.5 pt-0.5 text-sm font-bold ${confirmed ? 'bg-green-bg text-green' : 'bg-surface-2 text-amber-text'}`}
          >
            {t(confirmed ? 'profile.confirmed' : 'profile.not_confirmed')}
          </span>
        )
      }
      note={note && t(note)}
      action={t(action)}
      onAct={onAct}
    />
  )
}

function ContactRow({
  label,
  value,
  badge,
  note,
  action,
  other,
  onAct,
}: {
  label: string
  value: string | null
  badge?: ReactNode
  note: string | null
  action: string
  other?: ReactNode
  onAct: () => void
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-[min(100%,11rem)] flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          {label}
          {badge}
        </p>
        {value !== null && <p className="tnum font-bold leading-snug [overflow-wrap:anywhere]">{value}</p>}
        {note && <p className="text-sm leading-snug text-muted [overflow-wrap:anywhere]">{note}</p>}
      </div>
      <div className="flex gap-2">
        {other}
        <button
          type="button"
          className="btn"
          aria-label={`${action}: ${label}`}
          onPointerDown={warmSheet}
          onClick={onAct}
        >
          {action}
        </button>
      </div>
    </li>
  )
}
