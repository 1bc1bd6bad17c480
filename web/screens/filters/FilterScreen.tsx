import { Navigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { filterQuery, sessionQuery, stationsQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useWords } from '../../i18n.ts'
import { FilterForm } from './FilterForm.tsx'

const RemovedFilter = lazy(() =>
  import('../platforms/RemovedFilter.tsx').then((module) => ({ default: module.RemovedFilter })),
)

/** The basic filter of the amazon variant. */
export function FilterScreen() {
  const session = useQuery(sessionQuery)
  const saved = useQuery(filterQuery('amazon'))
  const stations = useQuery(stationsQuery)
  const driver = session.data
  if (driver?.app === 'spark') return <Navigate to="/spark-filter" replace />
  const broken = [saved, stations].find((query) => query.isError && query.data === undefined)
  if (broken) {
    return (
      <Failed
        error={broken.error}
        onRetry={() => {
          void saved.refetch()
          void stations.refetch()
        }}
      />
    )
  }
  if (!driver || !saved.data || !stations.data || saved.data.filter.variant !== 'amazon') return <Waiting />
  const { filter, ...rest } = saved.data
  return (
    <>
      <Removed removedAt={rest.removedAt} timeZone={driver.timeZone} />
      <FilterForm driverId={driver.id} saved={{ ...rest, filter }} stations={stations.data} />
    </>
  )
}

/** Stays when the filter is back, to say so; its part is only fetched where a filter was deleted. */
function Removed({ removedAt, timeZone }: { removedAt: number | null; timeZone: string }) {
  const [wanted, setWanted] = useState(false)
  if (removedAt !== null && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <div className="mx-auto w-full max-w-[72rem] px-3 pb-4 empty:hidden min-[22.5rem]:px-4 lg:px-6">
      <Suspense fallback={null}>
        <RemovedFilter variant="amazon" removedAt={removedAt} timeZone={timeZone} onFilterScreen />
      </Suspense>
    </div>
  )
}

function Waiting() {
  const { t } = useWords()
  return (
    <div className="mx-auto grid w-full max-w-[72rem] gap-3 px-4 pt-2 lg:px-6" aria-busy="true">
      <span className="sr-only">{t('shell.loading')}</span>
      <Skeleton className="h-6 w-32" />
      <div className="grid grid-cols-2 gap-2 lg:max-w-[50%]">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-[3.75rem]" />
        ))}
      </div>
      <Skeleton className="mt-4 h-6 w-24" />
      <Skeleton className="h-14 lg:max-w-[50%]" />
    </div>
  )
}
