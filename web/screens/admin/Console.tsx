import { useSearch } from '../../address.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import type { ReactNode } from 'react'
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
  const { tab } = useSearch()
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

/** The places of the console and their parts. */
const PLACES = {
  today: ['overview'],
  drivers: ['drivers', 'support', 'messages'],
  money: ['accounting'],
  platforms: ['platforms', 'fleet'],
  settings: ['jobs', 'audit', 'security'],
} as const satisfies Record<string, readonly Tab[]>
type Place = keyof typeof PLACES

/** Five places, and below them the parts of the one that is open. */
function Tabs({ current }: { current: Tab }) {
  const { t } = useWords()
  const service = useQuery(serviceStateQuery).data
  const counts: Partial<Record<Tab, number>> = {
    jobs: service?.jobs.filter((job) => job.failures > 0).length ?? 0,
    support: service?.openRequests ?? 0,
    messages: service?.messages.failed ?? 0,
  }
  const places = Object.entries(PLACES).filter(([place]) => place !== 'money' || isPaid()) as [
    Place,
    readonly Tab[],
  ][]
  const [, parts] = places.find(([, tabs]) => tabs.includes(current)) ?? ['today', []]
  return (
    <>
      <nav aria-label={t('admin.places')} className="console-tabs">
        {places.map(([place, tabs]) => (
          <TabLink
            key={place}
            tab={tabs[0]!}
            isCurrent={tabs.includes(current)}
            count={tabs.reduce((sum, tab) => sum + (counts[tab] ?? 0), 0)}
          >
            {t(`admin.place.${place}`)}
          </TabLink>
        ))}
      </nav>
      {parts.length > 1 && (
        <nav aria-label={t('admin.parts')} className="console-tabs text-sm">
          {parts.map((tab) => (
            <TabLink key={tab} tab={tab} isCurrent={tab === current} count={counts[tab] ?? 0}>
              {t(`admin.tab.${tab}`)}
            </TabLink>
          ))}
        </nav>
      )}
    </>
  )
}

function TabLink({
  tab,
  isCurrent,
  count,
  children,
}: {
  tab: Tab
  isCurrent: boolean
  count: number
  children: ReactNode
}) {
  const { number } = useWords()
  return (
    <ScreenLink screen="admin" search={{ tab }} current={isCurrent} className="console-tab">
      {children}
      {count > 0 && <span className="console-count tnum">{number(count)}</span>}
    </ScreenLink>
  )
}
