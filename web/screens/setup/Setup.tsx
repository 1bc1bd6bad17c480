import { useQuery } from '@tanstack/react-query'
import { IconCheck } from '../../icons/drawings.ts'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { stationIdsOf } from '@madruga/core/filters.ts'
import { useWords } from '../../i18n.ts'
import { filterQuery } from '../../queries.ts'
import { useVariant } from '../../stations.ts'
import { FailedOr } from '../../ui/Failed.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ConnectForm } from '../platforms/ConnectForm.tsx'
import { accountQuery } from '../platforms/queries.ts'
import { FilterStep } from './FilterStep.tsx'
import { StartStep } from './StartStep.tsx'

/**
 * The three steps of a driver whose bot has never run: connect, filter, start. The amber button is always
 * that of the next step, so that it is never refused for a missing one.
 */
export function Setup() {
  const { t } = useWords()
  const variant = useVariant()
  const account = useQuery(accountQuery)
  const filter = useQuery(filterQuery(variant))
  if (!account.data || !filter.data) {
    return (
      <section className="card p-5">
        <FailedOr query={account.data ? filter : account}>
          <Skeleton className="h-48" />
        </FailedOr>
      </section>
    )
  }
  const isConnected = account.data.state === 'connected'
  const step = !isConnected ? 1 : filter.data.savedAt === null ? 2 : 3
  return (
    <section className="card px-4 py-5 min-[22.5rem]:px-5" aria-labelledby="setup">
      <h2 id="setup" className="text-2xl font-extrabold leading-tight tracking-[-0.01em]">
        {t('setup.title')}
      </h2>
      <ol className="m-0 mt-4 grid list-none gap-4 p-0">
        <Step
          number={1}
          current={step}
          title={t('setup.connect')}
          done={t('setup.connected', { email: account.data.email ?? '' })}
        >
          <p className="mb-4 leading-snug text-muted">{t('setup.connect_text')}</p>
          <ConnectForm
            key={account.data.state}
            variant={variant}
            again={account.data.state === 'refused'}
            refused={account.data.state === 'refused' ? account.data : null}
            onConnected={() => {}}
          />
        </Step>
        <Step number={2} current={step} title={t('setup.filter')} done={t('setup.filter_done')}>
          {stationIdsOf(filter.data.filter).length > 0 ? (
            <FilterStep saved={filter.data} variant={variant} />
          ) : filter.isFetching ? (
            <Skeleton className="h-48" />
          ) : (
            <NoStations />
          )}
        </Step>
        <Step number={3} current={step} title={t('setup.start')} done={t('setup.done')}>
          <StartStep variant={variant} />
        </Step>
      </ol>
    </section>
  )
}

/** An account without any station has nothing to search: it is read again where its stations are. */
function NoStations() {
  const { t } = useWords()
  return (
    <div className="grid gap-3">
      <p className="leading-snug text-muted">{t('setup.no_stations')}</p>
      <ScreenLink screen="sync" className="act">
        {t('setup.to_stations')}
      </ScreenLink>
    </div>
  )
}

/** One step: its number and title, and what it takes once it is the next one. */
function Step({
  number,
  current,
  title,
  done,
  children,
}: {
  number: number
  current: number
  title: string
  /** What came of it. */
  done: string
  children: ReactNode
}) {
  const { t } = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  const isDone = number < current
  const isCurrent = number === current
  const before = useRef(isCurrent)
  useEffect(() => {
    // The form of the step before is gone, and the focus with it.
    if (isCurrent && !before.current) heading.current?.focus({ preventScroll: false })
    before.current = isCurrent
  }, [isCurrent])
  return (
    <li aria-current={isCurrent ? 'step' : undefined}>
      <div className="flex items-center gap-3">
        <span
          className={`grid size-9 shrink-0 place-items-center rounded-full text-lg font-extrabold ${isDone ? 'bg-sign text-on-sign' : isCurrent ? 'bg-amber text-on-amber' : 'bg-surface-2 text-muted'}`}
          aria-hidden
        >
          {isDone ? <IconCheck size={22} /> : number}
        </span>
        <div className="min-w-0">
          <h3
            ref={heading}
            tabIndex={-1}
            className={`text-lg font-extrabold leading-tight outline-none ${isCurrent || isDone ? '' : 'text-muted'}`}
          >
            {title}
            {isDone && <span className="sr-only">, {t('setup.done')}</span>}
          </h3>
          {isDone && <p className="text-sm text-muted [overflow-wrap:anywhere]">{done}</p>}
        </div>
      </div>
      {isCurrent && <div className="pt-3">{children}</div>}
    </li>
  )
}
