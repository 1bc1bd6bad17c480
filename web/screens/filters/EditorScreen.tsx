import { useQuery } from '@tanstack/react-query'
import type { Plan } from '@madruga/core/plans.ts'
import { sessionQuery } from '../../queries.ts'
import { EditorWaiting } from './EditorWaiting.tsx'
import { FilterForm } from './FilterForm.tsx'
import { LoadedFilter } from './LoadedFilter.tsx'
import { OtherPlan } from './OtherPlan.tsx'

/** A plan's editor of the amazon variant; other drivers get a note and a link to their own. */
export function EditorScreen({ plan, settingsMax }: { plan: Plan; settingsMax: number }) {
  const { data: driver } = useQuery(sessionQuery)
  if (!driver) return <EditorWaiting />
  if (driver.app === 'spark' || driver.plan !== plan) return <OtherPlan driver={driver} wanted={plan} />
  return (
    <LoadedFilter variant="amazon" plan={plan} timeZone={driver.timeZone}>
      {(saved, stations) => <FilterForm {...{ driverId: driver.id, saved, stations, plan, settingsMax }} />}
    </LoadedFilter>
  )
}
