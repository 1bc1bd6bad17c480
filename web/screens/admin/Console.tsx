import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import type { ComponentType } from 'react'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useDesktop } from '../../ui/media.ts'
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
import { Parts, Places, useTab } from './Places.tsx'
import type { Tab } from './Places.tsx'
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

const VIEWS = {
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
} as const satisfies Record<Tab, ComponentType>

/** The operator's console; `?tab=` selects the part. A driver sees that they have no access. */
export function Console() {
  const { t } = useWords()
  const session = useQuery(sessionQuery)
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
          <Part />
        </FactorGate>
      </Suspense>
    </div>
  )
}

/** Places are in the side bar of a desktop, and on a phone here. */
function Part() {
  const desktop = useDesktop()
  const View = VIEWS[useTab()]
  return (
    <>
      <Find />
      {!desktop && <Places className="console-tabs" look="console-tab" />}
      <Parts />
      <Suspense fallback={<LoadingCard rows={6} />}>
        <View />
      </Suspense>
    </>
  )
}
