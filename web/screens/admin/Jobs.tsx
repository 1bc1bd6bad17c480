import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../client.ts'
import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { ExportLink } from './ExportLink.tsx'
import { OrderChoice } from './OrderChoice.tsx'
import { Results } from './Results.tsx'
import { Retry } from './Retry.tsx'
import { sayAgo, sayCode } from './describe.ts'
import { sortJobs } from './job-order.ts'
import { JOB_ORDERS, serviceStateQuery } from './queries.ts'
import type { FleetView, JobOrder } from './queries.ts'

const MINUTE_MS = 60_000

type Job = FleetView['jobs'][number]

/**
 * Recurring jobs: state, last and next run, and the last error; by default those that fail come first. They
 * can be tried again.
 */
export function Jobs() {
  const words = useWords()
  const { t } = words
  const [order, setOrder] = useState<JobOrder>('failing')
  const service = useQuery(serviceStateQuery)
  const jobs = sortJobs(service.data?.jobs ?? [], order, (job) => sayCode(words, 'job', job))
  return (
    <Results list={service} empty={jobs.length === 0} none={t('jobs.none')} noneText={t('jobs.none_text')}>
      <section className="card console-part" aria-label={t('admin.tab.jobs')}>
        <OrderChoice order={order} orders={JOB_ORDERS} onChange={setOrder} />
        {jobs.filter(({ failures }) => failures > 0).length > 1 && (
          <Retry label={t('admin.retry_all')} retry={() => api.admin.retryJobs({})} />
        )}
        <ul className="console-jobs tnum">
          {jobs.map((job) => (
            <li key={job.job}>
              <Row job={job} />
            </li>
          ))}
        </ul>
        <ExportLink list="jobs" />
      </section>
    </Results>
  )
}

function Row({ job }: { job: Job }) {
  const words = useWords()
  const { t } = words
  const now = useServerTime(1_000)
  const { ranAt, failures, lastError, failedAt, everyMs } = job
  const name = sayCode(words, 'job', job.job)
  const facts = [
    ['jobs.ran', ranAt === null ? t('jobs.never') : sayAgo(words, ranAt, now)],
    ['jobs.next', sayNext(words, job, now)],
    ['jobs.every', everyMs === null ? '–' : sayInterval(words, everyMs)],
  ] as const
  return (
    <>
      <p className="console-job-name">
        <b>{name}</b>
        <span className="console-mark" data-status={failures > 0 ? 'suspended' : 'active'}>
          {failures > 0 ? t('jobs.fails', { count: failures }) : t('jobs.well')}
        </span>
      </p>
      <dl className="console-job-facts">
        {facts.map(([fact, value]) => (
          <div key={fact}>
            <dt>{t(fact)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {lastError !== null && failedAt !== null && (
        <p className={failures > 0 ? 'console-error' : 'text-sm text-muted'}>
          {t('jobs.failed_before', { ago: sayAgo(words, failedAt, now) })}: {lastError}
        </p>
      )}
      {failures > 0 && (
        <Retry label={t('admin.retry')} of={name} retry={() => api.admin.retryJobs({ job: job.job })} />
      )}
    </>
  )
}

function sayNext(words: Words, { ranAt, retryAt, everyMs }: Job, now: number): string {
  const { t } = words
  const soon = (at: number) =>
    at - now < 1_000 ? t('jobs.due') : t('jobs.in', { time: sayInterval(words, at - now) })
  if (retryAt !== null) return t('jobs.retry', { when: soon(retryAt) })
  if (everyMs === null) return '–'
  return ranAt === null ? t('jobs.due') : soon(ranAt + everyMs)
}

/** A span that may be shorter than a minute. */
function sayInterval({ t, span }: Words, ms: number): string {
  return ms < MINUTE_MS ? t('jobs.seconds', { count: Math.round(ms / 1_000) }) : span(ms)
}
