import { Navigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { KnownDriver } from '../../../driver.ts'
import { filterQuery, sessionQuery, stationsQuery } from '../../../queries.ts'
import { Failed } from '../../../ui/Failed.tsx'
import { filterScreen } from '../../shell/menu.ts'
import { EditorWaiting, RemovedAbove } from '../EditorWaiting.tsx'
import { SparkFilterForm } from './SparkFilterForm.tsx'

/** The filter of the spark variant, one screen for all plans. */
export function SparkFilterScreen() {
  const { data: driver } = useQuery(sessionQuery)
  if (!driver) return <EditorWaiting />
  if (driver.app !== 'spark') return <Navigate to={`/${filterScreen(driver)}`} replace />
  return <Loaded driver={driver} />
}

function Loaded({ driver }: { driver: Pick<KnownDriver, 'plan'> & { id: string; timeZone: string } }) {
  const saved = useQuery(filterQuery('spark'))
  const stores = useQuery(stationsQuery('spark'))
  const broken = [saved, stores].find((query) => query.isError && query.data === undefined)
  if (broken) {
    return (
      <Failed
        error={broken.error}
        onRetry={() => {
          void saved.refetch()
          void stores.refetch()
        }}
      />
    )
  }
  if (!saved.data || !stores.data || saved.data.filter.variant !== 'spark') return <EditorWaiting />
  // The driver's plan may have changed since the filter was saved.
  const filter = { ...saved.data.filter, plan: driver.plan }
  return (
    <>
      <RemovedAbove
        variant="spark"
        removedAt={saved.data.removedAt}
        kept={saved.data.kept}
        timeZone={driver.timeZone}
      />
      <SparkFilterForm
        // Each plan has its own editor and draft: input of the old one may no longer be allowed.
        key={filter.plan}
        driverId={driver.id}
        saved={{ ...saved.data, filter }}
        stores={stores.data}
      />
    </>
  )
}
