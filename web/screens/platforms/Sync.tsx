import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../queries.ts'
import { useVariant } from '../../stations.ts'
import { FailedOr } from '../../ui/Failed.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { AccountSection } from './AccountSection.tsx'
import { StationsSection } from './StationsSection.tsx'
import { accountQuery } from './queries.ts'

/** The account on the delivery platform, and its stations. */
export function Sync() {
  const account = useQuery(accountQuery)
  const session = useQuery(sessionQuery)
  const variant = useVariant()
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
    </div>
  )
}
