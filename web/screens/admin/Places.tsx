import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAddress } from '../../address.ts'
import { isPaid } from '../../paid.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { serviceStateQuery } from './queries.ts'

/** The places of the console and their parts. */
const PLACES = {
  today: ['overview'],
  drivers: ['drivers', 'support', 'messages'],
  money: ['accounting'],
  platforms: ['platforms', 'fleet'],
  settings: ['jobs', 'audit', 'security'],
} as const
type Place = keyof typeof PLACES
export type Tab = (typeof PLACES)[Place][number]

const TABS: readonly Tab[] = Object.values(PLACES).flat()

/** The part of the console that `?tab=` selects. */
export function useTab(): Tab {
  const { tab } = useAddress().search
  return TABS.find((one) => one === tab) ?? 'overview'
}

/** The five places, with what waits in each: in the side bar, or above their parts where there is none. */
export function Places({
  isOpen = true,
  className,
  look,
  onGo,
}: {
  /** Whether the console is the screen that is open. */
  isOpen?: boolean
  className: string
  look: string
  onGo?: () => void
}) {
  const { t } = useWords()
  const current = useTab()
  const counts = useCounts()
  return (
    <nav aria-label={t('admin.places')} className={className}>
      {places().map(([place, tabs]) => (
        <TabLink
          key={place}
          tab={tabs[0]!}
          isCurrent={isOpen && tabs.includes(current)}
          count={tabs.reduce((sum, tab) => sum + (counts[tab] ?? 0), 0)}
          look={look}
          {...(onGo && { onGo })}
        >
          {t(`admin.place.${place}`)}
        </TabLink>
      ))}
    </nav>
  )
}

/** The parts of the place that is open; nothing where it is one. */
export function Parts() {
  const { t } = useWords()
  const current = useTab()
  const counts = useCounts()
  const [, parts] = places().find(([, tabs]) => tabs.includes(current)) ?? ['today', []]
  if (parts.length < 2) return null
  return (
    <nav aria-label={t('admin.parts')} className="console-tabs text-sm">
      {parts.map((tab) => (
        <TabLink key={tab} tab={tab} isCurrent={tab === current} count={counts[tab] ?? 0} look="console-tab">
          {t(`admin.tab.${tab}`)}
        </TabLink>
      ))}
    </nav>
  )
}

/** Those that this service has: without payments there is no money. */
function places(): [Place, readonly Tab[]][] {
  const all = Object.entries(PLACES) as [Place, readonly Tab[]][]
  return all.filter(([place]) => place !== 'money' || isPaid())
}

function useCounts(): Partial<Record<Tab, number>> {
  const service = useQuery(serviceStateQuery).data
  return {
    jobs: service?.jobs.filter((job) => job.failures > 0).length ?? 0,
    support: service?.openRequests ?? 0,
    messages: service?.messages.failed ?? 0,
  }
}

function TabLink({
  tab,
  isCurrent,
  count,
  look,
  onGo,
  children,
}: {
  tab: Tab
  isCurrent: boolean
  count: number
  look: string
  onGo?: () => void
  children: ReactNode
}) {
  const { number } = useWords()
  return (
    <ScreenLink
      screen="admin"
      search={{ tab }}
      current={isCurrent}
      className={look}
      {...(onGo && { onClick: onGo })}
    >
      {children}
      {count > 0 && (
        <span className="tnum rounded-lg bg-amber px-1.5 text-sm font-extrabold text-on-amber">
          {number(count)}
        </span>
      )}
    </ScreenLink>
  )
}
