import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../../queries.ts'
import { Navigate } from '../../../ui/Navigate.tsx'
import { filterScreen } from '../../shell/menu.ts'
import { EditorWaiting } from '../EditorWaiting.tsx'
import { LoadedFilter } from '../LoadedFilter.tsx'
import { SparkFilterForm } from './SparkFilterForm.tsx'

/** The filter of the spark variant, one screen for all plans. */
export function SparkFilterScreen() {
  const { data: driver } = useQuery(sessionQuery)
  if (!driver) return <EditorWaiting />
  if (filterScreen(driver) !== 'spark-filter') return <Navigate to={`/${filterScreen(driver)}`} />
  return (
    <LoadedFilter variant="spark" plan={driver.plan} timeZone={driver.timeZone}>
      {(saved, stores) => (
        // Each plan has its own editor and draft: input of the old one may no longer be allowed.
        <SparkFilterForm key={saved.filter.plan} driverId={driver.id} saved={saved} stores={stores} />
      )}
    </LoadedFilter>
  )
}
