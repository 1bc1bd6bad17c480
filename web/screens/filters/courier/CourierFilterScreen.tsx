import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../../queries.ts'
import { Navigate } from '../../../ui/Navigate.tsx'
import { filterScreen } from '../../shell/menu.ts'
import { EditorWaiting } from '../EditorWaiting.tsx'
import { LoadedFilter } from '../LoadedFilter.tsx'
import { CourierFilterForm } from './CourierFilterForm.tsx'

/** The filter of the courier variant: places, kinds, pay and what to do where it is not stated. */
export function CourierFilterScreen() {
  const { data: driver } = useQuery(sessionQuery)
  if (!driver) return <EditorWaiting />
  if (filterScreen(driver) !== 'courier-filter') return <Navigate to={`/${filterScreen(driver)}`} />
  return (
    <LoadedFilter variant="courier" plan={driver.plan} timeZone={driver.timeZone}>
      {(saved, places) => <CourierFilterForm driverId={driver.id} saved={saved} places={places} />}
    </LoadedFilter>
  )
}
