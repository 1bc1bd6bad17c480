import { Navigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { filterQuery, sessionQuery, stationsQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useWords } from '../../i18n.ts'
import { FilterForm } from './FilterForm.tsx'

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
  return <FilterForm driverId={driver.id} saved={{ ...rest, filter }} stations={stations.data} />
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
