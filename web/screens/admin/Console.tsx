import { useSearch } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { isPaid } from '../../paid.ts'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { homeScreen } from '../shell/menu.ts'
import { Audit } from './Audit.tsx'
import { Desk } from './Desk.tsx'
import { Drivers } from './Drivers.tsx'
import { Find } from './Find.tsx'
import { Fleet } from './Fleet.tsx'
import { Jobs } from './Jobs.tsx'
import { Outbox } from './Outbox.tsx'
import { Overview } from './Overview.tsx'
import { LoadingCard } from './Results.tsx'
import { serviceStateQuery } from './queries.ts'
import './console.css'

const FactorGate = lazy(() =>
  import('./second-factor/FactorGate.tsx').then((module) => ({ default: module.FactorGate })),
)
const SecurityTab = lazy(() =>
  import('./second-factor/SecurityTab.tsx').then((module) => ({ default: module.SecurityTab })),
)
const Accounting = lazy(() =>
  import('./billing/Accounting.tsx').then((module) => ({ default: module.Accounting })),
)

const Instances = lazy(() =>
  import('./instances/Instances.tsx').then((module) => ({ default: module.Instances })),
)

const TABS = {
  overview: Overview,
  drivers: Drivers,
  fleet: Fleet,
  platforms: Instances,
  jobs: Jobs,
  accounting: Accounting,
  support: Desk,
  messages: Outbox,
  audit: Audit,
  security: SecurityTab,
} as const
type Tab = keyof typeof TABS

/** The operator's console; `?tab=` selects the part. A driver sees that they have no access. */
export function Console() {
  const { t } = useWords()
  const session = useQuery(sessionQuery)
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  if (!session.data) {
    return (
      <div className="console" aria-busy="true">
        <div className="card overflow-hidden">
          <SkeletonRows rows={5} />
        </div>
      </div>
    )
  }
  if (session.data.role !== 'operator') {
    return (
      <div className="console">
        <Notice
          kind="bad"
          actions={<ScreenLink screen={homeScreen(session.data)}>{t('shell.home')}</ScreenLink>}
        >
          {t('admin.refused')}
        </Notice>
      </div>
    )
  }
  return (
    <div className="console">
      <Suspense fallback={<LoadingCard rows={6} />}>
        <FactorGate>
          <Parts tab={tab} />
        </FactorGate>
      </Suspense>
    </div>
  )
}

function Parts({ tab }: { tab: string | undefined }) {
  const current = tab !== undefined && tab in TABS ? (tab as Tab) : 'overview'
  const Part = TABS[current]
  return (
    <>
      <Find />
      <Tabs current={current} />
      <Suspense fallback={<LoadingCard rows={6} />}>
        <Part />
      </Suspense>
    </>
  )
}

function Tabs({ current }: { current: Tab }) {
  const { t, number } = useWords()
  const service = useQuery(serviceStateQuery).data
  const counts: Partial<Record<Tab, number>> = {
    jobs: service?.jobs.filter((job) => job.failures > 0).length ?? 0,
    support: service?.openRequests ?? 0,
    messages: service?.messages.failed ?? 0,
  }
  return (
    <nav aria-label={t('admin.parts')} className="console-tabs">
      {(Object.keys(TABS) as Tab[])
        .filter((tab) => tab !== 'accounting' || isPaid())
        .map((tab) => (
          <ScreenLink
            key={tab}
            screen="admin"
            search={{ tab }}
            current={tab === current}
            className="console-tab"
          >
            {t(`admin.tab.${tab}`)}
            {(counts[tab] ?? 0) > 0 && <span className="console-count tnum">{number(counts[tab] ?? 0)}</span>}
          </ScreenLink>
        ))}
    </nav>
  )
}
