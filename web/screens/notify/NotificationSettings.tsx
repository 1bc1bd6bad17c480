import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../queries.ts'
import { FailedOr } from '../../ui/Failed.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { AlertsForm } from './AlertsForm.tsx'
import { alertsQuery } from './queries.ts'

/** Which notifications use which channels, and when not. */
export function NotificationSettings() {
  const alerts = useQuery(alertsQuery)
  const session = useQuery(sessionQuery)
  if (alerts.data && session.data) {
    return <AlertsForm key={session.data.id} driverId={session.data.id} state={alerts.data} />
  }
  return (
    <div className="mx-auto w-full max-w-[72rem] px-3 pt-1 min-[22.5rem]:px-4 lg:px-6">
      <section className="card overflow-hidden" aria-busy={!alerts.isError}>
        <FailedOr query={alerts}>
          <SkeletonRows rows={8} />
        </FailedOr>
      </section>
    </div>
  )
}
