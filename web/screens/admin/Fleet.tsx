import { useQuery, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { PHASES } from '@madruga/core/bot-states.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { api } from '../../client.ts'
import { serverNow, useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import { Failed } from '../../ui/Failed.tsx'
import { HoldButton } from '../../ui/HoldButton.tsx'
import { Outcome } from './Outcome.tsx'
import { ReasonField } from './ReasonField.tsx'
import { LoadingCard } from './Results.tsx'
import { ServiceForm } from './ServiceForm.tsx'
import { sayAgo } from './describe.ts'
import { serviceStateQuery, refreshConsole } from './queries.ts'
import type { FleetView } from './queries.ts'

/** A worker not seen for this long is marked; workers report every few seconds. */
const SILENT_MS = 30_000

/** The current fleet, and the switches of the service. */
export function Fleet() {
  const service = useQuery(serviceStateQuery)
  if (service.isPending) return <LoadingCard rows={6} />
  if (!service.data) return <Failed error={service.error} onRetry={() => void service.refetch()} />
  return (
    <div className="console-columns">
      <div className="grid gap-4">
        <KillSwitch killed={service.data.state.killed} />
        <ServiceForm state={service.data.state} version={service.data.version} />
      </div>
      <div className="grid gap-4">
        <Figures service={service.data} />
        <Silent silent={service.data.silent} />
        <Phases phases={service.data.phases} />
        <Workers workers={service.data.workers} />
      </div>
    </div>
  )
}

const NAMES = { node: 'Node', postgres: 'PostgreSQL' }
/** All libraries are updated within a quarter (docs/security.md). */
const OLD_DAYS = 92

function Figures({ service }: { service: FleetView }) {
  const { t, number } = useWords()
  const parts = service.runtime.map((part) => ({
    ...part,
    days: Math.floor((serverNow() - Date.parse(part.publishedOn)) / DAY_MS),
  }))
  return (
    <section className="card console-part" aria-labelledby="now">
      <h2 id="now">{t('fleet.now')}</h2>
      <dl className="console-figures tnum">
        <Figure label={t('fleet.drivers')}>{number(service.drivers)}</Figure>
        <Figure label={t('fleet.requests')}>{number(service.openRequests)}</Figure>
        <Figure label={t('fleet.waiting')}>{number(service.messages.waiting)}</Figure>
        <Figure label={t('fleet.failed')} bad={service.messages.failed > 0}>
          {number(service.messages.failed)}
        </Figure>
        <Figure label={t('status.platform')} bad={service.platform === 'unavailable'}>
          {t(`status.${service.platform}`)}
        </Figure>
        <Figure label={t('fleet.starting')} bad={service.starting > 0}>
          {number(service.starting)}
        </Figure>
        <Figure label={t('fleet.adopted')}>{number(service.adopted)}</Figure>
        <Figure label={t('fleet.version')}>{service.version}</Figure>
        {parts.map(({ name, version, days }) => (
          <Figure key={name} label={`${NAMES[name]} ${version}`} bad={days > OLD_DAYS}>
            {t('fleet.days_old', { count: days })}
          </Figure>
        ))}
      </dl>
      {parts.some(({ days }) => days > OLD_DAYS) && (
        <p className="text-muted">{t('fleet.runtime_old', { days: OLD_DAYS })}</p>
      )}
    </section>
  )
}

function Figure({ label, bad = false, children }: { label: string; bad?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-bad={bad}>{children}</dd>
    </div>
  )
}

/** Bots that should search and read no list, with what does not answer; hidden if there are none. */
function Silent({ silent }: { silent: FleetView['silent'] }) {
  const words = useWords()
  const { t } = words
  const now = useServerTime(5_000)
  if (silent.count === 0) return null
  return (
    <section className="card console-part" aria-labelledby="silent">
      <h2 id="silent" className="text-red">
        {t('fleet.silent', { count: silent.count })}
      </h2>
      <ul className="console-lines tnum">
        {silent.bots.map(({ driverId, email, since, platform, why }) => (
          <li key={driverId}>
            <b className="console-id">{email}</b>
            <span>
              {why === null ? t('fleet.silent_text') : `${platform ?? ''}: ${t(`drivers.bot.${why}`)}`}
            </span>
            <span className="font-bold text-red">{sayAgo(words, since, now)}</span>
          </li>
        ))}
      </ul>
      {silent.count > silent.bots.length && (
        <p className="text-muted">{t('fleet.silent_more', { count: silent.count - silent.bots.length })}</p>
      )}
    </section>
  )
}

function Phases({ phases }: { phases: FleetView['phases'] }) {
  const { t, number } = useWords()
  const counts = PHASES.map((phase) => ({ phase, count: phases[phase] ?? 0 }))
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className="card console-part" aria-labelledby="phases">
      <h2 id="phases">{t('fleet.phases')}</h2>
      {all === 0 ? (
        <p className="text-muted">{t('fleet.no_bots')}</p>
      ) : (
        <dl className="console-bars tnum">
          {counts.map(({ phase, count }) => (
            <div key={phase} data-phase={phase}>
              <dt>{t(`phase.${phase}`)}</dt>
              <dd>
                <span aria-hidden style={{ width: `${(count / all) * 100}%` }} />
                <b>{number(count)}</b>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function Workers({ workers }: { workers: FleetView['workers'] }) {
  const words = useWords()
  const { t } = words
  const now = useServerTime(5_000)
  return (
    <section className="card console-part" aria-labelledby="workers">
      <h2 id="workers">{t('fleet.workers')}</h2>
      {workers.length === 0 && <p className="font-semibold text-red">{t('fleet.no_workers')}</p>}
      <ul className="console-lines tnum">
        {workers.map((worker) => (
          <li key={worker.id}>
            <b className="console-id">{worker.id}</b>
            <span>{t('fleet.worker_bots', { count: worker.bots })}</span>
            <span className={now - worker.seenAt > SILENT_MS ? 'font-bold text-red' : 'text-muted'}>
              {sayAgo(words, worker.seenAt, now)}
              {now - worker.seenAt > SILENT_MS && `, ${t('fleet.worker_late')}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Stops every bot at once, or allows starts again; either with a reason. */
function KillSwitch({ killed }: { killed: boolean }) {
  const { t } = useWords()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const change = useMutation({
    mutationFn: (next: boolean) => api.admin.kill({ killed: next, reason: reason.trim() }),
    onSuccess: () => {
      setReason('')
      refreshConsole()
    },
  })
  const mayChange = () => {
    const empty = reason.trim() === ''
    setMissing(empty)
    if (empty) field.current?.focus()
    return !empty && !change.isPending
  }
  const notice = change.data ? t(change.data.killed ? 'fleet.kill_done' : 'fleet.kill_lifted') : null
  return (
    <section className="card console-part" aria-labelledby="kill">
      <h2 id="kill">{t('fleet.kill')}</h2>
      <p className="console-lamp" data-on={killed}>
        {t(killed ? 'fleet.kill_on' : 'fleet.kill_off')}
      </p>
      <p className="text-muted">{t(killed ? 'fleet.kill_on_text' : 'fleet.kill_off_text')}</p>
      <ReasonField
        ref={field}
        reason={reason}
        missing={missing && reason.trim() === ''}
        onChange={setReason}
      />
      <Outcome done={notice} error={change.error} />
      {killed ? (
        <button type="button" className="act" onClick={() => mayChange() && change.mutate(false)}>
          {t('fleet.kill_lift')}
        </button>
      ) : (
        <HoldButton
          danger
          label={t('fleet.kill_hold')}
          ask={t('fleet.kill_ask')}
          yes={t('fleet.kill_yes')}
          no={t('fleet.kill_no')}
          allowed={mayChange}
          onDone={() => change.mutate(true)}
        />
      )}
    </section>
  )
}
