import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameDevice, readDevice } from '@madruga/core/accounts.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { announce } from '../../../announce.ts'
import { api } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { IconDeviceDesktop } from '../../../icons/drawings.ts'
import { IconDeviceMobile } from '../../../icons/sign-in.ts'
import { sessionQuery, queryClient } from '../../../queries.ts'
import { ConfirmSheet } from '../../../ui/ConfirmSheet.tsx'
import { FailedOr } from '../../../ui/Failed.tsx'
import { warmSheet, LateSheet } from '../../../ui/LateSheet.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { useFields } from '../../../ui/use-fields.ts'
import { NewPasswordFields } from '../NewPasswordFields.tsx'
import { sessionsQuery } from '../queries.ts'
import { checkFilled, checkNewPassword } from '../rules.ts'
import { useSending } from '../use-sending.ts'
import { Part } from './Part.tsx'
import { Passkeys } from './Passkeys.tsx'

type Session = Outputs['accounts']['sessions']['sessions'][number]

/** The password, passkeys, and every device that is signed in. An operator's passkeys are in the console. */
export function SecurityPart({ email }: { email: string }) {
  const { t } = useWords()
  const isOperator = useQuery(sessionQuery).data?.role === 'operator'
  const [changing, setChanging] = useState(false)
  const [notice, setNotice] = useState<string | null>(null)
  return (
    <Part title={t('profile.security')}>
      {notice && (
        <Notice kind="good" onClose={() => setNotice(null)}>
          {notice}
        </Notice>
      )}
      <div className="flex items-center gap-3 rounded-2xl bg-surface px-4 py-3">
        <div className="min-w-0 flex-1">
          <p className="font-bold leading-snug">{t('profile.password')}</p>
          <p className="text-sm leading-snug text-muted">{t('profile.password_note')}</p>
        </div>
        <button
          type="button"
          className="btn"
          aria-label={`${t('profile.change')}: ${t('profile.password')}`}
          onPointerDown={warmSheet}
          onClick={() => {
            setNotice(null)
            setChanging(true)
          }}
        >
          {t('profile.change')}
        </button>
      </div>
      {changing && (
        <PasswordSheet
          email={email}
          onClose={(text) => {
            setChanging(false)
            setNotice(text)
          }}
        />
      )}
      {!isOperator && <Passkeys onDone={setNotice} />}
      <Sessions onDone={setNotice} />
    </Part>
  )
}

function Sessions({ onDone }: { onDone: (text: string) => void }) {
  const { t, language } = useWords()
  const sessions = useQuery(sessionsQuery)
  const [ending, setEnding] = useState<Ending | null>(null)
  const others = sessions.data?.filter((session) => !session.current).length ?? 0
  return (
    <div className="grid gap-2">
      <h3 className="pt-1 font-semibold">{t('profile.sessions')}</h3>
      <div className="card overflow-hidden">
        {sessions.data ? (
          <ul>
            {sessions.data.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                onEnd={() =>
                  setEnding({ id: session.id, device: nameDevice(language, readDevice(session.userAgent)) })
                }
              />
            ))}
          </ul>
        ) : (
          <FailedOr query={sessions}>
            <SkeletonRows rows={2} />
          </FailedOr>
        )}
      </div>
      {others > 1 && (
        <button
          type="button"
          className="btn"
          onPointerDown={warmSheet}
          onClick={() => setEnding({ id: null, count: others })}
        >
          {t('profile.end_others')}
        </button>
      )}
      {sessions.data && others === 0 && <p className="text-sm text-muted">{t('profile.only_here')}</p>}
      {ending && (
        <EndSheet
          ending={ending}
          onClose={(text) => {
            setEnding(null)
            if (text !== null) onDone(text)
          }}
        />
      )}
    </div>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t, date, language } = useWords()
  const device = readDevice(session.userAgent)
  const name = nameDevice(language, device)
  const Icon = device.kind === 'phone' ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <Icon size={26} aria-hidden className="shrink-0 text-muted" />
      <div className="min-w-32 flex-1">
        <p className="font-bold leading-snug">{name}</p>
        <p className="text-sm leading-snug text-muted">
          {session.current ? t('profile.used_now') : t('profile.used', { when: date(session.lastUsedAt) })}
        </p>
        {session.address && (
          <p className="tnum text-sm leading-snug text-muted [overflow-wrap:anywhere]">
            {t('profile.from_address', { address: session.address })}
          </p>
        )}
      </div>
      {session.current ? (
        <span className="shrink-0 rounded-md bg-green-bg px-2 py-1 text-sm font-bold text-green">
          {t('profile.this_device')}
        </span>
      ) : (
        <button
          type="button"
          className="btn shrink-0"
          aria-label={t('profile.end_device', { device: name })}
          onPointerDown={warmSheet}
          onClick={onEnd}
        >
          {t('LOG_OFF')}
        </button>
      )}
    </li>
  )
}

/** One device by its session, or all `count` others. */
type Ending = { id: string; device: string } | { id: null; count: number }

/**
 * Asks for the password, then signs other devices out: someone who found an unlocked phone must not sign its
 * owner out elsewhere.
 */
function EndSheet({
  ending,
  onClose,
}: {
  ending: Ending
  /** With the completed action, or null. */
  onClose: (done: string | null) => void
}) {
  const { t } = useWords()
  const fields = useFields({ password: '' })
  const { password } = fields.values
  const sending = useSending(fields.refuse, {
    check: () => checkFilled('password', password),
    async send() {
      if (ending.id === null) return (await api.accounts.endOtherSessions({ password })).ended
      await api.accounts.endSession({ id: ending.id, password })
      return 1
    },
    done: (count) => {
      const { id } = ending
      const notice =
        id === null ? t('profile.ended_others', { count }) : t('profile.ended', { device: ending.device })
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      announce(notice)
      onClose(notice)
    },
    passwordPath: 'password',
  })
  return (
    <ConfirmSheet
      open
      onOpenChange={(open) => open || onClose(null)}
      title={
        ending.id === null
          ? t('profile.end_title_others', { count: ending.count })
          : t('profile.end_title', { device: ending.device })
      }
      go={t(sending.busy ? 'profile.end_busy' : 'LOG_OFF')}
      keep={t('profile.end_keep')}
      busy={sending.busy}
      form={fields.id}
    >
      <form id={fields.id} noValidate className="grid gap-4" onSubmit={sending.onSubmit}>
        <PasswordField
          label={t('change.your_password')}
          autoComplete="current-password"
          {...fields.bind('password')}
        />
        {sending.refusal && <Notice kind="bad">{sending.refusal}</Notice>}
      </form>
    </ConfirmSheet>
  )
}

/** The current password, and a new one twice. */
function PasswordSheet({
  email,
  onClose,
}: {
  email: string
  /** With the completed change, or null. */
  onClose: (done: string | null) => void
}) {
  const { t } = useWords()
  const fields = useFields({ current: '', password: '', confirmPassword: '' })
  const { values, bind } = fields
  const sending = useSending(fields.refuse, {
    check: () => [...checkFilled('current', values.current), ...checkNewPassword(values)],
    send: () => api.accounts.changePassword(values),
    done: () => {
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      announce(t('profile.password_done'))
      onClose(t('profile.password_done'))
    },
    passwordPath: 'current',
  })
  return (
    <LateSheet open onOpenChange={(open) => open || onClose(null)} title={t('change.password')}>
      <form id={fields.id} noValidate className="grid gap-4 pt-1" onSubmit={sending.onSubmit}>
        <PasswordField
          label={t('profile.password_current')}
          autoComplete="current-password"
          {...bind('current')}
        />
        <NewPasswordFields password={bind('password')} confirm={bind('confirmPassword')} email={email} />
        {sending.refusal && <Notice kind="bad">{sending.refusal}</Notice>}
        <button type="submit" className="act" aria-disabled={sending.busy}>
          {t(sending.busy ? 'form.saving' : 'password.save')}
        </button>
      </form>
    </LateSheet>
  )
}
