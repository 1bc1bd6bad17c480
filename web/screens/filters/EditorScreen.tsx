import { useQuery } from '@tanstack/react-query'
import type { Plan } from '@madruga/core/plans.ts'
import { filterQuery, sessionQuery, stationsQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { EditorWaiting, RemovedAbove } from './EditorWaiting.tsx'
import { FilterForm } from './FilterForm.tsx'
import { OtherPlan } from './OtherPlan.tsx'

/** A plan's editor of the amazon variant; other drivers get a note and a link to their own. */
export function EditorScreen({ plan, settingsMax }: { plan: Plan; settingsMax: number }) {
  const { data: driver } = useQuery(sessionQuery)
  if (!driver) return <EditorWaiting />
  if (driver.app === 'spark' || driver.plan !== plan) return <OtherPlan driver={driver} wanted={plan} />
  return <Loaded driver={driver} plan={plan} settingsMax={settingsMax} />
}

function Loaded({
  driver,
  plan,
  settingsMax,
}: {
  driver: { id: string; timeZone: string }
  plan: Plan
  settingsMax: number
}) {
  const saved = useQuery(filterQuery('amazon'))
  const stations = useQuery(stationsQuery('amazon'))
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
  if (!saved.data || !stations.data || saved.data.filter.variant !== 'amazon') return <EditorWaiting />
  // The driver's plan may have just changed: the server's answer on the filter is the newest.
  const filter = { ...saved.data.filter, plan }
  return (
    <>
      <RemovedAbove
        variant="amazon"
        removedAt={saved.data.removedAt}
        kept={saved.data.kept}
        timeZone={driver.timeZone}
      />
      <FilterForm
        driverId={driver.id}
        saved={{ ...saved.data, filter }}
        stations={stations.data}
        plan={plan}
        settingsMax={settingsMax}
      />
    </>
  )
}
