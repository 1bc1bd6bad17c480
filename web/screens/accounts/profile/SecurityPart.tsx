import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Outputs } from '@madruga/core/contract.ts'
import { announce } from '../../../announce.ts'
import { api, toProblem } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import type { Words } from '../../../i18n.ts'
import { queryClient } from '../../../queries.ts'
import { sessionsQuery } from '../queries.ts'
import { Failed } from '../../../ui/Failed.tsx'
import { warmSheet } from '../../../ui/LateSheet.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { readDevice } from '../device.ts'
import { useProblemText } from '../problem-text.ts'
import { Part } from './Part.tsx'
import { PasswordSheet } from './PasswordSheet.tsx'

type Session = Outputs['accounts']['sessions']['sessions'][number]

/** The password, and every device that is signed in. */
export function SecurityPart({ email }: { email: string }) {
  const { t } = useWords()
  const [changing, setChanging] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  return (
    <Part title={t('profile.security')}>
      {done && (
        <Notice kind="good" onClose={() => setDone(null)}>
          {done}
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
            setDone(null)
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
            setDone(text)
          }}
        />
      )}
      <Sessions onDone={setDone} />
    </Part>
  )
}

function Sessions({ onDone }: { onDone: (text: string) => void }) {
  const { t } = useWords()
  const sessions = useQuery(sessionsQuery)
  const say = (text: string) => {
    announce(text)
    onDone(text)
    void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }
  const end = useMutation({
    mutationFn: (session: Session) => api.accounts.endSession({ id: session.id }),
    onSuccess: (_, session) => say(t('profile.ended', { device: nameOf(session, t) })),
  })
  const endOthers = useMutation({
    mutationFn: () => api.accounts.endOtherSessions(),
    onSuccess: ({ ended }) => say(t('profile.ended_others', { count: ended })),
  })
  const error = end.error ?? endOthers.error
  const refusal = useProblemText(error ? toProblem(error) : null)
  const others = sessions.data?.filter((session) => !session.current).length ?? 0
  return (
    <div className="grid gap-2">
      <h3 className="pt-1 font-semibold">{t('profile.sessions')}</h3>
      {refusal && <Notice kind="bad">{refusal}</Notice>}
      <div className="card overflow-hidden">
        {sessions.data ? (
          <ul>
            {sessions.data.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={end.isPending && end.variables.id === session.id}
                onEnd={() => end.isPending || end.mutate(session)}
              />
            ))}
          </ul>
        ) : sessions.isError ? (
          <Failed error={sessions.error} onRetry={() => void sessions.refetch()} />
        ) : (
          <SkeletonRows rows={2} />
        )}
      </div>
      {others > 1 && (
        <button
          type="button"
          className="btn"
          aria-disabled={endOthers.isPending}
          onClick={() => endOthers.isPending || endOthers.mutate()}
        >
          {t('profile.end_others')}
        </button>
      )}
      {sessions.data && others === 0 && <p className="text-sm text-muted">{t('profile.only_here')}</p>}
    </div>
  )
}

function SessionRow({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const { t, date } = useWords()
  const name = nameOf(session, t)
  const Icon = readDevice(session.userAgent).kind === 'phone' ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <Icon size={26} aria-hidden className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
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
          aria-disabled={busy}
          onClick={onEnd}
        >
          {t('profile.end')}
        </button>
      )}
    </li>
  )
}

function nameOf(session: Session, t: Words['t']): string {
  const { browser, system } = readDevice(session.userAgent)
  if (browser !== null && system !== null) return t('profile.device', { browser, system })
  return browser ?? system ?? t('profile.device_unknown')
}
