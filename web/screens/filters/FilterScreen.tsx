import { describeVariant } from '@madruga/core/variants.ts'
import { useQuery } from '@tanstack/react-query'
import { SETTINGS_MAX } from '@madruga/core/filters.ts'
import type { Plan } from '@madruga/core/plans.ts'
import { useShownPath } from '../../address.ts'
import { sessionQuery } from '../../queries.ts'
import { Navigate } from '../../ui/Navigate.tsx'
import { filterScreen } from '../shell/menu.ts'
import { EditorWaiting } from './EditorWaiting.tsx'
import { FilterForm } from './FilterForm.tsx'
import { LoadedFilter } from './LoadedFilter.tsx'
import { OtherPlan } from './OtherPlan.tsx'

/** The basic filter of the amazon variant: one setting for all stations. */
export function FilterScreen() {
  const { data: driver } = useQuery(sessionQuery)
  if (driver && !describeVariant(driver.app).hasPlans) return <Navigate to={`/${filterScreen(driver)}`} />
  return <EditorScreen plan="basic" settingsMax={SETTINGS_MAX} />
}

/** The advanced filter: one setting per station at /advanced-filter, up to three at /advanced-filter-v2. */
export function AdvancedFilter() {
  const one = useShownPath() === '/advanced-filter'
  // Input on one appears on the other: they share the plan's draft.
  return <EditorScreen plan="advanced" settingsMax={one ? 1 : SETTINGS_MAX} />
}

/**
 * The professional filter: everything of the advanced one, plus pay by length, ranges and a custom run
 * schedule.
 */
export function ProfessionalFilter() {
  return <EditorScreen plan="professional" settingsMax={SETTINGS_MAX} />
}

/** A plan's editor of the amazon variant; other drivers get a note and a link to their own. */
function EditorScreen({ plan, settingsMax }: { plan: Plan; settingsMax: number }) {
  const { data: driver } = useQuery(sessionQuery)
  if (!driver) return <EditorWaiting />
  if (!describeVariant(driver.app).hasPlans || driver.plan !== plan)
    return <OtherPlan driver={driver} wanted={plan} />
  return (
    <LoadedFilter variant="amazon" plan={plan} timeZone={driver.timeZone}>
      {(saved, stations) => <FilterForm {...{ driverId: driver.id, saved, stations, plan, settingsMax }} />}
    </LoadedFilter>
  )
}
