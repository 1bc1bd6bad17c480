import { useMutation } from '@tanstack/react-query'
import { api } from '../../client.ts'
import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { IncidentHold } from './IncidentHold.tsx'
import { Outcome } from './Outcome.tsx'
import { sayAgo, sayCode } from './describe.ts'
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
  const sent = test.data?.sent.map(({ channel, state }) =>
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
      <Outcome done={sent?.join(' ') ?? null} error={test.error} />
    </div>
  )
}
