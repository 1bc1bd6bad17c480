import { useMutation, useQuery } from '@tanstack/react-query'
import { HOUR_MS } from '@madruga/core/time.ts'
import { api } from '../../client.ts'
import { useServerTime, serverNow } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Outcome } from './Outcome.tsx'
import { sayAgo, sayCode } from './describe.ts'
import { refreshConsole } from './queries.ts'
import type { Incident, Overview } from './queries.ts'

const JOBS = { tab: 'jobs' }
const FLEET = { tab: 'fleet' }
const MESSAGES = { tab: 'messages' }
const COMPARISON = { tab: 'accounting', part: 'reconciliation' }

/** Where each is looked at; a screen of the operator's own cannot mend the others. */
const PLACES: Partial<Record<Incident['kind'], Record<string, string>>> = {
  killed: FLEET,
  starts_closed: FLEET,
  no_workers: FLEET,
  silent_bots: FLEET,
  stuck_bots: FLEET,
  starts_wait: FLEET,
  gateway_silent: COMPARISON,
  books_differ: COMPARISON,
  job_fails: JOBS,
  job_late: JOBS,
  sender_refused: MESSAGES,
  messages_fail: MESSAGES,
  messages_wait: MESSAGES,
  support_late: { tab: 'support' },
  platform_withdrew: { tab: 'platforms' },
}

/** What is wrong now, what was before, and a test of the alerts about it. */
export function Incidents({ incidents: { open, over } }: { incidents: Overview['incidents'] }) {
  const { t } = useWords()
  return (
    <section className="card console-part" aria-labelledby="wrong">
      <h2 id="wrong">{t('overview.wrong')}</h2>
      {open.length === 0 ? (
        <>
          <p className="console-lamp">{t('overview.well')}</p>
          <p className="text-muted">{t('overview.well_text')}</p>
        </>
      ) : (
        <ul className="overview-incidents">
          {open.map((incident) => (
            <li key={incident.id}>
              <Row incident={incident} />
            </li>
          ))}
        </ul>
      )}
      {over.length > 0 && <Over over={over} />}
      <TestAlert />
    </section>
  )
}

function nameOf(words: Words, { kind, subject }: Incident): string {
  const job = subject === '' ? '' : sayCode(words, 'job', subject)
  return words.say(`incident.${kind}`, { job })
}

function Row({ incident }: { incident: Incident }) {
  const words = useWords()
  const { t, say, span } = words
  const now = useServerTime(5_000)
  const { kind, count, since, openedAt, toldAt } = incident
  const place = PLACES[kind]
  return (
    <>
      <p className="overview-incident">
        <b className="text-red">{nameOf(words, incident)}</b>
        <span className="tnum text-muted">
          {t('overview.since', { time: span(Math.max(now - (since ?? openedAt), 0)) })}
        </span>
      </p>
      <p>{say(`incident.${kind}.text`, { count: words.number(count ?? 0) })}</p>
      <p className="overview-incident text-sm text-muted">
        <span>
          {toldAt === null ? t('overview.untold') : t('overview.told', { ago: sayAgo(words, toldAt, now) })}
        </span>
        {place && (
          <ScreenLink
            screen="admin"
            search={place}
            className="inline-flex min-h-12 items-center font-bold text-text underline"
          >
            {t('overview.open')}
            <span className="sr-only">: {nameOf(words, incident)}</span>
          </ScreenLink>
        )}
      </p>
      <IncidentHold incident={incident} name={nameOf(words, incident)} />
    </>
  )
}

function Over({ over }: { over: readonly Incident[] }) {
  const words = useWords()
  const { t, date, span } = words
  return (
    <details>
      <summary className="flex min-h-12 cursor-pointer items-center text-sm font-bold underline">
        {t('overview.before')}
      </summary>
      <ul className="console-lines tnum">
        {over.map((incident) => (
          <li key={incident.id}>
            <span>{nameOf(words, incident)}</span>
            <span className="text-muted">
              {t('overview.lasted', {
                when: date(incident.openedAt),
                time: span((incident.overAt ?? incident.openedAt) - incident.openedAt),
              })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function TestAlert() {
  const { t } = useWords()
  const test = useMutation({ mutationFn: () => api.admin.testAlert({}) })
  const deliveries = test.data?.sent.map(({ channel, state }) =>
    t(channel === 'push' ? 'overview.test.push' : 'overview.test.email', {
      state: t(`overview.test.${state}`),
    }),
  )
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <p className="text-sm text-muted">{t('overview.test_text')}</p>
      <button
        type="button"
        className="btn justify-self-start"
        aria-disabled={test.isPending}
        onClick={() => test.isPending || test.mutate()}
      >
        {t(test.isPending ? 'overview.testing' : 'overview.test')}
      </button>
      <Outcome done={deliveries?.join(' ') ?? null} error={test.error} />
    </div>
  )
}

const MUTE_HOURS = [1, 4, 24, 168] as const

/** Who knows of an incident, who looks after it and until when it is muted, and what an operator can do. */
function IncidentHold({ incident, name }: { incident: Incident; name: string }) {
  const words = useWords()
  const { t } = words
  const me = useQuery(sessionQuery).data?.email ?? ''
  const steer = useMutation({
    mutationFn: (step: Omit<Parameters<typeof api.admin.steerIncident>[0], 'id'>) =>
      api.admin.steerIncident({ id: incident.id, ...step }),
    onSettled: refreshConsole,
  })
  const act = (text: string, step: Parameters<typeof steer.mutate>[0]) => (
    <button
      type="button"
      className="btn"
      aria-disabled={steer.isPending}
      onClick={() => steer.isPending || steer.mutate(step)}
    >
      {text}
      <span className="sr-only">: {name}</span>
    </button>
  )
  const isAcknowledged = incident.acknowledgedAt !== null
  const isMuted = incident.mutedUntil !== null
  const isMine = incident.owner === me
  const holds = holdsOf(words, incident)
  return (
    <>
      {holds.length > 0 && (
        <ul className="overview-holds">
          {holds.map((hold) => (
            <li key={hold}>{hold}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {act(t(isAcknowledged ? 'overview.unacknowledge' : 'overview.acknowledge'), {
          acknowledged: !isAcknowledged,
        })}
        {act(t(isMine ? 'overview.disown' : 'overview.own'), { owned: !isMine })}
        {isMuted && act(t('overview.unmute'), { mutedUntil: null })}
      </div>
      <details>
        <summary className="flex min-h-12 cursor-pointer items-center text-sm font-bold underline">
          {t('overview.mute')}
          <span className="sr-only">: {name}</span>
        </summary>
        <p className="mb-2 text-sm text-muted">{t('overview.mute_text')}</p>
        <div className="flex flex-wrap gap-2 pb-2">
          {MUTE_HOURS.map((hours) => (
            <span key={hours} className="contents">
              {act(t(`overview.mute_${hours}`), { mutedUntil: serverNow() + hours * HOUR_MS })}
            </span>
          ))}
        </div>
      </details>
      <Outcome done={null} error={steer.error} />
    </>
  )
}

/** What operators do about an incident, each in a sentence: nothing, or that it is known, muted or owned. */
function holdsOf(
  { t, date }: Pick<Words, 't' | 'date'>,
  { acknowledgedAt, acknowledgedBy, mutedUntil, mutedBy, owner }: Incident,
): string[] {
  const sayName = (who: string | null) => who ?? t('overview.someone')
  const holds: string[] = []
  if (owner !== null) holds.push(t('overview.owner', { who: owner }))
  if (acknowledgedAt !== null)
    holds.push(t('overview.acknowledged', { who: sayName(acknowledgedBy), when: date(acknowledgedAt) }))
  if (mutedUntil !== null) holds.push(t('overview.muted', { who: sayName(mutedBy), until: date(mutedUntil) }))
  return holds
}
