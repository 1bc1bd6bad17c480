import { useQuery } from '@tanstack/react-query'
import { filterQuery, sessionQuery } from '../../queries.ts'
import { useVariant } from '../../stations.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { FailedOr } from '../../ui/Failed.tsx'
import { onDemand } from '../../ui/on-demand.ts'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { AccountSection } from './AccountSection.tsx'
import { StationsSection } from './StationsSection.tsx'
import { accountQuery } from './queries.ts'

const NextStep = onDemand(() => import('../setup/load.ts').then((load) => load.loadNextStep()))

/** The account on the delivery platform, and its stations. */
export function Sync() {
  const account = useQuery(accountQuery)
  const session = useQuery(sessionQuery)
  const variant = useVariant()
  const filter = useQuery(filterQuery(variant))
  if (account.data === undefined) {
    return (
      <FailedOr query={account}>
        <PageSkeleton shapes={['h-32', 'h-32']} beside />
      </FailedOr>
    )
  }
  return (
    <div className="mx-auto grid w-full max-w-[72rem] content-start gap-8 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:grid-cols-2 lg:gap-10 lg:px-6">
      <AccountSection account={account.data} variant={variant} timeZone={session.data?.timeZone} />
      <StationsSection account={account.data} variant={variant} timeZone={session.data?.timeZone} />
      {account.data.state === 'connected' && filter.data && (
        <BottomBar>
          <NextStep to={filter.data.savedAt === null ? 'filter' : 'start'} />
        </BottomBar>
      )}
    </div>
  )
}
